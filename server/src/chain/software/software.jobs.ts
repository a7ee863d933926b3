import { every, type Job } from '../../platform/jobs/job.ts'
import { advanceRollouts } from './advance.ts'
import { openRollouts } from './advance.queries.ts'

export const softwareJobs: readonly Job[] = [
  {
    name: 'rollouts',
    role: 'every',
    everyMs: every.seconds(1),
    wakesOn: ['rollouts'],
    rest: { everyMs: every.seconds(10), until: async ({ db }) => (await openRollouts(db)).length > 0 },
    work: advanceRollouts,
  },
]
