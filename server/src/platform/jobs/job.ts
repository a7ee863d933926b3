/** Background jobs as data: what a domain exports from its `<domain>.jobs.ts`. How one is added: docs/jobs.md. */
import type { JobName } from '@endcap/contract/jobs'
import type { serverRoles } from '@endcap/contract/servers'
import type { Config } from '../base/config.ts'
import type { Context } from '../context.ts'
import type { SignalName } from '../signals/signals.ts'
import type { JobRunner } from './runner.ts'

declare module '../context.ts' {
  interface Context {
    /** Runs the background jobs of this process, and knows how they went. */
    jobs: JobRunner
  }
}

/** What a job is worked with. */
export interface JobPlace {
  /** Names this place of this process in leases and claims. */
  holder: string
  /** From 1; more than one only where the job has `places`. */
  place: number
}

/** A job that keeps something between its runs. */
export interface OpenJob {
  work(at: JobPlace): Promise<unknown>
  /** The process ends: what is under way is given back, and nothing new is begun. */
  halt?(): void
  /** After the last run. */
  close?(): Promise<void>
}

interface JobFacts {
  name: JobName
  /** The processes that run it: those with this role, or all of them. Which of several has its turn is the job's own business (leases, claims). */
  role: (typeof serverRoles)[number] | 'every'
  /** Milliseconds between the end of a run and the next one. From a minute on, the first runs are spread. */
  everyMs: number
  /**
   * Asked before each run. Until it answers `true` nothing is there that time alone would make due: the job is not run, and looks this often.
   * What makes work wakes it by a signal of `wakesOn`.
   */
  rest?: { everyMs: number; until: (context: Context) => Promise<boolean> }
  /** Milliseconds from a failure to the next run; 1000 unless given. */
  retryMs?: number
  /** Hints after which it runs at once. One that is lost costs time: the job looks by itself as well. */
  wakesOn?: readonly SignalName[]
  /** So many run beside each other in a process; 1 unless given. */
  places?: number
  /** It runs once as soon as the process is up. */
  atStart?: boolean
  /** It has no work in processes with other settings. */
  when?: (config: Config) => boolean
}

/** The work answers `true` when it should run again at once; any other answer means that all is done for now. */
export type Job = JobFacts &
  (
    | { work: (context: Context, at: JobPlace) => Promise<unknown>; open?: never }
    | { open: (context: Context, at: { holder: string }) => OpenJob; work?: never }
  )

const second = 1000
const minute = 60 * second
/** Periods of jobs, in milliseconds. */
export const every = {
  seconds: (count: number) => count * second,
  minutes: (count: number) => count * minute,
  hour: 60 * minute,
}
