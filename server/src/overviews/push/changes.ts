/**
 * What changed in the stores: the changes of a moment go out together, to each client only what it shows, and to each at most once in two
 * seconds. In a chain something changes at any time: what is told costs a fetch of every console that hears it.
 */
import { changeRestMs, type PushMessage, type StoreChange } from '@endcap/contract/push'
import { mayHear, type Hearing } from './clients.ts'

const gatherMs = 200
/** What changed so long ago is told to a client that shows something new: it may have fetched that before, and be heard late by a busy server. */
const recentMs = 10_000

/** Who is told of changes: what it shows, and what it is told next. */
export interface Listener {
  session: Hearing
  /** By store what it shows, all stores together under the empty code; undefined: it hears of everything. */
  watch: StoreChanges | undefined
  /** By store what it is told next; and from when on it may be told. */
  waiting: Map<string, Set<StoreChange>>
  nextAt: number
  hear(message: PushMessage): void
}
type StoreChanges = ReadonlyMap<string, ReadonlySet<StoreChange>>

export interface Changes {
  /** These go out to all who may hear of the store and show it: 200 ms from now, or when the client has rested. */
  note(storeCode: string, changes: readonly StoreChange[]): void
  /** The client shows something else from now on, undefined meaning everything. */
  watch(client: Listener, watch: Listener['watch']): void
  /** What still waits is not told. */
  stop(): void
}

/** Gathers changes for those who listen. */
export function gatherChanges(
  listeners: () => Iterable<Listener>,
  { restMs = changeRestMs }: { restMs?: number | undefined } = {},
): Changes {
  const fresh = new Map<string, Set<StoreChange>>()
  /** Those of the last seconds, oldest first. */
  const recent: { at: number; changes: StoreChanges }[] = []
  let gathering: NodeJS.Timeout | undefined
  const dropOld = (now: number) => {
    while (recent[0] !== undefined && recent[0].at < now - recentMs) recent.shift()
  }

  function flush(): void {
    gathering = undefined
    const now = performance.now()
    dropOld(now)
    const changes: StoreChanges = new Map(fresh)
    fresh.clear()
    if (changes.size > 0) recent.push({ at: now, changes })
    let waits = false
    for (const client of listeners()) {
      gatherFor(client, changes)
      if (client.waiting.size === 0) continue
      if (client.nextAt > now) waits = true
      else report(client, now + restMs)
    }
    if (waits) gathering ??= setTimeout(flush, gatherMs)
  }

  return {
    note(storeCode, changes) {
      add(fresh, storeCode, changes)
      gathering ??= setTimeout(flush, gatherMs)
    },
    watch(client, watch) {
      client.watch = watch
      dropOld(performance.now())
      for (const { changes } of recent) gatherFor(client, changes)
      if (client.waiting.size > 0) gathering ??= setTimeout(flush, gatherMs)
    },
    stop: () => clearTimeout(gathering),
  }
}

function add(to: Map<string, Set<StoreChange>>, storeCode: string, changes: Iterable<StoreChange>): void {
  const set = to.get(storeCode) ?? new Set<StoreChange>()
  for (const change of changes) set.add(change)
  to.set(storeCode, set)
}

/** Adds to what the client is told next those changes that it shows and may hear of. */
function gatherFor({ session, watch, waiting }: Listener, changes: StoreChanges): void {
  // Without a store it concerns every client, and is rare.
  const ofAll = changes.get('')
  if (ofAll !== undefined && mayHear(session, '')) add(waiting, '', ofAll)
  if (watch === undefined) {
    for (const [storeCode, names] of changes) if (storeCode !== '' && mayHear(session, storeCode)) add(waiting, storeCode, names)
    return
  }
  for (const [storeCode, shown] of watch) {
    if (storeCode === '') continue
    const names = [...(changes.get(storeCode) ?? [])].filter((name) => shown.has(name))
    if (names.length > 0 && mayHear(session, storeCode)) add(waiting, storeCode, names)
  }
  const left = new Set(watch.get(''))
  for (const name of waiting.get('') ?? []) left.delete(name)
  // The first store that it may hear of is enough: which one it was is not told.
  for (const [storeCode, names] of left.size === 0 ? [] : changes) {
    const newNames = [...names].filter((name) => left.has(name))
    if (newNames.length === 0 || !mayHear(session, storeCode)) continue
    add(waiting, '', newNames)
    for (const name of newNames) left.delete(name)
    if (left.size === 0) break
  }
}

function report(client: Listener, nextAt: number): void {
  client.nextAt = nextAt
  const waited = [...client.waiting]
  client.waiting.clear()
  // Its rights may be fewer than when the change was noted.
  for (const [storeCode, names] of waited)
    if (mayHear(client.session, storeCode)) client.hear({ type: 2, msg: { storeCode, changes: [...names] } })
}
