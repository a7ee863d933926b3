import { every, type Job } from '../../platform/jobs/job.ts'
import { openProductTexts } from './product-texts.ts'
import { hasChanges } from './product-texts.queries.ts'

export const searchJobs: readonly Job[] = [
  {
    name: 'product-texts',
    role: 'every',
    everyMs: every.seconds(1),
    rest: { everyMs: every.seconds(10), until: ({ db }) => hasChanges(db) },
    wakesOn: ['product-texts'],
    open: openProductTexts,
  },
]
