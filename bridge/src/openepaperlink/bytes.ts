/** Reads streams of bytes, with a limit: a sender may never end. */

/** All bytes of a stream; undefined where it has more than `limit`, and nothing more is read then. Rejects where the stream breaks. */
export async function readBytes(stream: AsyncIterable<unknown>, limit: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of stream) {
    if (!(part instanceof Uint8Array)) throw new TypeError('This is no stream of bytes')
    bytes += part.byteLength
    if (bytes > limit) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
