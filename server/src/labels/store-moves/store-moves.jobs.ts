import { every, type Job } from '../../platform/jobs/job.ts'
import { moveStores } from './store-moves.service.ts'

export const storeMoveJobs: readonly Job[] = [
  {
    name: 'store-moves',
    role: 'every',
    everyMs: every.seconds(3),
    wakesOn: ['store-moves'],
    work: (context, { holder }) => moveStores(context, holder),
  },
]
