/** The route table: the specification's addresses, as far as their screens exist. */
import {
  createHashHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { paths } from './app/paths.ts'
import type { Services } from './app/services.ts'

interface RouterContext {
  services: Services
}
const root = createRootRouteWithContext<RouterContext>()()
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('./session/login.screen.tsx'), 'LoginScreen'),
})
const signup = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  component: lazyRouteComponent(() => import('./session/signup.screen.tsx'), 'SignupScreen'),
})

/** Every other route needs a session; without one the way leads over sign-in and back. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
  beforeLoad: async ({ context: { services }, location }) => {
    const { session, api } = services
    if (session.get() !== undefined) return
    const stored = session.stored()
    if (stored?.accessToken) {
      try {
        session.set({ accessToken: stored.accessToken, user: await api.session.check() })
        return
      } catch {
        session.set(undefined)
      }
    }
    throw redirect({ to: paths.login, search: { next: location.href } })
  },
})
function page<P extends string>(path: P, load: () => Promise<Record<string, unknown>>, name: string) {
  return createRoute({ getParentRoute: () => inside, path, component: lazyRouteComponent(load as never, name as never) })
}
const tree = root.addChildren([
  login,
  signup,
  inside.addChildren([
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
      getParentRoute: () => inside,
      path: '$',
      beforeLoad: () => {
        throw redirect({ to: paths.tags })
      },
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/',
      beforeLoad: () => {
        throw redirect({ to: paths.tags })
      },
    }),
  ]),
])

export function createAppRouter(services: Services) {
  return createRouter({ routeTree: tree, history: createHashHistory(), context: { services }, defaultPreload: 'intent' })
}
