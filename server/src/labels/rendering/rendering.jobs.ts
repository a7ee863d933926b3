import { every, type Job } from '../../platform/jobs/job.ts'
import { createLabelRenderer } from './render-loop.ts'

export const renderingJobs: readonly Job[] = [
  {
    name: 'render',
    role: 'worker',
    everyMs: every.seconds(1),
    wakesOn: ['operations'],
    atStart: true,
    open: (context, { holder }) => createLabelRenderer(context, holder),
  },
]
