import { every, type Job } from '../../platform/jobs/job.ts'
import { createPromoter } from './promoter.ts'

export const promotionJobs: readonly Job[] = [
  {
    name: 'promotions',
    role: 'every',
    // Whether the next one begins or ends is looked at in memory.
    everyMs: every.seconds(0.5),
    open: (context) => {
      const promoter = createPromoter(context)
      return { work: () => promoter.work(), close: async () => promoter.stop() }
    },
  },
]
