import { every, type Job } from '../../platform/jobs/job.ts'
import { createInbox } from './inbox.ts'
import { clearDeadImports } from '../file-imports/file-imports.service.ts'

export const productFileJobs: readonly Job[] = [
  {
    name: 'inbox',
    role: 'worker',
    everyMs: every.seconds(2),
    atStart: true,
    when: ({ inboxFolder }) => inboxFolder !== undefined,
    open: (context, { holder }) => createInbox(context, { root: context.config.inboxFolder ?? '', holder }),
  },
  // A server that died while it read a file may never come back, or not before its hold is over.
  { name: 'dead-imports', role: 'worker', everyMs: every.seconds(10), work: ({ db, clock }) => clearDeadImports(db, clock.now()) },
]
