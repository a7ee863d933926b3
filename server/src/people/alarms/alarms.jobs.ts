import { every, type Job } from '../../platform/jobs/job.ts'
import { endAlarms } from './alarm-sweep.ts'

export const alarmJobs: readonly Job[] = [
  { name: 'alarms', role: 'every', everyMs: every.seconds(15), work: (context, { holder }) => endAlarms(context, holder) },
]
