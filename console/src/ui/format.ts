/** Times and numbers as every screen shows them. */

const two = (value: number) => String(value).padStart(2, '0')

/** Epoch seconds as yyyy-mm-dd hh:ii:ss (specification 1 §5). */
export function formatTime(seconds: number | null): string {
  if (seconds === null) return '–'
  const time = new Date(seconds * 1000)
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
}

/** The same by the clock of a time zone. */
export const formatTimeIn = (timeZone: string, seconds: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(seconds * 1000)

export const formatNumber = (value: number): string => value.toLocaleString('en-US')

/** A change in percent with its sign, such as −10.1 %. */
export const formatPercent = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toLocaleString('en-US', { maximumFractionDigits: 1 })} %`

/** Descriptions are cut at 80 characters (specification 1 §9). */
export const cut = (text: string, length = 80): string => (text.length > length ? `${text.slice(0, length)}…` : text)

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
/** Bytes with three digits, such as 23.5 GB; a KB has 1024. */
export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${power > 0 && value < 99.95 ? value.toFixed(1) : Math.round(value)} ${byteUnits[power]}`
}

/** The clock on this screen, for files whose times are written elsewhere. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `3 d 04:05` from seconds. */
export function uptimeText(seconds: number | null, days: (count: number) => string): string {
  if (seconds === null) return '–'
  const clock = `${two(Math.floor((seconds % 86_400) / 3600))}:${two(Math.floor((seconds % 3600) / 60))}`
  return seconds < 86_400 ? clock : `${days(Math.floor(seconds / 86_400))} ${clock}`
}

/** Seconds as 0:45, 2:05 or 1:02:03. */
export function lengthText(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** `1920 × 540` */
export const sizeInPixels = (resolution: string): string => resolution.replace('x', ' × ')
