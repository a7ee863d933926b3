/** The connection to an access point as a state machine (`Phase`): it comes up, is lost, and is tried again until the driver is closed. */
import { DriverError } from '../driver.ts'
import { CallError } from './http.ts'
import { retryPause } from './retry.ts'
import { isClosed, isUp, plainError, type Session } from './session.ts'

interface ConnectionSetup {
  /** Asks what must be known before it counts as up; rejects where it cannot be asked. */
  enter(): Promise<void>
  /** It is up from now on. */
  entered(): void
  /** It was lost: what goes on only while it is up ends. */
  left(): void
}
export type Connection = ReturnType<typeof createConnection>

/** A connection that was not opened yet: `connect` begins. */
export function createConnection(session: Session, { enter, entered, left }: ConnectionSetup) {
  const { clock, health } = session
  /** Failed tries since it was up. */
  let failures = 0
  let working = 0
  let forgetRetry = (): void => undefined

  /** Tries once; what fails is tried again after a pause. Never rejects. */
  async function connect(): Promise<void> {
    if (session.phase === 'connecting' || session.phase === 'closed') return
    session.phase = 'connecting'
    forgetRetry()
    working++
    try {
      await enter()
      if (isClosed(session)) return
      failures = 0
      session.phase = 'up'
      health.up()
      entered()
    } catch (error) {
      if (!isClosed(session)) session.phase = 'lost'
      lost(error)
    } finally {
      working--
    }
  }

  /**
   * It is gone: tried again after a pause, which grows. A try that is under way already goes on, and decides by itself: that happens where
   * the access point is restarted meanwhile.
   */
  function lost(error: unknown) {
    if (isClosed(session)) return
    if (isUp(session)) session.phase = 'lost'
    health.down(plainError(error), error instanceof CallError && error.kind !== 'offline')
    left()
    forgetRetry()
    forgetRetry = clock.after(retryPause(failures++), () => void connect())
  }

  /** A call failed somewhere: only where the access point is gone that says something of it. */
  function failed(error: unknown) {
    if (!isUp(session)) return
    if (error instanceof CallError && error.kind === 'offline') lost(error)
    else if (!(error instanceof DriverError)) session.noteFirstTime(plainError(error))
  }

  return {
    connect,
    lost,
    failed,
    /** Does something that needs the access point: where it fails, the access point is lost. */
    work(what: () => Promise<void>) {
      working++
      what()
        .catch((error: unknown) => (isUp(session) ? lost(error) : undefined))
        .finally(() => {
          working--
        })
    },
    /** Whether a try or some work is under way. */
    busy: () => working > 0,
    close() {
      session.phase = 'closed'
      forgetRetry()
    },
  }
}
