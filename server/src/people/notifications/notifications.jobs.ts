import { every, type Job } from '../../platform/jobs/job.ts'
import { createNotifier } from './notifications.service.ts'

export const notificationJobs: readonly Job[] = [
  {
    name: 'notifications',
    role: 'every',
    // A mail about something is late by so much at most.
    everyMs: every.seconds(20),
    open: (context, { holder }) => {
      const notifier = createNotifier(context, holder)
      return {
        work: async () => {
          if ((await notifier.sweep()) > 0) context.signals.notify('mails', {})
        },
        close: notifier.stop,
      }
    },
  },
]
