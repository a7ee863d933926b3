import { every, type Job } from '../../platform/jobs/job.ts'
import { applyDecorators } from './effects.ts'

export const scriptJobs: readonly Job[] = [
  {
    name: 'decorators',
    role: 'worker',
    everyMs: every.seconds(10),
    wakesOn: ['scripts'],
    work: (context, { holder }) => applyDecorators(context, holder),
  },
]
