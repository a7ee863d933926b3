/** Bodies of posts. */

const boundaryMarks = 'EndcapFormBoundary'

/** Fields as a web page sends them. */
export const formBody = (fields: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])).toString()

/**
 * Fields and a file. All fields stand before the file: an access point drops a file that comes before them, and answers 200 all the same.
 */
export function multipartBody(
  fields: Record<string, string | number>,
  file: { name: string; type: string; content: Uint8Array },
): { type: string; body: Uint8Array } {
  // The content must not hold the boundary; a picture may hold anything.
  let boundary = boundaryMarks
  while (Buffer.from(file.content).includes(boundary)) boundary += 'x'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(parts.join('') + head), file.content, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}
