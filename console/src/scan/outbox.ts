/**
 * What was scanned and is on its way to the server: in order, one after another, so that the next scan does not wait for an answer.
 * Lives outside of React: however fast scans and answers come, each finds the state that the one before it left.
 */
import { CallError } from '@endcap/contract/client'

/** Why the server refused, as plain data that can be kept. */
export interface Problem {
  code: string
  message: string
  error?: string[]
}
interface Of<J> {
  id: number
  job: J
}
export type Parcel<J, R> = Of<J> &
  ({ state: 'waiting' | 'sending' } | { state: 'refused'; problem?: Problem | undefined } | { state: 'done'; result: R; at: number })
export type DoneParcel<J, R> = Extract<Parcel<J, R>, { state: 'done' }>

export interface Contents<J, R> {
  /** Oldest first; of what is done only the last few. */
  parcels: readonly Parcel<J, R>[]
  /** The server was out of reach at the last attempt: it is tried again by itself. */
  lost: boolean
}
interface Options<J, R> {
  /** `amend` keeps with the job what must be known at the next attempt, such as what stood there before the first. */
  send: (job: J, amend: (job: J) => void) => Promise<R>
  onDone?: (parcel: DoneParcel<J, R>) => void
  onRefused?: (id: number) => void
  /** `halt`: what is refused holds up what stands behind it until it is settled. `pass`: the others go on. */
  onRefusal: 'halt' | 'pass'
  /** Goes on trying while the server is out of reach, instead of counting that as a refusal. */
  insist?: boolean
  /** Awaited before an answer changes anything: not in the middle of a scan. */
  calm?: () => Promise<void>
  /** Where it is kept through a reload. */
  storage?: { read: () => readonly Parcel<J, R>[]; write: (parcels: readonly Parcel<J, R>[]) => void }
}

export interface Outbox<J, R> {
  get: () => Contents<J, R>
  subscribe: (listener: () => void) => () => void
  /** Answers the parcel's number. */
  add: (job: J) => number
  /** Another content for a parcel that was refused; it stays refused until it is sent `again`. */
  change: (id: number, job: J) => void
  again: (id: number, job?: J) => void
  drop: (id: number) => void
  /** Tries at once what waits for the server to come back. */
  wake: () => void
}

/** Parcels that are done and still shown. */
const shownDone = 8
/** Pauses between two attempts to reach the server, milliseconds. */
const firstPauseMs = 1000
const longestPauseMs = 10_000
/** Answers of a server, or of what stands before it, that is not there at the moment; 401: of a session that has to be opened again. */
const passing = new Set([0, 401, 429, 502, 503, 504])

function problemOf(error: unknown): Problem {
  if (error instanceof CallError) return error.answer
  return { code: 'fault', message: error instanceof Error ? error.message : String(error) }
}

export function createOutbox<J, R>(options: Options<J, R>): Outbox<J, R> {
  const { send, onDone, onRefused, onRefusal, insist = false, calm, storage } = options
  // What was under way when the page went is sent again: every job may be sent twice.
  let parcels = (storage?.read() ?? []).map((one): Parcel<J, R> => (one.state === 'sending' ? { ...one, state: 'waiting' } : one))
  let contents: Contents<J, R> = { parcels, lost: false }
  let lastId = Math.max(0, ...parcels.map((one) => one.id))
  let [busy, failures] = [false, 0]
  let pause: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const set = (next: Parcel<J, R>[], lost = contents.lost) => {
    const done = next.filter((one) => one.state === 'done')
    const gone = new Set<Parcel<J, R>>(done.slice(0, Math.max(0, done.length - shownDone)))
    parcels = next.filter((one) => !gone.has(one))
    contents = { parcels, lost }
    storage?.write(parcels)
    for (const listener of listeners) listener()
  }
  const put = (parcel: Parcel<J, R>, lost = contents.lost) =>
    set(
      parcels.map((one) => (one.id === parcel.id ? parcel : one)),
      lost,
    )
  const nextOne = () => {
    const first = parcels.find((one) => one.state === 'waiting' || (onRefusal === 'halt' && one.state === 'refused'))
    return first?.state === 'waiting' ? first : undefined
  }

  async function attempt({ id, job: given }: Of<J>): Promise<void> {
    let job = given
    const amend = (next: J) => put({ id, job: (job = next), state: 'sending' })
    amend(job)
    try {
      const result = await send(job, amend)
      await calm?.()
      failures = 0
      const parcel = { id, job, state: 'done' as const, result, at: Date.now() }
      put(parcel, false)
      onDone?.(parcel)
    } catch (error) {
      await calm?.()
      if (insist && error instanceof CallError && passing.has(error.status)) {
        failures++
        put({ id, job, state: 'waiting' }, true)
        pause = setTimeout(wake, Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)))
        return
      }
      failures = 0
      put({ id, job, state: 'refused', problem: problemOf(error) }, false)
      onRefused?.(id)
    }
  }
  async function pump(): Promise<void> {
    if (busy) return
    busy = true
    for (let next = nextOne(); next !== undefined && pause === undefined; next = nextOne()) await attempt(next)
    busy = false
  }
  function wake(): void {
    clearTimeout(pause)
    pause = undefined
    void pump()
  }
  void pump()
  return {
    get: () => contents,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (job) => {
      set([...parcels, { id: ++lastId, job, state: 'waiting' }])
      void pump()
      return lastId
    },
    change: (id, job) => put({ id, job, state: 'refused' }),
    again: (id, job) => {
      const parcel = parcels.find((one) => one.id === id)
      if (parcel?.state !== 'refused') return
      put({ id, job: job ?? parcel.job, state: 'waiting' })
      void pump()
    },
    drop: (id) => {
      set(parcels.filter((one) => one.id !== id))
      void pump()
    },
    wake,
  }
}
