import { every, type Job } from '../../platform/jobs/job.ts'
import { stepChecks } from './checks.service.ts'
import { createFollower } from './turns.ts'
import { countUsage } from './usage.ts'

export const layoutJobs: readonly Job[] = [
  {
    name: 'layouts',
    role: 'every',
    // Whether the next version begins is looked at in memory.
    everyMs: every.seconds(0.5),
    wakesOn: ['layouts'],
    open: (context) => {
      const follower = createFollower(context)
      return { work: () => follower.work(), close: async () => follower.stop() }
    },
  },
  { name: 'layout-checks', role: 'every', everyMs: every.seconds(5), wakesOn: ['layouts'], work: stepChecks },
  { name: 'layout-usage', role: 'every', everyMs: every.seconds(20), work: (context, { holder }) => countUsage(context, holder) },
]
