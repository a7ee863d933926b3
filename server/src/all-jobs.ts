/** Every background job that a domain has. What the process itself and the engine run is started by them (docs/jobs.md). */
import { alarmJobs } from './people/alarms/alarms.jobs.ts'
import { housekeepingJobs } from './platform/housekeeping/housekeeping.jobs.ts'
import { downloadJobs } from './overviews/downloads/downloads.jobs.ts'
import { gatewayJobs } from './chain/gateways/gateways.jobs.ts'
import { displayRefreshJobs } from './labels/display-refresh/display-refresh.jobs.ts'
import type { Job } from './platform/jobs/job.ts'
import { mediaJobs } from './signage/media/media.jobs.ts'
import { layoutJobs } from './labels/layouts/layouts.jobs.ts'
import { mailJobs } from './people/mail/mail.jobs.ts'
import { notificationJobs } from './people/notifications/notifications.jobs.ts'
import { paperJobs } from './paper/papers/papers.jobs.ts'
import { displayJobs } from './signage/display-api/player.jobs.ts'
import { productFileJobs } from './catalogue/product-files/product-files.jobs.ts'
import { promotionJobs } from './labels/promotions/promotions.jobs.ts'
import { renderingJobs } from './labels/rendering/rendering.jobs.ts'
import { scriptJobs } from './catalogue/scripts/scripts.jobs.ts'
import { searchJobs } from './overviews/search/search.jobs.ts'
import { sensorJobs } from './chain/sensors/sensors.jobs.ts'
import { serverJobs } from './chain/servers/servers.jobs.ts'
import { sessionJobs } from './people/session/session.jobs.ts'
import { settingJobs } from './settings/settings.jobs.ts'
import { softwareJobs } from './chain/software/software.jobs.ts'
import { statusCheckJobs } from './labels/status-check/status-check.jobs.ts'
import { storeMoveJobs } from './labels/store-moves/store-moves.jobs.ts'
import { storeJobs } from './chain/stores/stores.jobs.ts'
import { uploadJobs } from './platform/uploads/uploads.jobs.ts'
import { webhookJobs } from './people/webhooks/webhooks.jobs.ts'

export const allJobs: readonly Job[] = [
  ...housekeepingJobs,
  ...settingJobs,
  ...renderingJobs,
  ...layoutJobs,
  ...displayRefreshJobs,
  ...promotionJobs,
  ...scriptJobs,
  ...displayJobs,
  ...mediaJobs,
  ...productFileJobs,
  ...searchJobs,
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
]
