import { every, type Job } from '../../platform/jobs/job.ts'
import { followProducts } from './product-texts.ts'

export const searchJobs: readonly Job[] = [
  { name: 'product-texts', role: 'every', everyMs: every.seconds(10), wakesOn: ['product-texts'], work: followProducts },
]
