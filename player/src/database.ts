/** What the player remembers over restarts, in the browser's database: it is there without a secure context, too. */
import type { CommandResult, Manifest } from '@endcap/contract/player'

export interface Finished {
  id: string
  result: CommandResult
  detail?: string
}
export interface Batch {
  seq: number
  items: PlayerEvent[]
}
export type PlayerEvent =
  /** `area`: of a show, where the content was. */
  | { k: 'play'; content: string; area?: number; from: number; to: number }
  | { k: 'error'; content: string; code: string; detail: string; at: number }
interface Stored {
  mac: string
  claimSecret: string
  token: string
  storeCode: string
  manifest: Manifest
  /** The server's clock minus the machine's, milliseconds. */
  offset: number
  /** The commands done last, so that none is done twice. */
  log: Finished[]
  /** Done, and not yet reported to the server. */
  untold: Finished[]
  seq: number
  batch: Batch
  /** What was on the screen when it was noted last. */
  open: PlayerEvent[]
  /** Software that was tried by itself, and on which day. */
  triedSoftware: Record<string, number>
  triedLauncher: Record<string, number>
}

const request = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error ?? new Error('the database failed')))
  })

let opened: Promise<IDBDatabase> | undefined
function database(): Promise<IDBDatabase> {
  if (opened !== undefined) return opened
  const asked = indexedDB.open('endcap-player', 2)
  asked.addEventListener('upgradeneeded', ({ oldVersion }) => {
    if (oldVersion < 1) {
      asked.result.createObjectStore('kept')
      asked.result.createObjectStore('pieces')
    }
    asked.result.createObjectStore('events', { autoIncrement: true })
  })
  opened = request(asked).then((open) => {
    // A newer page waits for this one to let go of the database; then this one starts anew, as that page.
    open.addEventListener('versionchange', () => {
      open.close()
      location.reload()
    })
    return open
  })
  return opened
}
/** What happened and what is remembered, changed together or not at all. */
export async function eventTables(): Promise<{ events: IDBObjectStore; state: IDBObjectStore }> {
  const change = (await database()).transaction(['events', 'kept'], 'readwrite')
  return { events: change.objectStore('events'), state: change.objectStore('kept') }
}
/** A table of the player's database. */
export async function table(name: 'kept' | 'pieces', mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction(name, mode).objectStore(name)
}
export { request as answered }

/** Only this page writes to the database: what is there under a key is what `keep` put there. */
export const recall = async <K extends keyof Stored>(key: K): Promise<Stored[K] | undefined> =>
  request((await table('kept', 'readonly')).get(key) as IDBRequest<Stored[K] | undefined>)
export async function keep<K extends keyof Stored>(key: K, value: Stored[K]): Promise<void> {
  await request((await table('kept', 'readwrite')).put(value, key))
}
export async function forget(key: keyof Stored): Promise<void> {
  await request((await table('kept', 'readwrite')).delete(key))
}
