/**
 * What happened and was not reported yet, in the browser's database: it outlives a restart, a page that was killed and days without the server.
 * Each change is one transaction, so that nothing is lost or counted twice, whenever the page ends.
 */
import { answered, eventTables, type Batch, type PlayerEvent } from './database.ts'

/** The oldest go when the server was away for so many: a week of a slide with two contents every five seconds. */
const maxEvents = 250_000
/** How many more there may be before they are looked at. */
const trimEvery = 1000
const maxBatchItems = 500

export interface EventStore {
  /** `open`: what is on the screen from now on, where that has changed. */
  add(events: readonly PlayerEvent[], open?: readonly PlayerEvent[]): Promise<void>
  /** What was on the screen when the page ended counts until it was noted last. */
  recover(): Promise<void>
  /** The oldest events, under a number of their own: the same until they are delivered. Undefined when there are none. */
  next(): Promise<Batch | undefined>
  delivered(): Promise<void>
}

/** The events of this page's own database; other tables are those of `database.ts`. */
export const eventStore: EventStore = {
  add: async (added, open) => {
    const { events, state } = await eventTables()
    const requests = added.map((event) => events.add(event))
    if (open !== undefined) state.put([...open], 'open')
    // At once: a page that is about to end has no time for more.
    state.transaction.commit()
    for (const request of requests) await trim(await answered(request))
  },
  recover: async () => {
    const { events, state } = await eventTables()
    const open: PlayerEvent[] | undefined = await answered(state.get('open'))
    for (const event of open ?? []) events.add(event)
    await answered(state.delete('open'))
  },
  next: async () => {
    const { events, state } = await eventTables()
    const held: Batch | undefined = await answered(state.get('batch'))
    if (held !== undefined) return held
    const items: PlayerEvent[] = await answered(events.getAll(null, maxBatchItems))
    const keys = await answered(events.getAllKeys(null, maxBatchItems))
    const last = keys.at(-1)
    if (last === undefined) return undefined
    const before: number | undefined = await answered(state.get('seq'))
    const batch = { seq: Math.max((before ?? 0) + 1, Date.now()), items }
    state.put(batch.seq, 'seq')
    state.put(batch, 'batch')
    await answered(events.delete(IDBKeyRange.upperBound(last)))
    return batch
  },
  delivered: async () => {
    const { state } = await eventTables()
    await answered(state.delete('batch'))
  },
}

async function trim(newest: IDBValidKey): Promise<void> {
  if (typeof newest !== 'number' || newest <= maxEvents || newest % trimEvery !== 0) return
  const { events } = await eventTables()
  await answered(events.delete(IDBKeyRange.upperBound(newest - maxEvents)))
}
