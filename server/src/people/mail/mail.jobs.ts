import { every, type Job } from '../../platform/jobs/job.ts'
import { dropOldMails, sendNext } from './outbox.ts'

export const mailJobs: readonly Job[] = [
  { name: 'mails', role: 'every', everyMs: every.seconds(20), wakesOn: ['mails'], work: sendNext },
  { name: 'old-mails', role: 'every', everyMs: every.hour, work: dropOldMails },
]
