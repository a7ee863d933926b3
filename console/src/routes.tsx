/** The route table: the specification's addresses, as far as their screens exist. */
import { createHashHistory, createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { paths } from './app/paths.ts'
import { Shell } from './shell/Shell.tsx'

const root = createRootRoute({ component: Shell })
function page<P extends string>(path: P, load: () => Promise<Record<string, unknown>>, name: string) {
  return createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load as never, name as never) })
}
const tree = root.addChildren([
  page('/tag', () => import('./tags/tag-overview.screen.tsx'), 'TagOverviewScreen'),
  page('/tag/detail/$storeCode', () => import('./tags/tag-list.screen.tsx'), 'TagListScreen'),
  page('/tag/$storeCode/$tagMac/$tagId/update/history', () => import('./tags/tag-history.screen.tsx'), 'TagHistoryScreen'),
  page('/product', () => import('./products/product-overview.screen.tsx'), 'ProductOverviewScreen'),
  page('/product/list/$storeCode', () => import('./products/product-list.screen.tsx'), 'ProductListScreen'),
  page('/product/file/upload/history', () => import('./products/file-history.screen.tsx'), 'FileHistoryScreen'),
  page('/product/file/upload/history/detail/$historyId', () => import('./products/file-detail.screen.tsx'), 'FileDetailScreen'),
  page('/task', () => import('./tasks/task-list.screen.tsx'), 'TaskListScreen'),
  page('/task/detail/$storeCode/$taskId/$taskType', () => import('./tasks/task-detail.screen.tsx'), 'TaskDetailScreen'),
  page('/alarm/history', () => import('./alarms/alarm-history.screen.tsx'), 'AlarmHistoryScreen'),
  createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: paths.tags })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: paths.tags })
    },
  }),
])

export function createAppRouter() {
  return createRouter({ routeTree: tree, history: createHashHistory(), defaultPreload: 'intent' })
}
