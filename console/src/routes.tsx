/** The route table: the specification's addresses, as far as their screens exist. */
import { createHashHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { lazyPart } from './app/lazy.tsx'
import { paths } from './app/paths.ts'
import { ScreenWaits } from './shell/ScreenWaits.tsx'
import { Shell } from './shell/Shell.tsx'

const root = createRootRoute({ component: Shell })
function page<P extends string>(path: P, load: () => Promise<Record<string, unknown>>, name: string) {
  // The router's own lazy component reloads the page when a screen cannot be fetched, and what was typed would be gone.
  const component = lazyPart(async () => (await load())[name] as ComponentType, <ScreenWaits />)
  return createRoute({ getParentRoute: () => root, path, component })
}
const tree = root.addChildren([
  page('/dashboard', () => import('./dashboard/dashboard.screen.tsx'), 'DashboardScreen'),
  page('/exceptions', () => import('./exceptions/exceptions.screen.tsx'), 'ExceptionsScreen'),
  page('/tag', () => import('./tags/tag-overview.screen.tsx'), 'TagOverviewScreen'),
  page('/tag/detail/$storeCode', () => import('./tags/tag-list.screen.tsx'), 'TagListScreen'),
  page('/tag/$storeCode/$tagMac/$tagId/update/history', () => import('./tags/tag-history.screen.tsx'), 'TagHistoryScreen'),
  page('/tag/$storeCode/$tagMac/$tagId/alarm/history', () => import('./alarms/tag-alarms.screen.tsx'), 'TagAlarmsScreen'),
  page('/product', () => import('./products/product-overview.screen.tsx'), 'ProductOverviewScreen'),
  page('/product/list/$storeCode', () => import('./products/product-list.screen.tsx'), 'ProductListScreen'),
  page('/product/file/upload/history', () => import('./products/file-history.screen.tsx'), 'FileHistoryScreen'),
  page('/product/file/upload/history/detail/$historyId', () => import('./products/file-detail.screen.tsx'), 'FileDetailScreen'),
  page('/task', () => import('./tasks/task-list.screen.tsx'), 'TaskListScreen'),
  page('/task/detail/$storeCode/$taskId/$taskType', () => import('./tasks/task-detail.screen.tsx'), 'TaskDetailScreen'),
  page('/server', () => import('./servers/server-list.screen.tsx'), 'ServerListScreen'),
  page('/server/detail/$serverId', () => import('./servers/server-detail.screen.tsx'), 'ServerDetailScreen'),
  page('/alarm/history', () => import('./alarms/alarm-history.screen.tsx'), 'AlarmHistoryScreen'),
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
