/** Small Android packages for tests: a compiled manifest that names a package, something that stands for a signature, and filling. */
import { zip } from './media.ts'

/** Texts as a piece of compiled XML has them, in UTF-16. */
function stringPiece(texts: readonly string[]): Buffer {
  const bodies = texts.map((text) => {
    const body = Buffer.alloc(4 + text.length * 2)
    body.writeUInt16LE(text.length, 0)
    body.write(text, 2, 'utf16le')
    return body
  })
  const head = Buffer.alloc(28 + texts.length * 4)
  let place = 0
  for (const [index, body] of bodies.entries()) {
    head.writeUInt32LE(place, 28 + index * 4)
    place += body.length
  }
  head.writeUInt16LE(0x0001, 0)
  head.writeUInt16LE(28, 2)
  head.writeUInt32LE(head.length + place, 4)
  head.writeUInt32LE(texts.length, 8)
  head.writeUInt32LE(head.length, 20)
  return Buffer.concat([head, ...bodies])
}

/** `<manifest package="…">` as Android's build tools compile it. */
export function compiledManifest(packageName: string, element = 'manifest'): Buffer {
  const strings = stringPiece([element, 'package', packageName])
  const start = Buffer.alloc(36 + 20)
  start.writeUInt16LE(0x0102, 0)
  start.writeUInt16LE(16, 2)
  start.writeUInt32LE(start.length, 4)
  start.writeUInt32LE(0xffffffff, 16)
  start.writeUInt32LE(0, 20)
  start.writeUInt16LE(20, 24)
  start.writeUInt16LE(20, 26)
  start.writeUInt16LE(1, 28)
  start.writeUInt32LE(0xffffffff, 36)
  start.writeUInt32LE(1, 40)
  start.writeUInt32LE(2, 44)
  const head = Buffer.alloc(8)
  head.writeUInt16LE(0x0003, 0)
  head.writeUInt16LE(8, 2)
  head.writeUInt32LE(head.length + strings.length + start.length, 4)
  return Buffer.concat([head, strings, start])
}

export const androidPackage = (filling: string | Buffer = '', packageName = 'com.example.shop'): Promise<Buffer> =>
  zip({ 'classes.dex': filling, 'AndroidManifest.xml': compiledManifest(packageName), 'META-INF/CERT.RSA': 'signature' })
