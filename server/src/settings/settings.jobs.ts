import { every, type Job } from '../platform/jobs/job.ts'
import { refreshDisplays, refreshEveryMs } from './display-refresh.ts'
import { removeOldDaily } from './retention.ts'

export const settingJobs: readonly Job[] = [
  { name: 'display-refresh', role: 'every', everyMs: refreshEveryMs, wakesOn: ['settings'], work: refreshDisplays },
  { name: 'retention', role: 'every', everyMs: every.minutes(10), work: removeOldDaily },
]
