/** Where the thing of a record is looked at. */
import type { AuditRow } from '@endcap/contract/audit'
import { paths } from '../app/paths.ts'
import { scriptOf } from './fields.ts'

export interface Place {
  to: string
  search?: object
}

/** Lists in which things of a kind stand. */
const lists: Record<string, string> = {
  role: paths.roles,
  account: paths.members,
  webhook: paths.webhooks,
  token: paths.tokens,
  bridge: paths.bridges,
  promotion: paths.promotions,
  'layout-rules': paths.layoutRules,
  amac: paths.amacConfig,
  software: paths.software,
  rollout: paths.software,
  notification: paths.notifications,
  aliases: paths.aliasConfig,
  'display-content': paths.contents,
  'display-font': paths.brand,
  'display-folder': paths.contents,
}
const settings: Record<string, string> = {
  alarms: paths.alarms,
  brand: paths.brand,
  alias: paths.aliasConfig,
  notifications: paths.notifications,
  channels: paths.stores,
}
const pages: Record<string, (id: string) => string> = {
  store: paths.store,
  'display-show': paths.show,
  'display-set': paths.set,
  'display-timeline': paths.timelineSchedule,
  'display-playlist': paths.playlist,
}
/** In one store. */
const inStore: Record<string, (storeCode: string, id: string) => Place> = {
  gateway: (storeCode, id) => ({ to: paths.gateway(storeCode, id) }),
  tag: (storeCode, id) => ({ to: paths.tagList(storeCode), search: id === '' ? {} : { peek: id } }),
  products: (storeCode) => ({ to: paths.productList(storeCode) }),
  families: () => ({ to: paths.families }),
  'print-template': (storeCode) => ({ to: paths.printList(storeCode) }),
  display: (storeCode) => ({ to: paths.signageList('device', storeCode) }),
}

/** Nothing where it is gone, or has no place of its own. */
export function placeOf({ kind, subject, storeCode, gone, products }: AuditRow): Place | undefined {
  if (products !== null && storeCode !== null)
    return products.count > 1 || products.is === 'removed'
      ? { to: paths.productList(storeCode) }
      : { to: paths.productHistory(storeCode, products.prCode) }
  if (gone) return undefined
  if (kind === 'setting') return { to: settings[subject] ?? paths.serverConfig }
  if (kind === 'layout') return { to: paths.layouts, search: { f: { layoutId: `==${subject.split(' ')[0] ?? ''}` } } }
  if (kind === 'script') {
    const script = scriptOf(subject)
    return { to: paths.script(script.kind), search: { store: script.store } }
  }
  if (storeCode !== null && Object.hasOwn(inStore, kind)) return inStore[kind]?.(storeCode, subject)
  if (subject !== '' && Object.hasOwn(pages, kind)) return { to: pages[kind]?.(subject) ?? '' }
  return Object.hasOwn(lists, kind) ? { to: lists[kind] ?? '' } : undefined
}
