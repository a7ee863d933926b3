import { every, type Job } from '../../platform/jobs/job.ts'
import { markSilentDevices, cleanUpPlayers } from './player.service.ts'

export const displayJobs: readonly Job[] = [
  { name: 'silent-displays', role: 'every', everyMs: every.seconds(5), work: markSilentDevices },
  { name: 'old-display-data', role: 'every', everyMs: every.hour, work: cleanUpPlayers },
]
