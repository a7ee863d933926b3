/** Small pictures, films and archives for tests, made on the spot. */
import { once } from 'node:events'
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, WebMOutputFormat } from 'mediabunny'
import sharp from 'sharp'
import { ZipFile } from 'yazl'

export const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })

/** A Windows bitmap of one colour. */
export function bmp(width: number, height: number, bits: 24 | 8 = 24): Buffer {
  const palette = bits === 8 ? 4 * 256 : 0
  const stride = Math.ceil((width * bits) / 32) * 4
  const file = Buffer.alloc(54 + palette + stride * height, bits === 8 ? 1 : 200)
  file.write('BM', 0, 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(0, 6)
  file.writeUInt32LE(54 + palette, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(bits, 28)
  file.fill(0, 30, 54)
  // The colour of palette entry 1: blue, green, red.
  if (bits === 8) file.set([10, 20, 30, 0], 54 + 4)
  return file
}

/** Every so many pictures of a film stands for itself. */
const keyEvery = 5
/** A film's container with pictures of a number each, from 1: all that a server looks at is right. */
export async function film(codec: 'avc' | 'hevc' | 'vp9', { seconds = 2, bytes = 2000, width = 1920, height = 158 } = {}): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: codec === 'vp9' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source)
  await output.start()
  const names = { avc: 'avc1.64001f', hevc: 'hvc1.1.6.L93.B0', vp9: 'vp09.00.31.08' }
  const description = codec === 'avc' ? avcDescription : codec === 'hevc' ? hevcDescription : undefined
  const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const
  const decoderConfig = { codec: names[codec], codedWidth: width, codedHeight: height, colorSpace, ...(description && { description }) }
  for (let at = 0; at < seconds; at++)
    await source.add(new EncodedPacket(new Uint8Array(bytes).fill(at + 1), at % keyEvery === 0 ? 'key' : 'delta', at, 1), { decoderConfig })
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}
const avcDescription = new Uint8Array([1, 0x64, 0, 0x1f, 0xff, 0xe1, 0, 4, 0x67, 0x64, 0, 0x1f, 1, 0, 4, 0x68, 0xee, 0x3c, 0x80])
const hevcDescription = new Uint8Array([1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 0x5d, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 3, 0])

export async function zip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), name)
  archive.end()
  const parts: Buffer[] = []
  archive.outputStream.on('data', (part: Buffer) => parts.push(part))
  await once(archive.outputStream, 'end')
  return Buffer.concat(parts)
}

/** The same archive with another name in it, of the same length: what no tool would write. */
export const renamed = (archive: Buffer, from: string, to: string): Buffer =>
  Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1')
