/**
 * The addresses and calls that the specification names, as plain data: what tools/check-specification.ts holds the console and the contract
 * against. `{x}` stands for any parameter; its name does not matter.
 */

export interface Wanted {
  /** Whose part it is: the name of its file in docs/specification/. */
  domain: string
  /** Not built yet. The mark goes with the first build: the check fails when something exists and is still marked. */
  planned?: true
}
export interface WantedRoute extends Wanted {
  route: string
}
export interface WantedCall extends Wanted {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
}

const route = (domain: string, ...routes: string[]): WantedRoute[] => routes.map((one) => ({ domain, route: one }))
/** Each call as `METHOD /path`. */
const call = (domain: string, ...calls: string[]): WantedCall[] =>
  calls.map((one) => {
    const [method, path = ''] = one.split(' ')
    return { domain, method: method as WantedCall['method'], path }
  })

/** Specification 1 §2. */
export const routes: readonly WantedRoute[] = [
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
  ...route('signage', '/plus/device/list/{storeCode}'),
  ...route(
    'signage',
    '/plus/image/list/{storeCode}',
    '/plus/video/list/{storeCode}',
    '/plus/widget/list/{storeCode}',
    '/plus/template/list/{storeCode}',
    '/plus/schedule/list/{storeCode}',
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

/** Specification 1 §7. Calls without a path there (the account history, the store pages by type) stand with ours. */
export const calls: readonly WantedCall[] = [
  ...call(
    'session',
    'POST /auth/login',
    'GET /auth/login',
    'POST /auth/logout',
    'POST /auth/signup',
    'POST /auth/forget/password',
    'GET /auth/account/{email}',
    'POST /auth/account/history/{email}/search',
  ),
  ...call(
    'members',
    'POST /auth/account/search',
    'POST /auth/account',
    'PUT /auth/account',
    'DELETE /auth/account/{email}',
    'POST /auth/account/unlock',
    'POST /auth/account/reset',
  ),
  ...call('roles', 'GET /auth/role', 'GET /auth/role/{id}', 'POST /auth/role', 'DELETE /auth/role/{id}'),
  ...call(
    'servers',
    'GET /status/server',
    'GET /status/server/{id}',
    'DELETE /status/server/{id}',
    'GET /system/status/server/{id}',
    'POST /history/alarm/server/{id}/search',
    'GET /version',
  ),
  ...call(
    'stores',
    'GET /status/store',
    'GET /status/store/tag',
    'POST /status/store/pagination/gateway',
    'POST /status/store/pagination/tag',
    'POST /status/store/pagination/product',
  ),
  ...call('gateways', 'GET /status/store/{code}', 'POST /gw/predefined'),
  ...call(
    'gateways',
    'GET /status/store/{code}/gw/{gwMac}',
    'GET /system/status/gw/{mac}',
    'GET /check/link/gw/{mac}',
    'POST /gw/reboot/{mac}',
    'GET /gw/predefined/search',
    'GET /config/gw/channel',
    'POST /config/gw/channel',
  ),
  ...call(
    'tags',
    'POST /status/store/{code}/tag/search',
    'GET /tag/type',
    'GET /layout/name',
    'GET /preview/store/{code}/tag/{id}',
    'POST /history/update/store/{code}/tag/{id}/search',
    'POST /tag/assign',
    'POST /tag/assign/multiple',
    'POST /tag/deassign',
    'POST /tag/reassign',
    'POST /tag/reassign/all',
    'GET /tag/assign/findByPrCode/{prCode}/store/{code}',
  ),
  ...call(
    'tags',
    'POST /status/store/{code}/tag/list/search',
    'POST /history/battery/store/{code}/tag/{id}/search',
    'POST /history/reset/store/{code}/tag/{id}/search',
    'POST /history/temperature/store/{code}/tag/{id}/search',
    'POST /tag/led',
    'POST /tag/page/individual',
    'POST /tag/status/check',
    'POST /tag/status/check/stop',
    'GET /tag/status/collecting/store',
  ),
  ...call(
    'sensors',
    'GET /status/store/sensor',
    'POST /status/store/{code}/sensor/search',
    'POST /history/alarm/store/{s}/sensor/{x}/search',
    'GET /history/store/{code}/sensor/{mac}',
  ),
  ...call('dashboard', 'GET /stats/dashboard'),
  // The exception is one of error, noproduct, lowbattery, duplicate: the contract checks it.
  ...call('exceptions', 'GET /stats/exceptions/store/{s}', 'GET /tag/{exception}/store/{s}/list'),
  ...call(
    'alarms',
    'GET /alarm/config',
    'POST /history/alarm/system/search',
    'POST /history/alarm/gw/{mac}/search',
    'POST /history/alarm/store/{s}/tag/{t}/search',
  ),
  ...call('downloads', 'POST /file/download', 'POST /file/download/task/{taskId}', 'GET /file/download/task/{taskId}'),
  // Specification 2 §7.
  ...call(
    'alarms',
    'GET /alarm/setting',
    'POST /alarm/setting',
    'GET /alarm/notification/setting',
    'POST /alarm/notification/setting',
    'GET /alarm/notification/content',
    'POST /alarm/notification/content',
    'GET /alarm/notification/content/{x}',
    'POST /alarm/notification/content/{x}',
  ),
  ...call(
    'families',
    'GET /product/family/{familyCode}/store/{code}',
    'GET /product/family/findByPrCode/{code}/store/{s}',
    'POST /product/family',
    'POST /product/family/delete',
    'POST /status/store/{code}/product/family/search',
    'POST /status/product/family/search',
  ),
  ...call('second-codes', 'POST /product/secondCode/search'),
  ...call(
    'store-config',
    'GET /config/store',
    'POST /config/store/pagination',
    'GET /config/store/{s}',
    'POST /config/store',
    'PUT /config/store',
    'DELETE /config/store/{s}',
    'PUT /config/store/{s}/gw',
    'POST /upload/db/{x}',
  ),
  ...call('promotions', 'GET /product/promotion/type', 'GET /product/promotion/{x}', 'POST /product/promotion/{x}'),
  ...call(
    'updates',
    'POST /history/update/task/store/{code}/search',
    'POST /history/update/store/{code}/task/{id}/search',
    'POST /history/update/store/{code}/product/{prCode}/search',
    'POST /revert/task/{t}/store/{s}',
    'POST /product/remove/unused',
  ),
  ...call(
    'scripts',
    'GET /product/file/parser/store/{code}',
    'POST /product/file/parser/store/{code}',
    'GET /paper/parser/store/{code}',
    'POST /paper/parser/store/{code}',
    'GET /tag/decorator/store/{code}',
    'POST /tag/decorator/store/{code}',
    'GET /plus/decorator/store/{code}',
    'POST /plus/decorator/store/{code}',
    'GET /auth/3rd/party',
    'POST /auth/3rd/party',
  ),
  ...call(
    'settings',
    'GET /config/server',
    'PUT /config/server',
    'GET /config/smtp',
    'PUT /config/smtp',
    'POST /test/smtp',
    'GET /app/file/list',
    'POST /app/file',
    'GET /app/file/active/{id}',
    'GET /app/file/{id}',
    'DELETE /app/file/{id}',
    'GET /config/amac',
    'PUT /config/amac',
    'POST /config/amac',
    'DELETE /config/amac/{x}',
    'GET /config/alias',
    'POST /config/alias',
  ),
  ...call('software', 'POST /upgrade/file'),
  // Specification 3 §7, "Other": without paths there; these are ours.
  ...call('printing', 'POST /status/store/pagination/print', 'POST /product/preview/print', 'GET /paper/layout/name'),
  // Specification 3 §7: displays of the v0 line.
  ...call(
    'signage',
    'GET /status/store/plus/{kind}',
    'POST /status/store/{s}/plus/device/search',
    'GET /status/store/{s}/plus/device/{id}',
    'POST /plus/assign',
    'POST /plus/deassign',
    'POST /plus/store/{s}/blink/product',
    'POST /plus/store/{s}/set/showIdx',
    'POST /plus/store/{s}/unset/showIdx',
    'GET /plus/store/{s}/device/search/{term}',
    'DELETE /plus/store/{s}/device/{id}',
    'POST /plus/store/{s}/switch/mode',
    'POST /plus/store/{s}/device/show/info',
    'POST /plus/store/{s}/device/sync',
    'POST /plus/store/{s}/device/reboot',
    'POST /plus/store/{s}/device/list/template',
    'POST /plus/device/config',
    'POST /status/store/{s}/plus/{kind}/search',
    'POST /status/store/{s}/plus/template/search',
    'POST /status/store/{s}/plus/schedule/search',
    'GET /plus/store/{s}/{kind}/list',
    'GET /plus/store/{s}/template/list',
    'GET /plus/store/{s}/schedule/list',
    'POST /plus/store/{s}/image/file',
    'POST /plus/store/{s}/apk/file',
    'POST /plus/store/{s}/video/file',
    'POST /plus/store/{s}/{software}/file',
    'GET /plus/store/{s}/{kind}/file/{id}',
    'GET /plus/store/{s}/{kind}/thumb/file/{id}',
    'DELETE /plus/store/{s}/{kind}/file/{id}',
    'GET /plus/device/{findBy}/{id}/store/{s}',
    'GET /plus/store/{s}/template/{id}',
    'POST /plus/store/{s}/template/{id}',
    'POST /plus/store/{s}/schedule',
    'GET /plus/store/{s}/schedule/{id}',
    'DELETE /plus/store/{s}/schedule/{id}',
    'GET /plus/store/{s}/setting',
    'POST /plus/store/{s}/setting',
  ),
]
