import { every, type Job } from '../../platform/jobs/job.ts'
import { compareScreens } from './compare-screens.ts'
import { awaitsPictures } from './screenshots.queries.ts'
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
  {
    name: 'screen-pictures',
    role: 'worker',
    everyMs: every.seconds(5),
    wakesOn: ['screen-pictures'],
    // One that is due soon is noted by this job alone, or wakes it.
    rest: { everyMs: every.minutes(1), until: ({ db }) => awaitsPictures(db) },
    work: compareScreens,
  },
  { name: 'old-display-data', role: 'every', everyMs: every.hour, work: cleanUpPlayers },
]
