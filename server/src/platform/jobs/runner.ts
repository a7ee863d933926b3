/** Runs the background jobs of one process: starts, wakes, spreads, stops and measures them (docs/jobs.md). */
import type { JobName, JobReport } from '@endcap/contract/jobs'
import type { Logger } from 'pino'
import { toEpoch, toEpochOrNull, type Clock } from '../base/clock.ts'
import type { SignalName, Signals } from '../signals/signals.ts'
import { startLoop, type Loop } from './loop.ts'

export interface LoopJob {
  name: JobName
  everyMs: number
  /** Milliseconds to the next run after one that answered `idle`. */
  idleMs?: number
  retryMs?: number
  wakesOn?: readonly SignalName[]
  /** Asked when it would run by itself: `false` leaves that turn out. */
  looks?: () => boolean
  /** Answers `true` when it should run again at once, `idle` when nothing is there to wait for. */
  work: () => Promise<unknown>
}

export interface JobRunner {
  /** Several of one name are reported as one job. */
  start(job: LoopJob): Loop
  /** How each job that was started here has run, by name. */
  reports(): JobReport[]
}

/** Jobs that run at least this often need no spreading. */
const spreadFromMs = 60_000
/** Longest reason of a failure that is reported. */
const maxReason = 300

/** Between half of the period and the whole of it, by its name, so that what runs once an hour does not all run in the same moment. */
function firstRunMs(name: string, everyMs: number): number {
  if (everyMs < spreadFromMs) return everyMs
  const hash = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1000, 7)
  return Math.round(everyMs * (0.5 + hash / 2000))
}

interface Runs {
  count: number
  failures: number
  running: number
  last: { at: Date; tookMs: number } | undefined
  failure: { at: Date; reason: string } | undefined
  /** When each loop of this name runs by itself next. */
  next: Map<number, Date>
}

export function createJobRunner({ log, signals, clock }: { log: Logger; signals: Signals; clock: Clock }): JobRunner {
  const jobs = new Map<JobName, Runs>()
  let started = 0

  function runsOf(name: JobName): Runs {
    const known = jobs.get(name)
    if (known !== undefined) return known
    const fresh: Runs = { count: 0, failures: 0, running: 0, last: undefined, failure: undefined, next: new Map() }
    jobs.set(name, fresh)
    return fresh
  }

  /** Notes down how one loop of this name runs. */
  function measure(name: JobName) {
    const runs = runsOf(name)
    const key = started++
    let began = { at: new Date(0), ms: 0 }
    return {
      began: () => {
        began = { at: clock.now(), ms: performance.now() }
        runs.running++
        runs.next.delete(key)
      },
      ended: (error?: unknown) => {
        runs.running--
        runs.count++
        runs.last = { at: began.at, tookMs: Math.round(performance.now() - began.ms) }
        if (error === undefined) return
        runs.failures++
        runs.failure = { at: began.at, reason: (error instanceof Error ? error.message : 'no reason was given').slice(0, maxReason) }
        log.error({ err: error, job: name }, 'background work failed; it will be tried again')
      },
      planned: (inMs: number | undefined) => {
        if (inMs === undefined) runs.next.delete(key)
        else runs.next.set(key, new Date(clock.now().getTime() + inMs))
      },
    }
  }

  return {
    start({ name, everyMs, idleMs, retryMs, wakesOn = [], looks, work }) {
      const firstMs = firstRunMs(name, everyMs)
      const loop = startLoop({
        everyMs,
        firstMs,
        work,
        ...measure(name),
        ...(idleMs !== undefined && { idleMs }),
        ...(retryMs !== undefined && { retryMs }),
        ...(looks && { looks }),
      })
      const endListening = wakesOn.map((signal) => signals.on(signal, () => loop.wake()))
      return {
        ...loop,
        stop: () => {
          for (const end of endListening) end()
          return loop.stop()
        },
      }
    },
    reports: () => [...jobs].map(([name, runs]) => toReport(name, runs)),
  }
}

function toReport(name: JobName, { count, failures, running, last, failure, next }: Runs): JobReport {
  const nearest = [...next.values()].toSorted((one, other) => one.getTime() - other.getTime())[0]
  return {
    name,
    running: running > 0,
    runs: count,
    failures,
    lastRunAt: toEpochOrNull(last?.at ?? null),
    lastDurationMs: last?.tookMs ?? null,
    lastFailureAt: failure === undefined ? null : toEpoch(failure.at),
    lastFailure: failure?.reason ?? null,
    nextRunAt: toEpochOrNull(nearest ?? null),
  }
}
