import { gatewayLogFiles } from '../../chain/gateways/gateways.service.ts'
import { every, type Job } from '../../platform/jobs/job.ts'
import { sweepDownloads } from './downloads.service.ts'
import { createLogSources, offlineGateway } from './log-sources.ts'
import { createDownloadWorker } from './worker.ts'

/** Files made at a time in a process: a log that is slow to come does not hold up the lists. */
const places = 2

export const downloadJobs: readonly Job[] = [
  {
    name: 'downloads',
    role: 'worker',
    everyMs: every.seconds(5),
    wakesOn: ['downloads'],
    places,
    open: (context, { holder }) => {
      const sources = createLogSources(context, { gateway: ({ gwMac }) => gatewayLogFiles(context, gwMac, offlineGateway) })
      const workers = Array.from({ length: places }, (_, index) =>
        createDownloadWorker({ context, holder: `${holder}#${index + 1}`, sources }),
      )
      return {
        work: async ({ place }) => workers[place - 1]?.work(),
        halt: () => {
          for (const worker of workers) worker.halt()
        },
      }
    },
  },
  { name: 'download-sweep', role: 'worker', everyMs: every.minutes(10), work: async (context) => (await sweepDownloads(context)) > 0 },
]
