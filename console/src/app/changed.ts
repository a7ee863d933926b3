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
/** Kinds of change that many labels make one after the other: what spans all stores rests longer between those, and shows others at once. */
const frequent: ReadonlySet<StoreChange> = new Set(['tags', 'products', 'files'])
/** Whether these changes may wait as long as what spans all stores rests. */
export const mayRest = (changes: readonly StoreChange[]): boolean => changes.every((change) => frequent.has(change))
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
/** Milliseconds until a query may be fetched again because of a change that may rest, or may not. */
const restLeft = ({ queryKey: [domain], state, meta }: Query, rests: boolean): number => {
  const ownMs = typeof meta?.restMs === 'number' ? meta.restMs : undefined
  return Math.max(0, state.dataUpdatedAt + (rests ? (ownMs ?? restMs.get(domain) ?? changeRestMs) : changeRestMs) - Date.now())
}

/** Whether the tab can be seen: in one behind others nothing is fetched. */
const isInSight = () => document.visibilityState === 'visible'

/** Gathers what changed, and has what is on screen fetched again: what is under way or was just answered, a little later. */
export function gatherChanged(queries: QueryClient) {
  /** By store, or by nothing, the words that keys begin with, and whether each of them may rest. */
  const waiting = new Map<unknown, Map<unknown, boolean>>()
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
    /** Whether the query may rest; undefined where nothing that it shows has changed. */
    const restOf = ({ queryKey: [domain, store] }: Query): boolean | undefined => {
      const all = store === '' ? [...changed.values()] : [changed.get(store)]
      const found = all.flatMap((domains) => domains?.get(domain) ?? [])
      return found.length === 0 ? undefined : found.every(Boolean)
    }
    const leftOf = (query: Query) => restLeft(query, restOf(query) === true)
    // An answer under way is waited for: if each change sent it back to the start, a slow one would never come.
    const later = queries.getQueryCache().findAll({
      predicate: (query) =>
        restOf(query) !== undefined && (query.state.fetchStatus === 'fetching' || (query.isActive() && leftOf(query) > 0)),
    })
    for (const query of later) note(query.queryKey[1], [query.queryKey[0]], restOf(query) === true)
    void queries.invalidateQueries({ predicate: (query) => restOf(query) !== undefined && !later.includes(query) })
    if (later.length > 0) arm(Math.max(againMs, Math.min(...later.map(leftOf))))
  }
  function note(store: unknown, domains: readonly unknown[], rests: boolean) {
    const known = waiting.get(store) ?? new Map<unknown, boolean>()
    for (const domain of domains) known.set(domain, rests && known.get(domain) !== false)
    waiting.set(store, known)
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
    /** `rests`: what spans all stores need not be fetched at once for it. */
    note: (storeCode: string, domains: readonly LiveDomain[], rests = false) => {
      note(storeCode, domains, rests)
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
