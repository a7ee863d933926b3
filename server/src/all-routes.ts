/** What the server answers under `/api`: the routes of every domain of the contract. */
import type { FastifyInstance } from 'fastify'
import type { Context } from './platform/context.ts'
import { aliasRoutes } from './catalogue/aliases/aliases.routes.ts'
import { familyRoutes } from './catalogue/families/families.routes.ts'
import { productFileRoutes } from './catalogue/product-files/product-files.routes.ts'
import { productRoutes } from './catalogue/products/products.routes.ts'
import { scriptRoutes } from './catalogue/script-editor/scripts.routes.ts'
import { secondCodeRoutes } from './catalogue/second-codes/second-codes.routes.ts'
import { updateRoutes } from './catalogue/updates/updates.routes.ts'
import { accessPointRoutes } from './chain/access-points/access-points.routes.ts'
import { appRoutes } from './chain/apps/apps.routes.ts'
import { gatewayRoutes } from './chain/gateways/gateways.routes.ts'
import { mapRoutes } from './chain/map/map.routes.ts'
import { sensorRoutes } from './chain/sensors/sensors.routes.ts'
import { serverRoutes } from './chain/servers/servers.routes.ts'
import { softwareRoutes } from './chain/software/software.routes.ts'
import { storeRoutes } from './chain/stores/stores.routes.ts'
import { taskRoutes } from './delivery/tasks/tasks.routes.ts'
import { layoutRoutes } from './labels/layouts/layouts.routes.ts'
import { promotionRoutes } from './labels/promotions/promotions.routes.ts'
import { sampleRoutes } from './labels/samples/samples.routes.ts'
import { statusCheckRoutes } from './labels/status-check/status-check.routes.ts'
import { storeMoveRoutes } from './labels/store-moves/store-moves.routes.ts'
import { tagControlRoutes } from './labels/tag-control/tag-control.routes.ts'
import { tagHistoryRoutes } from './labels/tag-history/tag-history.routes.ts'
import { tagLifecycleRoutes } from './labels/tag-lifecycle/tag-lifecycle.routes.ts'
import { tagListRoutes } from './labels/tag-list/tag-list.routes.ts'
import { tagRoutes } from './labels/tags/tags.routes.ts'
import { dashboardRoutes } from './overviews/dashboard/dashboard.routes.ts'
import { downloadRoutes } from './overviews/downloads/downloads.routes.ts'
import { exceptionRoutes } from './overviews/exceptions/exceptions.routes.ts'
import { searchRoutes } from './overviews/search/search.routes.ts'
import { todayRoutes } from './overviews/today/today.routes.ts'
import { paperRoutes } from './paper/papers/papers.routes.ts'
import { printingRoutes } from './paper/printing/printing.routes.ts'
import { alarmRoutes } from './people/alarms/alarms.routes.ts'
import { auditRoutes } from './people/audit/audit.routes.ts'
import { memberRoutes } from './people/members/members.routes.ts'
import { notificationRoutes } from './people/notifications/notifications.routes.ts'
import { oidcRoutes } from './people/oidc/oidc.routes.ts'
import { roleRoutes } from './people/roles/roles.routes.ts'
import { secondFactorRoutes } from './people/second-factor/second-factor.routes.ts'
import { sessionRoutes } from './people/session/session.routes.ts'
import { tokenRoutes } from './people/tokens/tokens.routes.ts'
import { webhookRoutes } from './people/webhooks/webhooks.routes.ts'
import { settingRoutes } from './settings/settings.routes.ts'
import { contentRoutes } from './signage/contents/contents.routes.ts'
import { playerRoutes } from './signage/display-api/player.routes.ts'
import { displayMasterRoutes } from './signage/display-masters/display-masters.routes.ts'
import { displayRoutes } from './signage/displays/displays.routes.ts'
import { mediaRoutes } from './signage/media/media.routes.ts'
import { brandRoutes } from './signage/brand/brand.routes.ts'
import { playlistRoutes } from './signage/playlists/playlists.routes.ts'
import { playRoutes } from './signage/plays/plays.routes.ts'
import { scheduleRoutes } from './signage/schedules/schedules.routes.ts'
import { showSetRoutes } from './signage/show-sets/show-sets.routes.ts'
import { showRoutes } from './signage/shows/shows.routes.ts'
import { slideTemplateRoutes } from './signage/slide-templates/slide-templates.routes.ts'
import { timelineRoutes } from './signage/timelines/timelines.routes.ts'

export const allRoutes: readonly ((app: FastifyInstance, context: Context) => void)[] = [
  sessionRoutes,
  memberRoutes,
  roleRoutes,
  secondFactorRoutes,
  oidcRoutes,
  storeRoutes,
  storeMoveRoutes,
  gatewayRoutes,
  accessPointRoutes,
  tagRoutes,
  sensorRoutes,
  tagControlRoutes,
  statusCheckRoutes,
  tagHistoryRoutes,
  tagLifecycleRoutes,
  sampleRoutes,
  tagListRoutes,
  productRoutes,
  promotionRoutes,
  familyRoutes,
  secondCodeRoutes,
  aliasRoutes,
  layoutRoutes,
  productFileRoutes,
  paperRoutes,
  playerRoutes,
  displayRoutes,
  mediaRoutes,
  slideTemplateRoutes,
  scheduleRoutes,
  contentRoutes,
  showRoutes,
  showSetRoutes,
  timelineRoutes,
  brandRoutes,
  playlistRoutes,
  displayMasterRoutes,
  playRoutes,
  printingRoutes,
  taskRoutes,
  updateRoutes,
  alarmRoutes,
  notificationRoutes,
  serverRoutes,
  mapRoutes,
  dashboardRoutes,
  exceptionRoutes,
  searchRoutes,
  todayRoutes,
  downloadRoutes,
  settingRoutes,
  scriptRoutes,
  appRoutes,
  softwareRoutes,
  auditRoutes,
  webhookRoutes,
  tokenRoutes,
]
