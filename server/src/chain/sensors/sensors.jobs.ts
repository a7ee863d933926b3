import { every, type Job } from '../../platform/jobs/job.ts'
import { cleanUpSensors } from './sensors.service.ts'

export const sensorJobs: readonly Job[] = [{ name: 'old-sensor-data', role: 'every', everyMs: every.hour, work: cleanUpSensors }]
