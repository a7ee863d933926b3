/** The stream of an access point, held while a campaign runs and the access point is up: it ends when much happens at once, and is opened anew. */
import type { StreamMessage } from './codec/records.ts'
import { retryPause } from './retry.ts'
import { isUp, type Session } from './session.ts'
import { openStream } from './stream.ts'

interface HeldStreamSetup {
  hear(message: StreamMessage): void
  /** It ended by itself: what it would have told meanwhile is to be read. */
  interrupted(): void
}
export type HeldStream = ReturnType<typeof createHeldStream>

/** A closed stream: `want` opens it. */
export function createHeldStream(session: Session, { hear, interrupted }: HeldStreamSetup) {
  const { base, clock } = session
  let shouldRun = false
  let stream: { close(): void } | undefined
  /** Times in a row that it ended before it told anything. */
  let failures = 0
  let forgetRetry = (): void => undefined

  function open() {
    if (stream !== undefined || !isUp(session)) return
    forgetRetry()
    let began = false
    stream = openStream({
      base,
      clock,
      hear(message) {
        if (!began) failures = 0
        began = true
        hear(message)
      },
      ended() {
        stream = undefined
        if (!shouldRun || !isUp(session)) return
        interrupted()
        forgetRetry = clock.after(retryPause(failures++), open)
      },
    })
  }
  function drop() {
    forgetRetry()
    stream?.close()
    stream = undefined
  }

  return {
    isOpen: () => stream !== undefined,
    /** Whether it is held from now on, as long as the access point is up. */
    want(yes: boolean) {
      shouldRun = yes
      if (yes) open()
      else drop()
    },
    /** The access point is up: opens it where it is wanted. */
    resume() {
      if (shouldRun) open()
    },
    /** Ends it without a word, for now or for ever. */
    drop,
  }
}
