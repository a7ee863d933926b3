/** Jobs that keep the database and the blobs in order. */
import { dropLooseBlobs, dropUnfinished } from '../blobs/remove-unused.ts'
import { preparePartitions } from '../db/partitions.ts'
import { refreshStatistics } from '../db/statistics.ts'
import { openFilesFirst } from '../jobs/files-first.ts'
import { every, type Job } from '../jobs/job.ts'

export const housekeepingJobs: readonly Job[] = [
  { name: 'partitions', role: 'every', everyMs: every.hour, work: ({ db, clock }) => preparePartitions(db, clock.now()) },
  {
    name: 'statistics',
    role: 'every',
    everyMs: every.seconds(2),
    open: (context, { holder }) => {
      const embedded = context.config.databaseUrl === undefined
      const files = openFilesFirst(context, every.seconds(10))
      return {
        work: async () => {
          // There everything waits while a table is counted, half a second for the 100,000 products of a file.
          const counted = await refreshStatistics(context.db, { holder, embedded, ...(embedded && { isTurn: files.isTurn }) })
          if (counted !== undefined) files.done()
        },
      }
    },
  },
  { name: 'loose-blobs', role: 'every', everyMs: every.hour, work: (context) => dropLooseBlobs(context) },
  { name: 'unfinished-blobs', role: 'every', everyMs: every.hour, work: (context) => dropUnfinished(context) },
]
