/**
 * Which queries a change touches: their keys begin with what they are of and with their store. Those on screen are fetched again, each at
 * most once in two seconds; in a tab that is not in sight, once it is looked at again.
 */
import { dashboardRestMs } from '@endcap/contract/dashboard'
import { changeRestMs, maxWatched, maxWatchLength, storeChanges, type PushWatch, type StoreChange } from '@endcap/contract/push'
import { todayRestMs } from '@endcap/contract/today'
import type { Query, QueryClient } from '@tanstack/react-query'

/** Query keys begin with one of these words, then the store or nothing. */
export type LiveDomain =
  | 'tags'
  | 'gateways'
  | 'sensors'
  | 'tasks'
  | 'products'
  | 'layouts'
  | 'promotions'
  | 'files'
  | 'papers'
  | 'signage'
  | 'stores'
  | 'storeNames'
  | 'alarms'
  | 'audit'
  | 'webhooks'
  | 'tokens'
  | 'servers'
  | 'members'
  | 'roles'
  | 'software'
  | 'dashboard'
  | 'today'
  | 'collecting'
  | 'aliases'
  | 'settings'
export const domainsOf: Record<StoreChange, LiveDomain[]> = {
  stores: ['stores', 'storeNames', 'dashboard', 'today'],
  tags: ['tags', 'stores', 'dashboard', 'today'],
  tasks: ['tasks', 'alarms'],
  products: ['products', 'promotions', 'stores', 'dashboard', 'today'],
  gateways: ['gateways', 'stores', 'alarms', 'dashboard', 'today'],
  sensors: ['sensors'],
  files: ['files', 'papers', 'today'],
  layouts: ['layouts'],
  papers: ['papers'],
  signage: ['signage', 'alarms'],
  displays: ['signage', 'alarms', 'today'],
  alarms: ['alarms'],
  servers: ['servers', 'dashboard'],
  members: ['members'],
  roles: ['roles', 'members'],
  software: ['software'],
  settings: ['aliases', 'settings'],
}
/** What came in this time is looked at together: the server tells of several stores one after the other. */
const gatherMs = 50
/** When an answer is under way, it is looked at again after this long. */
const againMs = 250
/** Lists of stores have figures of all stores of the account. */
const overviewRestMs = 10_000
/** What many queries at the server go into rests longer between two answers. */
const restMs: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ['dashboard' satisfies LiveDomain, dashboardRestMs],
  ['today' satisfies LiveDomain, todayRestMs],
  ['stores' satisfies LiveDomain, overviewRestMs],
])
/** Milliseconds until a query may be fetched again because of a change. */
const restLeft = ({ queryKey: [domain], state, meta }: Query): number => {
  const ownMs = typeof meta?.restMs === 'number' ? meta.restMs : undefined
  return Math.max(0, state.dataUpdatedAt + (ownMs ?? restMs.get(domain) ?? changeRestMs) - Date.now())
}

/** Whether the tab can be seen: in one behind others nothing is fetched. */
const isInSight = () => document.visibilityState === 'visible'

/** Gathers what changed, and has what is on screen fetched again: what is under way or was just answered, a little later. */
export function gatherChanged(queries: QueryClient) {
  /** By store, or by nothing, the words that keys begin with. */
  const waiting = new Map<unknown, Set<unknown>>()
  /** What waits for the tab to be looked at again. */
  const unseen = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  const arm = (ms: number) => {
    const at = Date.now() + ms
    if (at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(refresh, ms)
  }
  function refresh() {
    dueAt = Infinity
    if (!isInSight()) return
    const changed = new Map(waiting)
    waiting.clear()
    const named = ({ queryKey: [domain, store] }: Query) =>
      store === '' ? [...changed.values()].some((domains) => domains.has(domain)) : changed.get(store)?.has(domain) === true
    // An answer under way is waited for: if each change sent it back to the start, a slow one would never come.
    const later = queries.getQueryCache().findAll({
      predicate: (query) => named(query) && (query.state.fetchStatus === 'fetching' || (query.isActive() && restLeft(query) > 0)),
    })
    for (const { queryKey } of later) note(queryKey[1], [queryKey[0]])
    void queries.invalidateQueries({ predicate: (query) => named(query) && !later.includes(query) })
    if (later.length > 0) arm(Math.max(againMs, Math.min(...later.map(restLeft))))
  }
  function note(store: unknown, domains: readonly unknown[]) {
    waiting.set(store, new Set([...(waiting.get(store) ?? []), ...domains]))
  }
  const onSight = () => {
    if (!isInSight()) return
    const works = [...unseen]
    unseen.clear()
    for (const work of works) work()
    if (waiting.size > 0) arm(0)
  }
  document.addEventListener('visibilitychange', onSight)
  return {
    note: (storeCode: string, domains: readonly LiveDomain[]) => {
      note(storeCode, domains)
      arm(gatherMs)
    },
    /** Does it now, or once when the tab is looked at again. */
    inSight: (work: () => void) => {
      if (isInSight()) work()
      else unseen.add(work)
    },
    stop: () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onSight)
    },
  }
}

const byCode = (one: string, other: string) => (one < other ? -1 : 1)

/** What the server is to tell of: the changes that touch queries which are there, on screen or still remembered. */
export function watchOf(queries: QueryClient): PushWatch {
  const shown = new Map<string, Set<StoreChange>>()
  for (const {
    queryKey: [domain, storeCode],
  } of queries.getQueryCache().getAll()) {
    if (typeof storeCode !== 'string') continue
    const changes = storeChanges.filter((change) => domainsOf[change].some((one) => one === domain))
    if (changes.length > 0) shown.set(storeCode, new Set([...(shown.get(storeCode) ?? []), ...changes]))
  }
  const watch = [...shown.keys()].toSorted(byCode).map((storeCode) => ({
    storeCode,
    changes: storeChanges.filter((change) => shown.get(storeCode)?.has(change)),
  }))
  return { watch: watch.length > maxWatched || JSON.stringify(watch).length > maxWatchLength ? null : watch }
}
