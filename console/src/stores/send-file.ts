/** Sends a large file in parts. What a lost connection cost is sent again from where the server is, as often as it takes. */
import { CallError } from '@endcap/contract/client'

const partBytes = 4_000_000
/** Milliseconds until the next attempt; doubled up to the longest. */
const firstPauseMs = 1000
const longestPauseMs = 15_000

interface Way {
  signal: AbortSignal
  /** Where the next part begins. */
  received: () => Promise<number>
  part: (content: Blob, offset: number) => Promise<void>
  /** The connection is lost, or is there again. */
  onLost: (lost: boolean) => void
}

/** No answer, or one of a proxy between: the server may be back in a moment. */
const mayPass = (error: unknown) => error instanceof CallError && (error.status === 0 || error.status >= 502)

export async function sendFile(file: Blob, { signal, received, part, onLost }: Way): Promise<void> {
  let pause = firstPauseMs
  let offset: number | undefined
  while (offset === undefined || offset < file.size) {
    signal.throwIfAborted()
    try {
      offset ??= await received()
      await part(file.slice(offset, offset + partBytes), offset)
      offset = Math.min(file.size, offset + partBytes)
      pause = firstPauseMs
      onLost(false)
    } catch (error) {
      // Another part was taken than the one that was thought: the server knows.
      const isOtherOffset = error instanceof CallError && error.answer.code === 'move-offset'
      if (!isOtherOffset && !mayPass(error)) throw error
      offset = undefined
      if (!isOtherOffset) onLost(true)
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(longestPauseMs, pause * 2)
    }
  }
}
