import { every, type Job } from '../../platform/jobs/job.ts'
import { hasQueued } from './label-source.ts'
import { createLabelRenderer } from './render-loop.ts'

export const renderingJobs: readonly Job[] = [
  {
    name: 'render',
    role: 'worker',
    everyMs: every.seconds(1),
    rest: { everyMs: every.seconds(5), until: ({ db }) => hasQueued(db) },
    wakesOn: ['operations'],
    atStart: true,
    open: (context, { holder }) => createLabelRenderer(context, holder),
  },
]
