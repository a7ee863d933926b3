/** Cuts what comes in into pieces that are stored one after the other, so that a connection that breaks costs one of them. */
import { minPartBytes } from '@endcap/contract/resumable'
import { invalid } from '../base/errors.ts'

/** Bytes of a piece. */
const pieceBytes = 8_388_608

export interface Pieces {
  /** The next one, to be read to its end before another; undefined when nothing more comes. The first may be small only where the file ends with it. */
  next(isEnd: (bytes: number) => boolean): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Why no more came, where the sender did not end it. */
  broken(): unknown
}

export function cutStream(content: AsyncIterable<Uint8Array>, size = pieceBytes, min = minPartBytes): Pieces {
  const source = content[Symbol.asyncIterator]()
  let rest: Uint8Array | undefined
  let broken: unknown
  let ended = false
  let count = 0
  async function more(): Promise<Uint8Array | undefined> {
    if (ended) return undefined
    try {
      const next = await source.next()
      ended = next.done === true
      return next.done === true ? undefined : next.value
    } catch (error) {
      ended = true
      broken = error
      return undefined
    }
  }
  async function* piece(isEnd: (bytes: number) => boolean) {
    let bytes = 0
    while (bytes < size) {
      rest ??= await more()
      if (rest === undefined) break
      const part = rest.subarray(0, size - bytes)
      rest = part.byteLength < rest.byteLength ? rest.subarray(part.byteLength) : undefined
      bytes += part.byteLength
      yield part
    }
    if (count === 1 && bytes < min && !isEnd(bytes)) throw broken ?? invalid(`Send ${min / 1e6} MB at once at least.`, 'Upload-Offset')
  }
  return {
    next: async (isEnd) => {
      rest ??= await more()
      if (rest === undefined) return undefined
      count++
      return piece(isEnd)
    },
    broken: () => broken,
  }
}
