/**
 * What waits for an access point: one operation for a tag at a time, the newest of each kind, at most as many under way as the device
 * takes. Lights, pages and checks go before labels. An access point that does not answer is left alone for a while; nothing is lost then.
 */
import { createBreaker } from './breaker.ts'
import type { Clock } from './clock.ts'
import { DriverError, type Driver, type End } from './driver.ts'
import { createStrays, type Strays } from './queue/strays.ts'

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
interface UnderWay {
  job: Job
  /** It is not given up any more. */
  forget: () => void
}
interface Options {
  driver: Driver
  clock: Clock
  note(text: string): void
}
interface QueueState extends Options {
  readonly breaker: ReturnType<typeof createBreaker>
  /** Waits, by operation, in the order it came. */
  readonly waiting: Map<string, Job>
  /** At the access point, by operation. */
  readonly underWay: Map<string, UnderWay>
  /** Tags for which something is under way, or is just being taken back. */
  readonly busy: Set<string>
  /** Jobs that are just being handed over. */
  handing: number
  readonly strays: Strays<Job>
  /** Until the driver says that its device is there. */
  away: boolean
  closed: boolean
  /** Takes back the next try of a device that does not answer; undefined where none is planned. */
  forgetRetry: (() => void) | undefined
}

export type Queue = ReturnType<typeof createQueue>

/** A queue whose device is away. `note`: for the gateway's log. */
export function createQueue(options: Options) {
  const queue: QueueState = {
    ...options,
    breaker: createBreaker(options.clock),
    waiting: new Map(),
    underWay: new Map(),
    busy: new Set(),
    handing: 0,
    strays: createStrays(),
    away: true,
    closed: false,
    forgetRetry: undefined,
  }
  const { breaker, waiting, underWay } = queue
  return {
    /** A job to be done; it takes the place of older ones of its tag and lane. */
    add(job: Job) {
      if (underWay.has(job.op)) return
      for (const older of [...waiting.values(), ...underWay.values().map((one) => one.job)])
        if (older.tag === job.tag && older.lane === job.lane) drop(queue, older.op, older.tag)
      waiting.set(job.op, job)
      beginNext(queue)
    },
    /** The driver says that an operation is over. */
    ended: (op: string, end: End) => ended(queue, op, end),
    /** An operation is not wanted any more. */
    drop: (op: string, tag: string) => drop(queue, op, tag),
    /** The access point is away, or back. */
    setAway(gone: boolean) {
      queue.away = gone
      if (gone) return
      breaker.worked()
      beginNext(queue)
    },
    /** Jobs that wait or are under way. */
    size: () => waiting.size + underWay.size,
    close() {
      queue.closed = true
      queue.forgetRetry?.()
      for (const { forget } of underWay.values()) forget()
    },
  }
}

/** Begins what may begin now: as much as the device takes, urgent jobs first. */
function beginNext(queue: QueueState) {
  const { driver, clock, breaker, waiting, underWay, busy } = queue
  if (queue.closed || queue.away) return
  const pause = breaker.wait()
  if (pause > 0) {
    queue.forgetRetry ??= clock.after(pause, () => {
      queue.forgetRetry = undefined
      beginNext(queue)
    })
    return
  }
  const window = breaker.isTrying() ? 1 : driver.describe().window
  const jobs = [...waiting.values()]
  for (const job of [...jobs.filter((one) => one.urgent), ...jobs.filter((one) => !one.urgent)]) {
    if (underWay.size >= window || queue.handing >= (driver.maxConcurrentHandovers ?? Infinity)) return
    if (!busy.has(job.tag)) void begin(queue, job)
  }
}

async function begin(queue: QueueState, job: Job) {
  const { clock, note, breaker, waiting, underWay, busy } = queue
  waiting.delete(job.op)
  busy.add(job.tag)
  underWay.set(job.op, { job, forget: () => undefined })
  try {
    await handOver(queue, job)
    breaker.worked()
    const one = underWay.get(job.op)
    // It may be over already.
    if (one !== undefined) one.forget = clock.after(job.patience * 1000, () => void giveUp(queue, job))
  } catch (error) {
    const known = error instanceof DriverError ? error : new DriverError(String(error), { retryable: false, reason: 'tag-refused' })
    if (known.retryable && underWay.delete(job.op)) {
      breaker.failed()
      busy.delete(job.tag)
      waiting.set(job.op, job)
      note(`${job.op} for ${job.tag} waits: ${known.message}`)
    } else ended(queue, job.op, { outcome: 'failed', reason: known.reason, detail: known.message })
  }
  beginNext(queue)
}

async function handOver(queue: QueueState, job: Job) {
  queue.handing++
  try {
    await job.begin(queue.driver)
  } finally {
    queue.handing--
  }
}

/** Answers whether it will surely not be carried out. */
async function takeBack({ driver, strays }: QueueState, job: Job): Promise<boolean> {
  strays.keep(job)
  const surely = await driver.cancel(job.op, job.tag).catch(() => false)
  if (surely) strays.take(job.op)
  return surely
}

/** The device has said nothing of it for too long. */
async function giveUp(queue: QueueState, job: Job) {
  const surely = await takeBack(queue, job)
  const detail = surely ? 'The device was not heard in time' : 'The device has not answered in time, and may still show it'
  const given = queue.underWay.get(job.op)?.job === job
  if (given) ended(queue, job.op, { outcome: 'failed', reason: 'tag-silent', detail })
  // It may still come out, and is told then.
  if (given && !surely) queue.strays.keep(job)
}

function ended(queue: QueueState, op: string, end: End) {
  const { waiting, underWay, busy, strays } = queue
  const one = underWay.get(op)
  const stray = strays.take(op)
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
  beginNext(queue)
}

function drop(queue: QueueState, op: string, tag: string) {
  const { waiting, underWay, busy } = queue
  waiting.delete(op)
  const one = underWay.get(op)
  if (one === undefined) return
  underWay.delete(op)
  one.forget()
  // What comes next for the tag waits until the device knows.
  void takeBack(queue, one.job).then(() => {
    busy.delete(tag)
    beginNext(queue)
  })
}
