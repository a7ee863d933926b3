import { every, type Job } from '../../platform/jobs/job.ts'
import { nextMove } from './store-moves.queries.ts'
import { moveStores } from './store-moves.service.ts'

export const storeMoveJobs: readonly Job[] = [
  {
    name: 'store-moves',
    role: 'every',
    everyMs: every.seconds(3),
    wakesOn: ['store-moves'],
    rest: { everyMs: every.seconds(15), until: async ({ db }) => (await nextMove(db)) !== undefined },
    work: (context, { holder }) => moveStores(context, holder),
  },
]
