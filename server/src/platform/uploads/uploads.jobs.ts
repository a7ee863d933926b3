import { every, type Job } from '../jobs/job.ts'
import { dropOldUploads } from './uploads.service.ts'

export const uploadJobs: readonly Job[] = [{ name: 'old-uploads', role: 'every', everyMs: every.hour, work: dropOldUploads }]
