/**
 * Reads Android packages (APK): a zip archive with a compiled manifest that names the package, and a signature, without which no device
 * installs it. Whether the signature is right is the device's to check.
 */
import type { Content } from './content.ts'
import { refusedFile } from './refused.ts'
import { BadZip, openZip } from './zip.ts'

export const manifestName = 'AndroidManifest.xml'
/** A large app has some 10,000 files; what they unpack to is not looked at. */
const limits = { files: 65_535, bytes: Number.MAX_SAFE_INTEGER }
const maxManifestBytes = 4_000_000
/** Of signatures in the archive's files (v1), and of the block between its files and its directory (v2 and later). */
const signatureFile = /^META-INF\/[^/]+\.(RSA|DSA|EC)$/i
const blockMark = 'APK Sig Block 42'

/** What the package is called, such as `com.example.app`. Throws BadZip with what is wrong with the file. */
export async function readAndroidPackage(content: Content): Promise<{ packageName: string }> {
  const { files, start } = await openZip(content, limits)
  const manifest = files.find(({ name }) => name === manifestName)
  if (manifest === undefined) throw new BadZip(`There is no ${manifestName} in the archive.`)
  if (manifest.bytes > maxManifestBytes) throw new BadZip(`${manifestName} is too long.`)
  const packageName = packageIn(await manifest.read())
  if (packageName === undefined) throw new BadZip(`${manifestName} is not a compiled manifest that names its package.`)
  const block = start < blockMark.length ? '' : (await content.read(start - blockMark.length, start)).toString('latin1')
  if (block !== blockMark && !files.some(({ name }) => signatureFile.test(name))) throw new BadZip('The package is not signed.')
  return { packageName }
}

/** The same for a file that is to be nothing but that: throws why it is not taken. */
export async function takeAndroidPackage(content: Content): Promise<{ packageName: string }> {
  try {
    return await readAndroidPackage(content)
  } catch (error) {
    throw error instanceof BadZip ? refusedFile('android-package', `This is not an Android package: ${error.message}`) : error
  }
}

/** Kinds of pieces of compiled XML, as in Android's ResourceTypes.h. */
const [xmlPiece, stringsPiece, elementPiece] = [0x0003, 0x0001, 0x0102]
const utf8Flag = 0x100
const packageForm = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/

/** The attribute `package` of the first element, which must be `manifest`. Undefined when it is none. */
function packageIn(xml: Buffer): string | undefined {
  try {
    if (xml.readUInt16LE(0) !== xmlPiece || xml.readUInt32LE(4) > xml.length) return undefined
    let strings: ((index: number) => string) | undefined
    for (let place = xml.readUInt16LE(2); place + 8 <= xml.length;) {
      const [kind, head, bytes] = [xml.readUInt16LE(place), xml.readUInt16LE(place + 2), xml.readUInt32LE(place + 4)]
      if (bytes < 8 || head > bytes || place + bytes > xml.length) return undefined
      const piece = xml.subarray(place, place + bytes)
      if (kind === stringsPiece) strings = readStrings(piece)
      if (kind === elementPiece) return strings && packageOf(piece, head, strings)
      place += bytes
    }
  } catch (error) {
    // A number that leads out of the file.
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

function packageOf(piece: Buffer, head: number, strings: (index: number) => string): string | undefined {
  if (strings(piece.readUInt32LE(head + 4)) !== 'manifest') return undefined
  const [first, bytes, count] = [piece.readUInt16LE(head + 8), piece.readUInt16LE(head + 10), piece.readUInt16LE(head + 12)]
  for (let number = 0; number < count; number++) {
    const place = head + first + number * bytes
    if (strings(piece.readUInt32LE(place + 4)) !== 'package') continue
    const value = strings(piece.readUInt32LE(place + 8))
    return packageForm.test(value) ? value : undefined
  }
  return undefined
}

/** The texts of a piece of strings; lengths are of one or two bytes (UTF-8) or of two or four (UTF-16). */
function readStrings(piece: Buffer): (index: number) => string {
  const [count, flags, start] = [piece.readUInt32LE(8), piece.readUInt32LE(16), piece.readUInt32LE(20)]
  if (28 + count * 4 > piece.length) throw new RangeError('More strings than there is room for')
  const isUtf8 = (flags & utf8Flag) !== 0
  return (index) => {
    if (index >= count) return ''
    let place = start + piece.readUInt32LE(28 + index * 4)
    if (!isUtf8) {
      const short = piece.readUInt16LE(place)
      // Nothing that is looked for here is so long.
      return short >= 0x8000 ? '' : piece.toString('utf16le', place + 2, place + 2 + short * 2)
    }
    // The length in characters, and that in bytes.
    place += piece.readUInt8(place) >= 0x80 ? 2 : 1
    const bytes = piece.readUInt8(place)
    return bytes >= 0x80 ? '' : piece.toString('utf8', place + 1, place + 1 + bytes)
  }
}
