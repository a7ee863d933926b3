/** When a panel is visited: one visit at a time, the next one soon while there is something to do, later after each failure (retry). */
import type { Clock } from '../clock.ts'

/** Milliseconds until the next try after so many failures, the last one for all that follow. */
const retryMs = [2000, 10_000, 30_000, 60_000]
/** From so many failures on, a new operation waits for the next try as well. */
const openAfter = 3

/** `leaving`: closed while a visit was under way. */
type State = 'closed' | 'waiting' | 'visiting' | 'leaving'

interface Parts {
  clock: Clock
  /** Milliseconds between two visits to a panel that has nothing to be done. */
  visitMs: number
  /** Whether the panel's address is known. */
  found(): boolean
  /** Whether there is something to do at it. */
  busy(): boolean
  /** Visits it. Tells `failed` or `succeeded` before it resolves, or neither where the visit was broken off; never rejects. */
  visit(): Promise<void>
}

export interface VisitSchedule {
  /** Visits may begin, or go on; false from `close` on. */
  readonly opened: boolean
  readonly visiting: boolean
  open(): void
  close(): void
  /** Visits now, unless a visit is under way. */
  now(): void
  /** Visits now, unless the panel has failed so often that it is given time. */
  soon(): void
  succeeded(): void
  failed(): void
  /** Forgets its failures: the panel was found at another place. */
  forgive(): void
}

/** A schedule that is closed until it is opened. */
export function createVisitSchedule({ clock, visitMs, found, busy, visit }: Parts): VisitSchedule {
  let state: State = 'closed'
  /** Since the last success. */
  let failures = 0
  let forgetTimer = () => {}

  function plan(ms: number): void {
    forgetTimer()
    forgetTimer = clock.after(ms, now)
  }
  function now(): void {
    if (state !== 'waiting') return
    if (!found()) return plan(visitMs)
    state = 'visiting'
    forgetTimer()
    void visit().finally(left)
  }
  function left(): void {
    if (state === 'leaving') {
      state = 'closed'
      return
    }
    state = 'waiting'
    // What came meanwhile is done at once, unless the panel is given time.
    if (failures === 0 && busy()) return now()
    plan(busy() ? retryMs[Math.min(failures, retryMs.length) - 1]! : visitMs)
  }

  return {
    get opened() {
      return state === 'waiting' || state === 'visiting'
    },
    get visiting() {
      return state === 'visiting' || state === 'leaving'
    },
    open() {
      if (state === 'closed') state = 'waiting'
      if (state === 'leaving') state = 'visiting'
      now()
    },
    close() {
      if (state === 'waiting') state = 'closed'
      if (state === 'visiting') state = 'leaving'
      forgetTimer()
    },
    now,
    soon() {
      if (failures < openAfter) now()
    },
    succeeded() {
      failures = 0
    },
    failed() {
      failures++
    },
    forgive() {
      failures = 0
    },
  }
}
