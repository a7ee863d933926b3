import { every, type Job } from '../../platform/jobs/job.ts'
import { dropOldGatewayData } from './gateways.service.ts'

export const gatewayJobs: readonly Job[] = [{ name: 'old-gateway-data', role: 'every', everyMs: every.hour, work: dropOldGatewayData }]
