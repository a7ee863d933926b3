import { every, type Job } from '../../platform/jobs/job.ts'
import { dropOldDevices } from './devices.ts'
import { answerNextRequest, hasRequests } from './account-requests.ts'
import { dropOldFailures } from './throttle.ts'

export const sessionJobs: readonly Job[] = [
  {
    name: 'account-requests',
    role: 'every',
    everyMs: every.seconds(5),
    wakesOn: ['account-requests'],
    rest: { everyMs: every.seconds(15), until: ({ db }) => hasRequests(db) },
    work: async (context) => {
      const answered = await answerNextRequest(context)
      if (answered) context.signals.notify('mails', {})
      return answered
    },
  },
  { name: 'old-sign-in-failures', role: 'every', everyMs: every.hour, work: ({ db, clock }) => dropOldFailures(db, clock.now()) },
  { name: 'old-known-devices', role: 'every', everyMs: every.hour, work: ({ db, clock }) => dropOldDevices(db, clock.now()) },
]
