/** The route table: the specification's addresses, as far as their screens exist. */
import { createHashHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { lazyPart } from './app/lazy.tsx'
import { paths } from './app/paths.ts'
import { loadWords } from './i18n/i18n.ts'
import { ScreenWaits } from './ui/ScreenWaits.tsx'
import { Shell } from './shell/Shell.tsx'

const root = createRootRoute({ component: Shell })
/** `words`: the areas of the words that the screen says beside those of the application, with spaces between. */
function page<P extends string>(path: P, load: () => Promise<Record<string, unknown>>, name: string, words = '') {
  // The router's own lazy component reloads the page when a screen cannot be fetched, and what was typed would be gone.
  const component = lazyPart(
    async () => {
      const [module] = await Promise.all([load(), loadWords(words === '' ? [] : words.split(' '))])
      return module[name] as ComponentType
    },
    <ScreenWaits />,
  )
  return createRoute({ getParentRoute: () => root, path, component })
}
const tree = root.addChildren([
  page(
    '/dashboard',
    () => import('./dashboard/dashboard.screen.tsx'),
    'DashboardScreen',
    'dashboard alarms charts exceptions firstRun gateways members samples servers storeConfig today',
  ),
  page('/dashboard/walk', () => import('./today/walk.screen.tsx'), 'WalkScreen', 'today'),
  page('/exceptions', () => import('./exceptions/exceptions.screen.tsx'), 'ExceptionsScreen', 'exceptions aisle dashboard tasks today'),
  page('/tag', () => import('./tags/tag-overview.screen.tsx'), 'TagOverviewScreen'),
  page('/tag/detail/$storeCode', () => import('./tags/tag-list.screen.tsx'), 'TagListScreen', 'aisle tasks today'),
  page('/tag/stock/$storeCode', () => import('./tags/tag-stock.screen.tsx'), 'TagStockScreen'),
  page('/tag/$storeCode/$tagMac/$tagId/update/history', () => import('./tags/tag-history.screen.tsx'), 'TagHistoryScreen'),
  page('/tag/$storeCode/$tagMac/$tagId/alarm/history', () => import('./alarms/tag-alarms.screen.tsx'), 'TagAlarmsScreen', 'alarms'),
  page('/sensor', () => import('./sensors/sensor-overview.screen.tsx'), 'SensorOverviewScreen', 'sensors'),
  page('/sensor/detail/$storeCode', () => import('./sensors/sensor-list.screen.tsx'), 'SensorListScreen', 'sensors'),
  page(
    '/sensor/$storeCode/$sensorMac/alarm/history',
    () => import('./sensors/sensor-alarms.screen.tsx'),
    'SensorAlarmsScreen',
    'sensors alarms',
  ),
  page(
    '/sensor/$storeCode/$sensorMac/history',
    () => import('./sensors/sensor-history.screen.tsx'),
    'SensorHistoryScreen',
    'sensors charts',
  ),
  page('/tag/$storeCode/$tagMac/$tagId/battery/history', () => import('./tags/tag-readings.screen.tsx'), 'TagBatteryScreen', 'charts'),
  page('/tag/$storeCode/$tagMac/$tagId/reset/history', () => import('./tags/tag-readings.screen.tsx'), 'TagResetsScreen', 'charts'),
  page(
    '/tag/$storeCode/$tagMac/$tagId/temperature/history',
    () => import('./tags/tag-readings.screen.tsx'),
    'TagTemperatureScreen',
    'charts',
  ),
  page('/product', () => import('./products/product-overview.screen.tsx'), 'ProductOverviewScreen'),
  page('/product/list/$storeCode', () => import('./families/catalogue.screen.tsx'), 'CatalogueScreen', 'families files samples updates'),
  page('/family-product', () => import('./families/shared-families.screen.tsx'), 'SharedFamiliesScreen', 'families files'),
  page('/layouts', () => import('./layouts/library.screen.tsx'), 'LayoutLibraryScreen', 'layouts'),
  page('/layouts/rules', () => import('./layouts/rules.screen.tsx'), 'LayoutRulesScreen', 'layouts shows'),
  page(
    '/layouts/$drawingId',
    () => import('./layout-designer/layout-designer.screen.tsx'),
    'LayoutDesignerScreen',
    'canvas layoutDesigner layouts',
  ),
  page('/layouts/$drawingId/check', () => import('./layouts/check.screen.tsx'), 'LayoutCheckScreen', 'layouts'),
  page('/layouts/$drawingId/versions', () => import('./layouts/versions.screen.tsx'), 'LayoutVersionsScreen', 'layouts'),
  page('/product/secondCode/list', () => import('./second-codes/second-code-list.screen.tsx'), 'SecondCodeListScreen', 'files secondCodes'),
  page('/product/$storeCode/update/task/list', () => import('./updates/update-list.screen.tsx'), 'UpdateListScreen', 'updates'),
  page(
    '/product/$storeCode/$updateId/$taskId/update/task/detail',
    () => import('./updates/change-list.screens.tsx'),
    'UpdateDetailScreen',
    'updates charts',
  ),
  page(
    '/product/$storeCode/$prCode/update/history',
    () => import('./updates/change-list.screens.tsx'),
    'ProductHistoryScreen',
    'updates charts',
  ),
  page('/product/price/history', () => import('./updates/price-changes.screen.tsx'), 'PriceChangesScreen', 'updates'),
  page('/product/file/upload/history', () => import('./products/file-history.screen.tsx'), 'FileHistoryScreen', 'files'),
  page('/product/file/upload/history/detail/$historyId', () => import('./products/file-detail.screen.tsx'), 'FileDetailScreen', 'files'),
  page('/paper', () => import('./papers/paper-overview.screen.tsx'), 'PaperOverviewScreen', 'papers'),
  page('/paper/upload/history', () => import('./papers/paper-history.screen.tsx'), 'PaperHistoryScreen', 'papers'),
  page('/paper/upload/history/detail/$historyId', () => import('./papers/paper-file.screen.tsx'), 'PaperFileScreen', 'papers'),
  page('/paper/task/$storeCode', () => import('./papers/task-list.screen.tsx'), 'PaperTaskListScreen', 'papers tasks files'),
  page('/paper/task/$storeCode/$taskId', () => import('./papers/task-detail.screen.tsx'), 'PaperTaskDetailScreen', 'papers tasks'),
  page('/print', () => import('./printing/printing-overview.screen.tsx'), 'PrintingOverviewScreen', 'printing'),
  page('/print/edit/$storeCode', () => import('./printing/print-edit.screen.tsx'), 'PrintEditScreen', 'printing'),
  page('/plus/device', () => import('./displays/overview.screens.tsx'), 'DisplaysScreen', 'displays'),
  page('/plus/image', () => import('./displays/overview.screens.tsx'), 'ImagesScreen', 'displays'),
  page('/plus/video', () => import('./displays/overview.screens.tsx'), 'VideosScreen', 'displays'),
  page('/plus/widget', () => import('./displays/overview.screens.tsx'), 'WidgetsScreen', 'displays'),
  page('/plus/template', () => import('./displays/overview.screens.tsx'), 'SlideTemplatesScreen', 'displays'),
  page('/plus/schedule', () => import('./displays/overview.screens.tsx'), 'SchedulesScreen', 'displays'),
  page('/plus/image/list/$storeCode', () => import('./media/media-list.screen.tsx'), 'ImageListScreen', 'media'),
  page('/plus/video/list/$storeCode', () => import('./media/media-list.screen.tsx'), 'VideoListScreen', 'media'),
  page('/plus/widget/list/$storeCode', () => import('./media/media-list.screen.tsx'), 'WidgetListScreen', 'media'),
  page(
    '/plus/template/list/$storeCode',
    () => import('./slide-templates/template-list.screen.tsx'),
    'TemplateListScreen',
    'media members slideTemplates',
  ),
  page('/plus/schedule/list/$storeCode', () => import('./schedules/schedule-list.screen.tsx'), 'ScheduleListScreen', 'media schedules'),
  page(
    '/plus/device/show/$storeCode/$mac',
    () => import('./slide-editor/device-editor.screen.tsx'),
    'DeviceEditorScreen',
    'canvas displays media slideEditor',
  ),
  page(
    '/plus/template/show/$storeCode/$templateId/$mode/$size',
    () => import('./slide-editor/template-editor.screen.tsx'),
    'TemplateEditorScreen',
    'canvas media slideEditor slideTemplates',
  ),
  page(
    '/plus/device/list/$storeCode',
    () => import('./displays/device-list.screen.tsx'),
    'DisplayListScreen',
    'alarms canvas displays media',
  ),
  page('/plus/play/$storeCode', () => import('./plays/play-list.screen.tsx'), 'PlayListScreen', 'plays'),
  page('/plus/play/sum/$storeCode', () => import('./plays/play-sums.screen.tsx'), 'PlaySumsScreen', 'plays'),
  page(
    '/plus/v1/display',
    () => import('./displays/display-list.screen.tsx'),
    'DisplaysOfAllScreen',
    'alarms contents displayMasters displays media',
  ),
  page('/plus/v1/master', () => import('./display-masters/master-list.screen.tsx'), 'MasterListScreen', 'displays displayMasters'),
  page('/plus/v1/content', () => import('./contents/content-library.screen.tsx'), 'ContentLibraryScreen', 'contents media'),
  page('/plus/v1/brand', () => import('./brand/brand.screen.tsx'), 'BrandScreen', 'brand canvas media'),
  page('/plus/v1/show', () => import('./shows/show-list.screen.tsx'), 'ShowListScreen', 'contents media showSets shows'),
  page(
    '/plus/v1/show/update',
    () => import('./shows/show-edit.screen.tsx'),
    'ShowEditScreen',
    'canvas contents media playlists showSets shows',
  ),
  page(
    '/plus/v1/show/update/$showId',
    () => import('./shows/show-edit.screen.tsx'),
    'ShowEditScreen',
    'canvas contents media playlists showSets shows',
  ),
  page('/plus/v1/set', () => import('./show-sets/set-list.screen.tsx'), 'SetListScreen', 'contents showSets shows'),
  page('/plus/v1/set/update', () => import('./show-sets/set-edit.screen.tsx'), 'SetEditScreen', 'contents playlists showSets shows'),
  page('/plus/v1/set/update/$setId', () => import('./show-sets/set-edit.screen.tsx'), 'SetEditScreen', 'contents playlists showSets shows'),
  page(
    '/plus/v1/playlist',
    () => import('./playlists/playlist-list.screen.tsx'),
    'PlaylistListScreen',
    'contents media playlists schedules showSets shows',
  ),
  page(
    '/plus/v1/playlist/update',
    () => import('./playlists/playlist-edit.screen.tsx'),
    'PlaylistEditScreen',
    'contents displays media playlists schedules showSets shows timelines',
  ),
  page(
    '/plus/v1/playlist/update/$playlistId',
    () => import('./playlists/playlist-edit.screen.tsx'),
    'PlaylistEditScreen',
    'contents displays media playlists schedules showSets shows timelines',
  ),
  page('/plus/v1/timeline', () => import('./timelines/timeline-list.screen.tsx'), 'TimelineListScreen', 'contents shows timelines'),
  page(
    '/plus/v1/timeline/schedule/$timelineId',
    () => import('./timelines/timeline-schedule.screen.tsx'),
    'TimelineScheduleScreen',
    'media playlists schedules shows timelines',
  ),
  page(
    '/plus/v1/timeline/device/$timelineId',
    () => import('./timelines/timeline-devices.screen.tsx'),
    'TimelineDevicesScreen',
    'contents displays displayMasters media playlists shows timelines',
  ),
  page('/task', () => import('./tasks/task-list.screen.tsx'), 'TaskListScreen', 'tasks charts'),
  page('/task/detail/$storeCode/$taskId/$taskType', () => import('./tasks/task-detail.screen.tsx'), 'TaskDetailScreen', 'tasks updates'),
  page('/store', () => import('./gateways/gateway-overview.screen.tsx'), 'GatewayOverviewScreen', 'gateways'),
  page(
    '/store/detail/$storeCode',
    () => import('./gateways/gateway-list.screen.tsx'),
    'GatewayListScreen',
    'gateways accessPoints deviceWords',
  ),
  page(
    '/store/$storeCode/gw/$gwMac',
    () => import('./gateways/gateway-detail.screen.tsx'),
    'GatewayDetailScreen',
    'gateways accessPoints deviceWords alarms charts',
  ),
  page('/server', () => import('./servers/server-list.screen.tsx'), 'ServerListScreen', 'servers'),
  page('/server/detail/$serverId', () => import('./servers/server-detail.screen.tsx'), 'ServerDetailScreen', 'servers jobs alarms charts'),
  page('/setting/tokens', () => import('./tokens/token-list.screen.tsx'), 'TokenListScreen', 'tokens members roles'),
  page('/setting/bridges', () => import('./bridges/bridge-list.screen.tsx'), 'BridgeListScreen', 'bridges deviceWords members'),
  page('/setting/webhooks', () => import('./webhooks/webhook-list.screen.tsx'), 'WebhookListScreen', 'webhooks members'),
  page(
    '/audit',
    () => import('./audit/audit.screen.tsx'),
    'AuditScreen',
    'audit alarms alarmSettings aliases displays gateways layouts members notifications promotions roles schedules scripts settings storeConfig tokens webhooks',
  ),
  page('/system/third-party-authentication', () => import('./scripts/script.screens.tsx'), 'AuthenticationScreen', 'scripts settings'),
  page('/system/paper-parser', () => import('./scripts/script.screens.tsx'), 'PaperParserScreen', 'scripts settings'),
  page('/system/product-file-parser', () => import('./scripts/script.screens.tsx'), 'ProductFileParserScreen', 'scripts settings'),
  page('/system/tag-data-decorator', () => import('./scripts/script.screens.tsx'), 'TagDecoratorScreen', 'scripts settings'),
  page('/system/plus-data-decorator', () => import('./scripts/script.screens.tsx'), 'DisplayDecoratorScreen', 'scripts settings'),
  page('/setting/server-config', () => import('./settings/server-config.screen.tsx'), 'ServerConfigScreen', 'settings'),
  page('/setting/store-config', () => import('./stores/store-config.screen.tsx'), 'StoreConfigScreen', 'storeConfig'),
  page('/setting/promotion', () => import('./promotions/promotion.screen.tsx'), 'PromotionScreen', 'promotions members'),
  page('/setting/amac-config', () => import('./settings/amac-config.screen.tsx'), 'AmacConfigScreen', 'settings'),
  page('/setting/alias-config', () => import('./aliases/alias-config.screen.tsx'), 'AliasConfigScreen', 'aliases settings'),
  page('/alarm/history', () => import('./alarms/alarm-history.screen.tsx'), 'AlarmHistoryScreen', 'alarms alarmSettings templates'),
  page(
    '/alarm/notification',
    () => import('./notifications/notification-list.screen.tsx'),
    'NotificationListScreen',
    'notifications templates',
  ),
  page('/sw-upgrade', () => import('./software/software.screen.tsx'), 'SoftwareScreen', 'software members'),
  page('/members', () => import('./members/member-list.screen.tsx'), 'MemberListScreen', 'members'),
  page('/roles', () => import('./roles/role-list.screen.tsx'), 'RoleListScreen', 'roles'),
  createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: paths.dashboard })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: paths.dashboard })
    },
  }),
])

/** The screen before stands this long while the code of the next one is fetched. */
const waitMs = 250

export function createAppRouter() {
  return createRouter({
    routeTree: tree,
    history: createHashHistory(),
    defaultPreload: 'intent',
    defaultPendingMs: waitMs,
    defaultPendingComponent: ScreenWaits,
  })
}
