/** Starts the jobs that a process of these roles has, and stops them again. */
import type { Context } from '../context.ts'
import type { Job, OpenJob } from './job.ts'
import { idle, type Loop } from './loop.ts'

export interface RunningJobs {
  /** Gives back what is under way; resolves when the last run is over. */
  stop(): Promise<void>
}

const placesOf = ({ places = 1 }: Job) => Array.from({ length: places }, (_, index) => index + 1)

/**
 * Of several places of a job that have nothing to do, one looks for all of them: each look is a query. One that is at work is not waited
 * for, the next one looks in its turn.
 */
function lookInTurn({ everyMs, rest }: Pick<Job, 'everyMs' | 'rest'>) {
  /** Looks of other places come at least half a period after the last one. */
  let next = -Infinity
  const lookedAt = (periodMs: number) => void (next = performance.now() + periodMs - everyMs / 2)
  return {
    looks: () => {
      if (performance.now() < next) return false
      lookedAt(everyMs)
      return true
    },
    answered: (answer: unknown) => lookedAt(answer === idle && rest !== undefined ? rest.everyMs : everyMs),
  }
}

/** `holder` names this process in leases and claims; each of several places of a job has its own. */
export function startJobs(context: Context, jobs: readonly Job[], { holder }: { holder: string }): RunningJobs {
  const { config } = context
  const mine = jobs.filter(({ role, when }) => (role === 'every' || config.roles.includes(role)) && (when?.(config) ?? true))
  const started = mine.map((job) => {
    const opened: OpenJob = job.open === undefined ? { work: (at) => job.work(context, at) } : job.open(context, { holder })
    const turns = job.places === undefined ? undefined : lookInTurn(job)
    const loops: Loop[] = placesOf(job).map((place) => {
      const at = { place, holder: job.places === undefined ? holder : `${holder}#${place}` }
      return context.jobs.start({
        ...job,
        ...(job.rest && { idleMs: job.rest.everyMs }),
        ...(turns && { looks: turns.looks }),
        work: async () => {
          const answer = (await job.rest?.until(context)) === false ? idle : await opened.work(at)
          turns?.answered(answer)
          // Where there was work there may be work for all.
          if (answer === true) for (const [index, other] of loops.entries()) if (index !== place - 1) other.wake()
          return answer
        },
      })
    })
    if (job.atStart === true) for (const loop of loops) loop.wake()
    return { ...opened, loops }
  })
  return {
    stop: async () => {
      for (const { halt } of started) halt?.()
      await Promise.all(started.flatMap(({ loops }) => loops.map((loop) => loop.stop())))
      // One that cannot be closed does not keep the others.
      const closed = await Promise.allSettled(started.map(async ({ close }) => close?.()))
      for (const result of closed) if (result.status === 'rejected') throw result.reason
    },
  }
}
