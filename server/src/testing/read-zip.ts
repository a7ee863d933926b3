/** Reads small zip archives in tests. */
import { inflateRawSync } from 'node:zlib'

/** Name → content of every entry, by the directory at the archive's end. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const entries = new Map<string, Buffer>()
  let place = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const [method, size, nameLength, extra, comment] = [
      archive.readUInt16LE(place + 10),
      archive.readUInt32LE(place + 20),
      archive.readUInt16LE(place + 28),
      archive.readUInt16LE(place + 30),
      archive.readUInt16LE(place + 32),
    ]
    const name = archive.toString('utf8', place + 46, place + 46 + nameLength)
    const local = archive.readUInt32LE(place + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(start, start + size)
    entries.set(name, method === 0 ? packed : inflateRawSync(packed))
    place += 46 + nameLength + extra + comment
  }
  return entries
}
