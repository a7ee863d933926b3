import { every, type Job } from '../../platform/jobs/job.ts'
import { nextClosing } from './closing.queries.ts'
import { clearStores } from './closing.ts'

export const storeJobs: readonly Job[] = [
  {
    name: 'closing-stores',
    role: 'every',
    everyMs: every.seconds(5),
    wakesOn: ['closing-stores'],
    rest: { everyMs: every.seconds(15), until: async ({ db }) => (await nextClosing(db)) !== undefined },
    work: (context, { holder }) => clearStores(context, holder),
  },
]
