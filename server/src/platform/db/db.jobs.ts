import { every, type Job } from '../jobs/job.ts'
import { preparePartitions } from './partitions.ts'
import { refreshStatistics } from './statistics.ts'

export const databaseJobs: readonly Job[] = [
  { name: 'partitions', role: 'every', everyMs: every.hour, work: ({ db, clock }) => preparePartitions(db, clock.now()) },
  {
    name: 'statistics',
    role: 'every',
    everyMs: every.seconds(2),
    work: ({ db, config }, { holder }) => refreshStatistics(db, { holder, embedded: config.databaseUrl === undefined }),
  },
]
