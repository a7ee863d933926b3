import { every, type Job } from '../../platform/jobs/job.ts'
import { dropOldSamples } from './servers.service.ts'

/** The heartbeat and the watch begin with the process itself: monitor.ts. */
export const serverJobs: readonly Job[] = [{ name: 'old-server-samples', role: 'every', everyMs: every.hour, work: dropOldSamples }]
