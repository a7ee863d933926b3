/** Reads zip archives that anybody may have made: what they say of themselves is not believed. */
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

export interface ZipEntry {
  name: string
  /** Unpacked, as the archive says. */
  bytes: number
  read(): Promise<Buffer>
}
export interface ZipLimits {
  files: number
  /** Of all files, unpacked. */
  bytes: number
}
/** Why an archive is not taken. */
export class BadZip extends Error {}

const unpack = promisify(inflateRaw)
const endMark = Buffer.from('PK\u0005\u0006', 'latin1')
const [entryMark, localMark] = [0x02014b50, 0x04034b50]
const whole32 = 0xffffffff
/** Of the place where Unix keeps what kind of file it is. */
const [kindMask, linkKind] = [0o170000, 0o120000]

/** The files of an archive by its directory; folders are left out. Throws BadZip. */
export function openZip(archive: Buffer, limits: ZipLimits): ZipEntry[] {
  const end = archive.lastIndexOf(endMark)
  if (end < 0 || end + 22 > archive.length) throw new BadZip('This is no zip archive.')
  const count = archive.readUInt16LE(end + 10)
  let place = archive.readUInt32LE(end + 16)
  if (count > limits.files) throw new BadZip(`There are more than ${limits.files} files in the archive.`)
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  let total = 0
  for (let left = count; left > 0; left--) {
    if (place + 46 > end || archive.readUInt32LE(place) !== entryMark) throw new BadZip('The archive is damaged.')
    const nameLength = archive.readUInt16LE(place + 28)
    const name = archive.toString('utf8', place + 46, place + 46 + nameLength)
    const entry = readEntry(archive, place, name)
    place += 46 + nameLength + archive.readUInt16LE(place + 30) + archive.readUInt16LE(place + 32)
    if (name.endsWith('/')) continue
    if (names.has(name)) throw new BadZip(`There are two files ${name} in the archive.`)
    names.add(name)
    total += entry.bytes
    if (total > limits.bytes) throw new BadZip(`Unpacked, the archive is larger than ${Math.round(limits.bytes / 1_000_000)} MB.`)
    entries.push(entry)
  }
  return entries
}

function readEntry(archive: Buffer, place: number, name: string): ZipEntry {
  if (!isPlainPath(name)) throw new BadZip(`The archive has a file of the name "${name.slice(0, 100)}".`)
  const [flags, method] = [archive.readUInt16LE(place + 8), archive.readUInt16LE(place + 10)]
  const [packedBytes, bytes] = [archive.readUInt32LE(place + 20), archive.readUInt32LE(place + 24)]
  const local = archive.readUInt32LE(place + 42)
  if ((flags & 1) !== 0) throw new BadZip('The archive is encrypted.')
  if (method !== 0 && method !== 8) throw new BadZip('The archive is packed in a way that is not known here.')
  if ([packedBytes, bytes, local].includes(whole32)) throw new BadZip('The archive is too large.')
  if (((archive.readUInt32LE(place + 38) >>> 16) & kindMask) === linkKind) throw new BadZip('There is a link in the archive.')
  return {
    name,
    bytes,
    async read() {
      if (local + 30 > archive.length || archive.readUInt32LE(local) !== localMark) throw new BadZip('The archive is damaged.')
      const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
      const packed = archive.subarray(start, start + packedBytes)
      // No more is unpacked than was said, whatever would come.
      const content = method === 0 ? packed : await unpack(packed, { maxOutputLength: Math.max(1, bytes) }).catch(() => undefined)
      if (content?.length !== bytes) throw new BadZip(`The file ${name} in the archive is damaged.`)
      return content
    },
  }
}

/** Leads to a place below where it is unpacked, on every system. */
function isPlainPath(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (name === '' || name.length > 300 || /[\u0000-\u001f\u007f\\:]/.test(name) || name.startsWith('/')) return false
  return name
    .replace(/\/$/, '')
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..')
}
