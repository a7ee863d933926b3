import { every, type Job } from '../../platform/jobs/job.ts'
import { advanceRollouts } from './advance.ts'

export const softwareJobs: readonly Job[] = [{ name: 'rollouts', role: 'every', everyMs: every.seconds(1), work: advanceRollouts }]
