import { every, type Job } from '../../platform/jobs/job.ts'
import { createDrawer } from './draw.ts'
import { hasOpenJobs } from './jobs.queries.ts'
import { dropOldPapers } from './papers.service.ts'
import { createPrintWorker } from './print-worker.ts'

export const paperJobs: readonly Job[] = [
  {
    name: 'paper-labels',
    role: 'worker',
    everyMs: every.seconds(1),
    rest: { everyMs: every.seconds(10), until: ({ db }) => hasOpenJobs(db) },
    wakesOn: ['papers'],
    // Printers at a time: one that is away does not hold up the others.
    places: 4,
    open: (context) => {
      const drawer = createDrawer(context)
      return { work: ({ holder }) => createPrintWorker({ context, holder, draw: drawer.draw }).work(), close: drawer.stop }
    },
  },
  { name: 'old-papers', role: 'every', everyMs: every.hour, work: dropOldPapers },
]
