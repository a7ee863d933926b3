import { every, type Job } from '../platform/jobs/job.ts'
import { removeOldDaily } from './retention.ts'

export const settingJobs: readonly Job[] = [{ name: 'retention', role: 'every', everyMs: every.minutes(10), work: removeOldDaily }]
