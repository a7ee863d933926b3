/** Background jobs of the server's processes: what they are called, and how each has run (docs/jobs.md). */
import * as z from 'zod'
import { epochSeconds } from './schemas.ts'

/** Every job of a process, by the part of the server that it belongs to. The console has words for each (i18n, `jobs.name`). */
export const jobNames = [
  // The process itself.
  'heartbeat',
  'server-watch',
  'own-bridge',
  'mail-settings',
  // The database.
  'partitions',
  'statistics',
  'retention',
  // The tag engine.
  'render',
  'dispatch',
  'deadlines',
  'intake',
  'shards',
  'sweeps',
  'gateway-requests',
  // What labels and displays show.
  'layouts',
  'layout-checks',
  'layout-usage',
  'promotions',
  'decorators',
  'display-refresh',
  'silent-displays',
  'screen-pictures',
  'films',
  // Files and paper.
  'inbox',
  'dead-imports',
  'product-texts',
  'paper-labels',
  'downloads',
  'download-sweep',
  // Stores and their gateways.
  'closing-stores',
  'store-moves',
  'rollouts',
  'status-checks',
  'weekly-status-checks',
  // Messages to people and programs.
  'alarms',
  'notifications',
  'account-requests',
  'mails',
  'webhooks',
  // What has had its time is removed.
  'old-server-samples',
  'old-gateway-data',
  'old-sensor-data',
  'old-display-data',
  'old-papers',
  'old-mails',
  'old-webhook-messages',
  'old-sign-in-failures',
  'old-known-devices',
  'old-uploads',
  'loose-blobs',
  'unfinished-blobs',
] as const
export type JobName = (typeof jobNames)[number]

/** How a job has run in one process since that started. */
export const jobReport = z.object({
  name: z.enum(jobNames),
  running: z.boolean(),
  runs: z.int(),
  failures: z.int(),
  /** When the last run that is over began. */
  lastRunAt: epochSeconds.nullable(),
  /** How long it took, in milliseconds. */
  lastDurationMs: z.int().nullable(),
  lastFailureAt: epochSeconds.nullable(),
  /** Why that run failed, as the code put it: for the technician, and the same in the log. */
  lastFailure: z.string().nullable(),
  /** When it runs by itself next, if nothing wakes it before; null while it runs or is stopped. */
  nextRunAt: epochSeconds.nullable(),
})
export interface JobReport extends z.infer<typeof jobReport> {}
