/** How background jobs run, for `/metrics`: of every process that reports, also of those without an API of their own. */
import type { JobReport } from '@endcap/contract/jobs'
import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../../platform/context.ts'
import { jobsOfServers } from '../../chain/servers/servers.service.ts'

const figures: { name: string; help: string; value: (job: JobReport) => number | null }[] = [
  { name: 'endcap_job_runs', help: 'Runs of a background job since its process started', value: ({ runs }) => runs },
  { name: 'endcap_job_failures', help: 'Those of them that failed', value: ({ failures }) => failures },
  { name: 'endcap_job_last_run_timestamp_seconds', help: 'When the last run began', value: ({ lastRunAt }) => lastRunAt },
  {
    name: 'endcap_job_last_duration_seconds',
    help: 'How long the last run took',
    value: ({ lastDurationMs }) => (lastDurationMs === null ? null : lastDurationMs / 1000),
  },
  {
    name: 'endcap_job_last_failure_timestamp_seconds',
    help: 'When the last run that failed began',
    value: ({ lastFailureAt }) => lastFailureAt,
  },
  { name: 'endcap_job_next_run_timestamp_seconds', help: 'When it runs by itself next', value: ({ nextRunAt }) => nextRunAt },
]

/** Answers what reads the figures anew. */
export function createJobFigures(context: Context, registry: Registry): () => Promise<void> {
  const gauges = figures.map(({ name, help, value }) => ({
    value,
    gauge: new Gauge({ name, help, labelNames: ['server', 'job'], registers: [registry] }),
  }))
  return async () => {
    const servers = await jobsOfServers(context)
    for (const { gauge, value } of gauges) {
      gauge.reset()
      for (const { server, jobs } of servers)
        for (const job of jobs) {
          const figure = value(job)
          if (figure !== null) gauge.set({ server, job: job.name }, figure)
        }
    }
  }
}
