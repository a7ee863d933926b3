import { every, type Job } from '../../platform/jobs/job.ts'
import { openFilmWork } from './film-work.ts'

export const mediaJobs: readonly Job[] = [
  {
    name: 'films',
    role: 'worker',
    everyMs: every.minutes(1),
    wakesOn: ['films'],
    atStart: true,
    when: ({ ffmpeg }) => ffmpeg !== undefined,
    open: openFilmWork,
  },
]
