import { every, type Job } from '../../platform/jobs/job.ts'
import { awaitsDisplays, markSilentDevices, cleanUpPlayers } from './player.service.ts'

export const displayJobs: readonly Job[] = [
  {
    name: 'silent-displays',
    role: 'every',
    everyMs: every.seconds(5),
    // One that comes within that time is not silent before a minute and a half.
    rest: { everyMs: every.seconds(30), until: ({ db }) => awaitsDisplays(db) },
    work: markSilentDevices,
  },
  { name: 'old-display-data', role: 'every', everyMs: every.hour, work: cleanUpPlayers },
]
