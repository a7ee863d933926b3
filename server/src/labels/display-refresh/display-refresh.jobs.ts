import type { Job } from '../../platform/jobs/job.ts'
import { refreshDisplays, refreshEveryMs } from './display-refresh.ts'

export const displayRefreshJobs: readonly Job[] = [
  { name: 'display-refresh', role: 'every', everyMs: refreshEveryMs, wakesOn: ['settings'], work: refreshDisplays },
]
