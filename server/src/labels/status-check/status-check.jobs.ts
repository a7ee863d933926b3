import { every, type Job } from '../../platform/jobs/job.ts'
import { hasUnsettled, settleCollections } from './status-check.service.ts'
import { startWeekly } from './weekly.ts'

export const statusCheckJobs: readonly Job[] = [
  {
    name: 'status-checks',
    role: 'every',
    everyMs: every.seconds(2),
    wakesOn: ['collecting'],
    rest: { everyMs: every.seconds(10), until: ({ db }) => hasUnsettled(db) },
    work: settleCollections,
  },
  { name: 'weekly-status-checks', role: 'every', everyMs: every.seconds(30), work: startWeekly },
]
