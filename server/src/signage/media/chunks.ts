/** Checksums of the pieces that displays load content in, worked out as it comes by. */
import { createHash } from 'node:crypto'
import { chunkBytes } from '@endcap/contract/player'

/** Passes content on; `chunks` answers the sha256 of each piece once all of it came by. */
export function watchChunks(content: AsyncIterable<Uint8Array>, size = chunkBytes) {
  const chunks: string[] = []
  let [hash, filled] = [createHash('sha256'), 0]
  async function* pass() {
    for await (const given of content) {
      let rest = given
      while (rest.byteLength > 0) {
        const part = rest.subarray(0, size - filled)
        hash.update(part)
        filled += part.byteLength
        rest = rest.subarray(part.byteLength)
        if (filled < size) continue
        chunks.push(hash.digest('hex'))
        ;[hash, filled] = [createHash('sha256'), 0]
      }
      yield given
    }
    if (filled > 0) chunks.push(hash.digest('hex'))
  }
  return { content: pass(), chunks: () => chunks }
}
