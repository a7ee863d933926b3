import { every, type Job } from '../../platform/jobs/job.ts'
import { dropOldMessages, hasWebhooks, sendNext } from './outbox.ts'

export const webhookJobs: readonly Job[] = [
  // Several at a time: a receiver that is slow does not hold up the others.
  {
    name: 'webhooks',
    role: 'every',
    everyMs: every.seconds(2),
    wakesOn: ['webhooks'],
    rest: { everyMs: every.seconds(10), until: ({ db }) => hasWebhooks(db) },
    places: 3,
    work: sendNext,
  },
  { name: 'old-webhook-messages', role: 'every', everyMs: every.hour, work: dropOldMessages },
]
