/** Every background job that a domain has. What the process itself and the engine run is started by them (docs/jobs.md). */
import { alarmJobs } from './alarms/alarms.jobs.ts'
import { blobJobs } from './blobs/blobs.jobs.ts'
import { databaseJobs } from './db/db.jobs.ts'
import { downloadJobs } from './downloads/downloads.jobs.ts'
import { gatewayJobs } from './gateways/gateways.jobs.ts'
import type { Job } from './jobs/job.ts'
import { layoutJobs } from './layouts/layouts.jobs.ts'
import { mailJobs } from './mail/mail.jobs.ts'
import { notificationJobs } from './notifications/notifications.jobs.ts'
import { paperJobs } from './papers/papers.jobs.ts'
import { displayJobs } from './player/player.jobs.ts'
import { productFileJobs } from './product-files/product-files.jobs.ts'
import { promotionJobs } from './promotions/promotions.jobs.ts'
import { scriptJobs } from './scripts/scripts.jobs.ts'
import { sensorJobs } from './sensors/sensors.jobs.ts'
import { serverJobs } from './servers/servers.jobs.ts'
import { sessionJobs } from './session/session.jobs.ts'
import { settingJobs } from './settings/settings.jobs.ts'
import { softwareJobs } from './software/software.jobs.ts'
import { statusCheckJobs } from './status-check/status-check.jobs.ts'
import { storeMoveJobs } from './store-moves/store-moves.jobs.ts'
import { storeJobs } from './stores/stores.jobs.ts'
import { uploadJobs } from './uploads/uploads.jobs.ts'
import { webhookJobs } from './webhooks/webhooks.jobs.ts'

export const allJobs: readonly Job[] = [
  ...databaseJobs,
  ...settingJobs,
  ...layoutJobs,
  ...promotionJobs,
  ...scriptJobs,
  ...displayJobs,
  ...productFileJobs,
  ...paperJobs,
  ...downloadJobs,
  ...storeJobs,
  ...storeMoveJobs,
  ...softwareJobs,
  ...statusCheckJobs,
  ...alarmJobs,
  ...notificationJobs,
  ...sessionJobs,
  ...mailJobs,
  ...webhookJobs,
  ...serverJobs,
  ...gatewayJobs,
  ...sensorJobs,
  ...uploadJobs,
  ...blobJobs,
]
