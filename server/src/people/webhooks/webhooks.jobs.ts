import { every, type Job } from '../../platform/jobs/job.ts'
import { dropOldMessages, sendNext } from './outbox.ts'

export const webhookJobs: readonly Job[] = [
  // Several at a time: a receiver that is slow does not hold up the others.
  { name: 'webhooks', role: 'every', everyMs: every.seconds(2), places: 3, work: sendNext },
  { name: 'old-webhook-messages', role: 'every', everyMs: every.hour, work: dropOldMessages },
]
