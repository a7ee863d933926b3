import { every, type Job } from '../jobs/job.ts'
import { dropLooseBlobs, dropUnfinished } from './tidy.ts'

export const blobJobs: readonly Job[] = [
  { name: 'loose-blobs', role: 'every', everyMs: every.hour, work: (context) => dropLooseBlobs(context) },
  { name: 'unfinished-blobs', role: 'every', everyMs: every.hour, work: (context) => dropUnfinished(context) },
]
