/** Jobs that keep the database and the blobs in order. */
import { dropLooseBlobs, dropUnfinished } from '../blobs/remove-unused.ts'
import { preparePartitions } from '../db/partitions.ts'
import { refreshStatistics } from '../db/statistics.ts'
import { every, type Job } from '../jobs/job.ts'

export const housekeepingJobs: readonly Job[] = [
  { name: 'partitions', role: 'every', everyMs: every.hour, work: ({ db, clock }) => preparePartitions(db, clock.now()) },
  {
    name: 'statistics',
    role: 'every',
    everyMs: every.seconds(2),
    work: ({ db, config }, { holder }) => refreshStatistics(db, { holder, embedded: config.databaseUrl === undefined }),
  },
  { name: 'loose-blobs', role: 'every', everyMs: every.hour, work: (context) => dropLooseBlobs(context) },
  { name: 'unfinished-blobs', role: 'every', everyMs: every.hour, work: (context) => dropUnfinished(context) },
]
