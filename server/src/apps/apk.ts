/** Looks into an Android package as it comes in: a zip archive whose directory, at its end, lists the manifest. */

const directoryEnd = 0x06054b50
const directoryEntry = 0x02014b50
/** The directory of a large app has some 10,000 entries of about 100 bytes. */
const tailBytes = 8_000_000
const manifest = 'AndroidManifest.xml'

/** Passes the content on and keeps its end. */
export function watchTail(content: AsyncIterable<Uint8Array>) {
  let [chunks, kept, total]: [Uint8Array[], number, number] = [[], 0, 0]
  async function* pass() {
    for await (const chunk of content) {
      chunks.push(chunk)
      kept += chunk.byteLength
      total += chunk.byteLength
      while (kept - (chunks[0]?.byteLength ?? 0) >= tailBytes) kept -= chunks.shift()?.byteLength ?? 0
      yield chunk
    }
  }
  return { content: pass(), tail: () => ({ tail: Buffer.concat(chunks), start: total - kept }) }
}

/** Whether a file that ends like this, its first `start` bytes left out, is an Android package. */
export function isAndroidPackage({ tail, start }: { tail: Buffer; start: number }): boolean {
  const marker = Buffer.alloc(4)
  marker.writeUInt32LE(directoryEnd)
  const end = tail.lastIndexOf(marker)
  if (end < 0 || end + 22 > tail.length) return false
  let place = tail.readUInt32LE(end + 16) - start
  for (let left = tail.readUInt16LE(end + 10); left > 0; left--) {
    if (place < 0 || place + 46 > end || tail.readUInt32LE(place) !== directoryEntry) return false
    const length = tail.readUInt16LE(place + 28)
    if (tail.toString('utf8', place + 46, place + 46 + length) === manifest) return true
    place += 46 + length + tail.readUInt16LE(place + 30) + tail.readUInt16LE(place + 32)
  }
  return false
}
