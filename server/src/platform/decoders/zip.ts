/** Reads zip archives of any origin: what they say of themselves is not believed. Only their directory is held in memory. */
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { Content } from './content.ts'

export interface ZipEntry {
  name: string
  /** Unpacked, as the archive says. */
  bytes: number
  /** Where its content lies in the archive, and whether it is deflated there. */
  place(): Promise<{ start: number; end: number; packed: boolean }>
  /** Its content unpacked. Throws BadZip when it is more or less than was said. */
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
/** The end record and the longest comment behind it. */
const endBytes = 22 + 65_535
/** Of 65,535 files, the most that there can be: some 120 bytes of each. */
const maxDirectoryBytes = 8_000_000

interface Directory {
  bytes: Buffer
  /** Files that it says it lists. */
  count: number
  /** Where it begins in the archive: content lies before it. */
  start: number
}

async function readDirectory({ bytes, read }: Content): Promise<Directory> {
  const tailStart = Math.max(0, bytes - endBytes)
  const tail = await read(tailStart, bytes)
  const end = tail.lastIndexOf(endMark)
  if (end < 0 || end + 22 > tail.length) throw new BadZip('This is no zip archive.')
  const start = tail.readUInt32LE(end + 16)
  if (start > tailStart + end) throw new BadZip('The archive is damaged.')
  if (tailStart + end - start > maxDirectoryBytes) throw new BadZip('The list of files in the archive is too long.')
  return { bytes: await read(start, tailStart + end), count: tail.readUInt16LE(end + 10), start }
}

/** The files of an archive by its directory; folders are left out. `start`: where the directory begins. Throws BadZip. */
export async function openZip(archive: Content, limits: ZipLimits): Promise<{ files: ZipEntry[]; start: number }> {
  const { bytes: list, count, start } = await readDirectory(archive)
  if (count > limits.files) throw new BadZip(`There are more than ${limits.files} files in the archive.`)
  const files: ZipEntry[] = []
  const names = new Set<string>()
  const places: { from: number; to: number }[] = []
  let [total, place] = [0, 0]
  for (let left = count; left > 0; left--) {
    if (place + 46 > list.length || list.readUInt32LE(place) !== entryMark) throw new BadZip('The archive is damaged.')
    const nameLength = list.readUInt16LE(place + 28)
    const name = list.toString('utf8', place + 46, place + 46 + nameLength)
    const head = readHead(list, place, name)
    place += 46 + nameLength + list.readUInt16LE(place + 30) + list.readUInt16LE(place + 32)
    if (name.endsWith('/')) continue
    if (names.has(name)) throw new BadZip(`There are two files ${name} in the archive.`)
    names.add(name)
    total += head.bytes
    if (total > limits.bytes) throw new BadZip(`Unpacked, the archive is larger than ${Math.round(limits.bytes / 1_000_000)} MB.`)
    // A name behind the head makes its real place later: what is taken here is the least that it can be.
    places.push({ from: head.local, to: head.local + 30 + head.packedBytes })
    files.push(entryOf(archive, head, start))
  }
  refuseOverlaps(places, start)
  return { files, start }
}

/** One piece of content that many files name is how small archives unpack to huge ones. */
function refuseOverlaps(places: { from: number; to: number }[], end: number): void {
  let last = 0
  for (const { from, to } of places.toSorted((a, b) => a.from - b.from)) {
    if (from < last || to > end) throw new BadZip('Files in the archive overlap.')
    last = to
  }
}

interface Head {
  name: string
  packed: boolean
  packedBytes: number
  bytes: number
  /** Where its own head stands, in front of its content. */
  local: number
}
function readHead(list: Buffer, place: number, name: string): Head {
  if (!isPlainPath(name)) throw new BadZip(`The archive has a file of the name "${name.slice(0, 100)}".`)
  const [flags, method] = [list.readUInt16LE(place + 8), list.readUInt16LE(place + 10)]
  const [packedBytes, bytes] = [list.readUInt32LE(place + 20), list.readUInt32LE(place + 24)]
  const local = list.readUInt32LE(place + 42)
  if ((flags & 1) !== 0) throw new BadZip('The archive is encrypted.')
  if (method !== 0 && method !== 8) throw new BadZip('The archive is packed in a way that is not known here.')
  if ([packedBytes, bytes, local].includes(whole32)) throw new BadZip('The archive is too large.')
  if (((list.readUInt32LE(place + 38) >>> 16) & kindMask) === linkKind) throw new BadZip('There is a link in the archive.')
  return { name, packed: method === 8, packedBytes, bytes, local }
}

function entryOf({ read }: Content, { name, packed, packedBytes, bytes, local }: Head, contentEnd: number): ZipEntry {
  const place = async () => {
    const head = await read(local, local + 30)
    if (head.length < 30 || head.readUInt32LE(0) !== localMark) throw new BadZip('The archive is damaged.')
    const start = local + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
    if (start + packedBytes > contentEnd) throw new BadZip('The archive is damaged.')
    return { start, end: start + packedBytes, packed }
  }
  return {
    name,
    bytes,
    place,
    async read() {
      const { start, end } = await place()
      const given = await read(start, end)
      // No more is unpacked than was said, whatever would come.
      const content = packed ? await unpack(given, { maxOutputLength: Math.max(1, bytes) }).catch(() => undefined) : given
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
