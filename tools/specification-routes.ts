/**
 * The addresses of screens that the specification names, as plain data: what tools/check-specification.ts holds the console against. `{x}` stands for any parameter; its name does not matter.
 */

export interface Specified {
  /** Whose part it is: the name of its file in docs/specification/. */
  domain: string
  /** Not built yet. The mark goes with the first build: the check fails when something exists and is still marked. */
  planned?: true
}
export interface SpecifiedRoute extends Specified {
  route: string
}

const route = (domain: string, ...routes: string[]): SpecifiedRoute[] => routes.map((one) => ({ domain, route: one }))

/** Specification 1 §2. */
export const routes: readonly SpecifiedRoute[] = [
  ...route('session', '/login', '/signup'),
  ...route('dashboard', '/dashboard'),
  ...route('exceptions', '/exceptions'),
  ...route('servers', '/server', '/server/detail/{serverId}'),
  ...route('gateways', '/store', '/store/detail/{storeCode}', '/store/{storeCode}/gw/{gwMac}'),
  ...route('tags', '/tag', '/tag/detail/{storeCode}', '/tag/{storeCode}/{tagMac}/{tagId}/update/history'),
  ...route('alarms', '/tag/{storeCode}/{tagMac}/{tagId}/alarm/history'),
  ...route(
    'tags',
    '/tag/{storeCode}/{tagMac}/{tagId}/battery/history',
    '/tag/{storeCode}/{tagMac}/{tagId}/reset/history',
    '/tag/{storeCode}/{tagMac}/{tagId}/temperature/history',
  ),
  ...route(
    'sensors',
    '/sensor',
    '/sensor/detail/{storeCode}',
    '/sensor/{storeCode}/{sensorMac}/alarm/history',
    '/sensor/{storeCode}/{sensorMac}/history',
  ),
  // Specification 3 §2.
  ...route('signage', '/plus/device', '/plus/image', '/plus/video', '/plus/widget', '/plus/template', '/plus/schedule'),
  ...route('signage', '/plus/device/list/{storeCode}', '/plus/device/show/{storeCode}/{mac}'),
  ...route('signage', '/plus/template/show/{storeCode}/{templateId}/{mode}/{size}'),
  ...route(
    'signage',
    '/plus/image/list/{storeCode}',
    '/plus/video/list/{storeCode}',
    '/plus/widget/list/{storeCode}',
    '/plus/template/list/{storeCode}',
    '/plus/schedule/list/{storeCode}',
  ),
  ...route(
    'signage',
    '/plus/v1/master',
    '/plus/v1/content',
    '/plus/v1/show',
    '/plus/v1/show/update/{showId}',
    '/plus/v1/set',
    '/plus/v1/set/update/{setId}',
    '/plus/v1/timeline',
    '/plus/v1/timeline/schedule/{timelineId}',
    '/plus/v1/timeline/device/{timelineId}',
  ),
  ...route('products', '/product', '/product/list/{storeCode}'),
  ...route(
    'updates',
    '/product/{storeCode}/{prCode}/update/history',
    '/product/{storeCode}/update/task/list',
    '/product/{storeCode}/{updateId}/{taskId}/update/task/detail',
  ),
  ...route('families', '/family-product'),
  ...route('second-codes', '/product/secondCode/list'),
  ...route('product-files', '/product/file/upload/history', '/product/file/upload/history/detail/{historyId}'),
  ...route(
    'papers',
    '/paper',
    '/paper/upload/history',
    '/paper/upload/history/detail/{historyId}',
    '/paper/task/{storeCode}',
    '/paper/task/{storeCode}/{taskId}',
  ),
  ...route('tasks', '/task', '/task/detail/{storeCode}/{taskId}/{taskType}'),
  ...route('settings', '/setting/server-config', '/setting/amac-config', '/setting/alias-config'),
  ...route('store-config', '/setting/store-config'),
  ...route('promotions', '/setting/promotion'),
  ...route(
    'scripts',
    '/system/third-party-authentication',
    '/system/paper-parser',
    '/system/product-file-parser',
    '/system/tag-data-decorator',
    '/system/plus-data-decorator',
  ),
  ...route('software', '/sw-upgrade'),
  ...route('alarms', '/alarm/history', '/alarm/notification'),
  ...route('members', '/members'),
  ...route('roles', '/roles'),
  // Specification 3 §2.
  ...route('printing', '/print', '/print/edit/{storeCode}'),
]
