/** Times and numbers as every screen shows them. */

const two = (value: number) => String(value).padStart(2, '0')

/** Epoch seconds as yyyy-mm-dd hh:ii:ss (specification 1 §5). */
export function formatTime(seconds: number | null): string {
  if (seconds === null) return '–'
  const time = new Date(seconds * 1000)
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
}

export const formatNumber = (value: number): string => value.toLocaleString('en-US')

/** Descriptions are cut at 80 characters (specification 1 §9). */
export const cut = (text: string, length = 80): string => (text.length > length ? `${text.slice(0, length)}…` : text)
