/** A job in its sandbox: given, answered, or lost with its process. */
import { faulty, type Child, type Waiting } from './turns.ts'
import type { FromChild, ToChild } from './messages.ts'

/** After its limit a script ends by itself, with its line; a single long operation of the interpreter does not, and is ended so much later. */
const graceMs = 1500

export const sendTo = (child: Child, message: ToChild): void => void child.process.send(message)

/** The sandbox works for this job from here on; one that goes on behind the job's time is killed. */
export function giveJob(child: Child, job: Waiting): void {
  const { scope, trial, lease, resolve: _, reject: __, ...rest } = job
  clearTimeout(child.rest)
  Object.assign(child, { job, key: job.key, lease, holder: { scope, trial } })
  if (lease !== undefined) lease.child = child
  child.watchdog = setTimeout(() => {
    child.late = true
    child.process.kill('SIGKILL')
  }, job.ms + graceMs)
  sendTo(child, rest)
}

/** Hands on what the sandbox says. False when that is no answer to the job it has. */
export function takeAnswer(child: Child, { ready, id, answers = [], ms = 0, bytes = 0 }: FromChild): boolean {
  const { job } = child
  if (ready === true || job === undefined || job.id !== id) return false
  clearTimeout(child.watchdog)
  child.job = undefined
  if (child.lease === undefined) child.holder = undefined
  child.usedAt = Date.now()
  if (job.restoreAfter || answers.at(-1)?.error !== undefined) child.key = undefined
  job.resolve({ answers, ms, bytes })
  return true
}

/** Its process is gone: its job is answered with that, and what was held in it is lost. `how`: the exit code or the signal. */
export function loseJob(child: Child, how: string): void {
  clearTimeout(child.watchdog)
  clearTimeout(child.rest)
  if (child.lease !== undefined) child.lease.lost = true
  const { job } = child
  child.job = undefined
  if (job !== undefined)
    job.resolve(
      child.late === true
        ? faulty('Timeout', 'the script was stopped: it did not end within its time')
        : faulty('Crash', `the sandbox ended (${how})`),
    )
}
