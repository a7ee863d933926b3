/**
 * The clock of an access point. It draws nothing until it has one, and loses it with each unnoticed restart: so it is set at the
 * beginning, every hour, and whenever what it tells shows that it has none.
 */
import type { SystemFigures } from './codec/records.ts'
import { CallError } from './http.ts'
import { isClosed, isUp, type Session } from './session.ts'
import { peek } from './stream.ts'

/** A clock that will not be set is tried again after so long. */
const againMs = 10_000

interface DeviceClockSetup {
  /** Whether its stream is held anyway, so that its figures come by themselves. */
  hasStream(): boolean
  /** It started again unnoticed: what waited there for tags is gone as well. */
  restarted(): void
}
export type DeviceClock = ReturnType<typeof createDeviceClock>

/** Sets the clock of the session's access point, and judges by its figures whether it is right. */
export function createDeviceClock(session: Session, { hasStream, restarted }: DeviceClockSetup) {
  const { base, clock, link, health } = session
  const { at } = session.schedule
  let peeked: { close(): void } | undefined

  const sendTime = () => link.setTime(clock.now() / 1000)
  const sendTimeAgain = () => void sendTime().catch(() => undefined)

  /** One that takes no time must have the internet for it. Rejects with a CallError where the access point is away. */
  async function set(): Promise<void> {
    at.clock = clock.now()
    try {
      await sendTime()
    } catch (error) {
      if (!(error instanceof CallError) || error.kind === 'offline') throw error
      session.noteFirstTime('It takes no time from here: it needs the internet for its clock')
    }
    // Figures come by its stream alone, at once when the time is set, and else within 5 s. Without a stream less is known of it.
    peeked?.close()
    if (!hasStream() && !isClosed(session)) peeked = peek(base, clock, sendTimeAgain, takeFigures)
  }
  /** It tells a time that cannot be. */
  function lost() {
    if (!isUp(session) || clock.now() - at.clock < againMs) return
    at.clock = clock.now()
    sendTimeAgain()
    restarted()
  }
  function takeFigures(figures: SystemFigures) {
    if (!isClosed(session) && !health.take(figures, clock.now())) lost()
  }

  return { set, lost, takeFigures, close: () => peeked?.close() }
}
