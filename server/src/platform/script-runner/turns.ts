/** Whose turn it is: jobs that wait for a sandbox, and which of those that are free each of them gets. */
import type { ChildProcess } from 'node:child_process'
import type { Answer, Fault, Job } from './messages.ts'

/** A sandbox that is held for several jobs of one run. */
export interface Lease {
  child?: Child | undefined
  /** Its sandbox has ended: what it held is gone. */
  lost?: boolean
}
/** A run that a person waits for: a trial, or the look at a script before it is saved. */
export interface TrialRun {
  /** The account that asked. */
  account: string
  /** Aborted when the caller has left: the run ends. */
  signal?: AbortSignal | undefined
}
export type RequestedJob = Omit<Job, 'id'> & {
  /** Whose script it is: one scope never gets all sandboxes. */
  scope: string
  /** Without it the run is one in production, and goes before trials. */
  trial?: TrialRun | undefined
  lease?: Lease
}
export interface Ran {
  answers: Answer[]
  /** Milliseconds in the sandbox, and the size of its memory. */
  ms: number
  bytes: number
}
export interface Waiting extends RequestedJob {
  id: number
  resolve: (ran: Ran) => void
  reject: (error: Error) => void
}
/** A sandbox in its process, and what it is at. */
export interface Child {
  process: ChildProcess
  job?: Waiting | undefined
  watchdog?: NodeJS.Timeout | undefined
  rest?: NodeJS.Timeout | undefined
  late?: boolean
  key?: string | undefined
  lease?: Lease | undefined
  /** Whose run it works for, or is held for between two jobs. */
  holder?: Pick<RequestedJob, 'scope' | 'trial'> | undefined
  usedAt: number
}

/** What a run answers that never came to its end. */
export const faulty = (type: string, message: string): Ran => {
  const error: Fault = { type, message, line: null, trace: [] }
  return { answers: [{ error }], ms: 0, bytes: 0 }
}

/** A trial that holds no sandbox yet. */
export const isNewTrial = ({ trial, lease }: Waiting): boolean => trial !== undefined && lease?.child === undefined

/** Production first, and otherwise as they came. A trial that goes on in the sandbox it holds waits for nothing. */
export const inTurn = (queue: readonly Waiting[]): Waiting[] => queue.toSorted((a, b) => Number(isNewTrial(a)) - Number(isNewTrial(b)))

/** The free sandbox that a job gets: the one it holds, one that has its script loaded, or the one that rested longest. */
export function childFor(job: Waiting, children: ReadonlySet<Child>): Child | undefined {
  const free = [...children].filter((child) => child.job === undefined)
  if (job.lease?.child !== undefined) return free.find((child) => child === job.lease?.child)
  const open = free.filter((child) => child.lease === undefined)
  return open.find((child) => child.key === job.key) ?? open.toSorted((a, b) => a.usedAt - b.usedAt)[0]
}

/**
 * Whether a run must leave the sandboxes that are free to others, even while no other run waits: it may hold what it gets for minutes.
 * `size`: sandboxes that there may be.
 */
export function mustWait({ scope, trial, lease }: Waiting, children: ReadonlySet<Child>, size: number): boolean {
  if (lease?.child !== undefined || size === 1) return false
  const holders = [...children].flatMap(({ holder }) => holder ?? [])
  if (trial === undefined) return holders.filter((one) => one.scope === scope && one.trial === undefined).length >= size - 1
  const hasOne = holders.some((one) => one.trial !== undefined && (one.trial.account === trial.account || one.scope === scope))
  return hasOne || holders.length >= size - 1
}
