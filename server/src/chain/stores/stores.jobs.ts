import { every, type Job } from '../../platform/jobs/job.ts'
import { clearStores } from './closing.ts'

export const storeJobs: readonly Job[] = [
  {
    name: 'closing-stores',
    role: 'every',
    everyMs: every.seconds(5),
    wakesOn: ['closing-stores'],
    work: (context, { holder }) => clearStores(context, holder),
  },
]
