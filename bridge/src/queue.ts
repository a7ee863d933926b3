/**
 * What waits for an access point: one operation for a tag at a time, the newest of each kind, at most as many under way as the device
 * takes. Lights, pages and checks go before labels. An access point that does not answer is left alone for a while; nothing is lost then.
 */
import { createBreaker } from './breaker.ts'
import type { Clock } from './clock.ts'
import { DriverError, type Driver, type End } from './driver.ts'

/** One thing to be done by the driver. */
export interface Job {
  op: string
  tag: string
  /** What a newer job of the same tag takes the place of. */
  lane: 'image' | 'page' | 'led'
  /** What is quick for people who stand before the shelf. */
  urgent: boolean
  /** Seconds after which a device that says nothing is given up, from when the access point has it. */
  patience: number
  begin(driver: Driver): Promise<void>
  /** It is over; called once. */
  ended(end: End): void
  /** It was taken back or given up, but the device had it, and shows it now. */
  late(): void
}
/** Operations that were taken back in vain and are remembered. */
const mostStrays = 5000

interface UnderWay {
  job: Job
  forget: () => void
}
interface Options {
  driver: Driver
  clock: Clock
  note(text: string): void
}

export function createQueue({ driver, clock, note }: Options) {
  const breaker = createBreaker(clock)
  /** Waits, by tag and operation, in the order it came. */
  const waiting = new Map<string, Job>()
  /** At the access point, by operation. */
  const underWay = new Map<string, UnderWay>()
  const busy = new Set<string>()
  let handing = 0
  /** Not wanted any more, but still at the access point: it may yet come out. */
  const strays = new Map<string, Job>()
  /** Until the driver says that its device is there. */
  let away = true
  let closed = false
  let retry: (() => void) | undefined

  function pump() {
    if (closed || away) return
    const pause = breaker.wait()
    if (pause > 0) {
      retry ??= clock.after(pause, () => {
        retry = undefined
        pump()
      })
      return
    }
    const window = breaker.isTrying() ? 1 : driver.describe().window
    const jobs = [...waiting.values()]
    for (const job of [...jobs.filter((one) => one.urgent), ...jobs.filter((one) => !one.urgent)]) {
      if (underWay.size >= window || handing >= (driver.handedAtOnce ?? Infinity)) return
      if (!busy.has(job.tag)) void begin(job)
    }
  }

  async function begin(job: Job) {
    waiting.delete(job.op)
    busy.add(job.tag)
    underWay.set(job.op, { job, forget: () => undefined })
    try {
      await handOver(job)
      breaker.worked()
      const one = underWay.get(job.op)
      // It may be over already.
      if (one !== undefined) one.forget = clock.after(job.patience * 1000, () => void giveUp(job))
    } catch (error) {
      const known = error instanceof DriverError ? error : new DriverError(String(error), { retryable: false, reason: 'tag-refused' })
      if (known.retryable && underWay.delete(job.op)) {
        breaker.failed()
        busy.delete(job.tag)
        waiting.set(job.op, job)
        note(`${job.op} for ${job.tag} waits: ${known.message}`)
      } else ended(job.op, { outcome: 'failed', reason: known.reason, detail: known.message })
    }
    pump()
  }

  async function handOver(job: Job) {
    handing++
    try {
      await job.begin(driver)
    } finally {
      handing--
    }
  }

  /** Answers whether it will surely not be carried out. */
  async function takeBack(job: Job): Promise<boolean> {
    keepStray(job)
    const surely = await driver.cancel(job.op, job.tag).catch(() => false)
    if (surely) strays.delete(job.op)
    return surely
  }
  function keepStray(job: Job) {
    strays.set(job.op, job)
    for (const op of strays.keys()) {
      if (strays.size <= mostStrays) break
      strays.delete(op)
    }
  }

  async function giveUp(job: Job) {
    const surely = await takeBack(job)
    const detail = surely ? 'The device was not heard in time' : 'The device has not answered in time, and may still show it'
    const given = underWay.get(job.op)?.job === job
    if (given) ended(job.op, { outcome: 'failed', reason: 'tag-silent', detail })
    // It may still come out, and is told then.
    if (given && !surely) keepStray(job)
  }

  function ended(op: string, end: End) {
    const one = underWay.get(op)
    const stray = strays.get(op)
    strays.delete(op)
    // The driver had it already when this process was started again, and is done before it is begun here.
    const early = waiting.get(op)
    if (one === undefined && early !== undefined) {
      waiting.delete(op)
      return early.ended(end)
    }
    if (one === undefined) {
      if (end.outcome === 'shown' || end.outcome === 'delivered') stray?.late()
      return
    }
    underWay.delete(op)
    busy.delete(one.job.tag)
    one.forget()
    one.job.ended(end)
    pump()
  }

  /** It is not wanted any more. */
  function drop(op: string, tag: string) {
    waiting.delete(op)
    const one = underWay.get(op)
    if (one === undefined) return
    underWay.delete(op)
    one.forget()
    // What comes next for the tag waits until the device knows.
    void takeBack(one.job).then(() => {
      busy.delete(tag)
      pump()
    })
  }

  return {
    add(job: Job) {
      if (underWay.has(job.op)) return
      for (const older of [...waiting.values(), ...underWay.values().map((one) => one.job)])
        if (older.tag === job.tag && older.lane === job.lane) drop(older.op, older.tag)
      waiting.set(job.op, job)
      pump()
    },
    /** The driver says that an operation is over. */
    ended,
    drop,
    /** The access point is away, or back. */
    setAway(gone: boolean) {
      away = gone
      if (!gone) {
        breaker.worked()
        pump()
      }
    },
    size: () => waiting.size + underWay.size,
    close() {
      closed = true
      retry?.()
      for (const { forget } of underWay.values()) forget()
    },
  }
}
export type Queue = ReturnType<typeof createQueue>
