/**
 * The inbox: a folder for each store, into which shops put files, by hand, by a network drive or by SFTP. A file that has come to rest is
 * taken in like an upload and then stands in `done` or `failed` beside it, with a log.
 *
 * Each file once: a file is first renamed to the number that the history will have for it. The row of that number is finished in the very
 * transaction that applies the file, and only once; so a process that finds a renamed file after a kill knows from the row whether it was
 * applied.
 */
import { join } from 'node:path'
import { systemLocation } from '@endcap/contract/alarms'
import { keysOf } from '@endcap/contract/typed-object'
import { isKnownStore } from '../../people/alarms/unknown-store.ts'
import type { Context } from '../../platform/context.ts'
import { holdLease, releaseLease } from '../../platform/db/leases.ts'
import { beginFile, resumeFile, type Place, type Taking } from './inbox-file.ts'
import { createRestWatch, foldersIn, makeFolder, takenIn, type WaitingFile } from './inbox-folder.ts'
import { fileKinds } from './kinds.ts'

/** The folder of what holds in all stores: no store can have this code. */
export const allStores = '_all'
/** A process that has not been heard of for so long has lost its store's folder. */
const leaseSeconds = 15

export interface Inbox {
  /** Looks once and takes in what is at rest. */
  work(): Promise<false>
  /** No further file is begun. */
  halt(): void
}

interface Options {
  root: string
  /** Names this process in its leases. */
  holder: string
}

interface State extends Options, Taking {
  resting: ReturnType<typeof createRestWatch>
  /** Folders that are no store's, told once. */
  strangers: Set<string>
  halted: boolean
}

/** The inbox in the folder `root`, which may be shared with other processes. */
export function createInbox(context: Context, options: Options): Inbox {
  const inbox: State = { ...options, context, resting: createRestWatch(), strangers: new Set(), attempts: new Map(), halted: false }
  return {
    async work() {
      await workThroughFolders(inbox)
      return false
    },
    halt: () => void (inbox.halted = true),
  }
}

async function workThroughFolders(inbox: State): Promise<void> {
  const { context, root, strangers } = inbox
  const stores = new Set((await context.db.selectFrom('stores').select('store_code').execute()).map((row) => row.store_code))
  const folders = await foldersIn(root)
  for (const store of stores) if (!folders.includes(store)) await makeFolder(join(root, store))
  for (const name of folders) {
    if (inbox.halted) break
    if (name !== allStores && !stores.has(name)) {
      await reportStranger(inbox, name)
      continue
    }
    strangers.delete(name)
    // A folder that cannot be read must not keep the others waiting.
    await workIn(inbox, name).catch((error: unknown) =>
      context.log.error({ err: error, folder: name }, 'a folder of the inbox could not be worked on'),
    )
  }
}

/** Raises INVALID STORE CODE for a folder of no store, once as long as it stays so. */
async function reportStranger({ context, strangers }: State, name: string): Promise<void> {
  const { db, clock, log, signals } = context
  if (strangers.has(name)) return
  strangers.add(name)
  log.warn({ folder: name }, 'a folder of the inbox is named after no store')
  await isKnownStore(db, { storeCode: name, source: `inbox/${name}`, at: clock.now() })
  signals.notify('changed', { storeCode: systemLocation, changes: ['alarms'] })
}

/** Where files wait in a folder of this name, by their kinds. */
function placesOf(root: string, name: string): Place[] {
  const scope = name === allStores ? 'all' : 'store'
  return keysOf(fileKinds).flatMap((fileType) => {
    const kind = fileKinds[fileType]
    if (kind.scope !== 'either' && kind.scope !== scope) return []
    return [{ storeCode: scope === 'all' ? '' : name, fileType, kind, folder: join(root, name, kind.folder) }]
  })
}

interface Waiting {
  place: Place
  rested: WaitingFile[]
}

/** Takes in what is at rest in one folder, as long as no other process works there. */
async function workIn(inbox: State, name: string): Promise<void> {
  const { db, clock } = inbox.context
  const now = clock.now().getTime()
  const waiting = await Promise.all(
    placesOf(inbox.root, name).map(async (place) => ({
      place,
      taken: await takenIn(place.folder),
      rested: await inbox.resting(place.folder, now),
    })),
  )
  if (waiting.every(({ taken, rested }) => taken.length + rested.length === 0)) return
  const lease = `inbox:${name}`
  const hold = () => holdLease(db, lease, inbox.holder, leaseSeconds)
  if (!(await hold())) return
  const renewal = setInterval(() => void hold().catch(() => undefined), (leaseSeconds * 1000) / 3)
  try {
    await takeAll(inbox, waiting)
  } finally {
    clearInterval(renewal)
    await releaseLease(db, lease, inbox.holder)
  }
}

/** First what was left in the middle: read again now, since the look before was without the lease. */
async function takeAll(inbox: State, waiting: readonly Waiting[]): Promise<void> {
  for (const { place } of waiting) for (const file of await takenIn(place.folder)) if (!inbox.halted) await resumeFile(inbox, place, file)
  for (const { place, rested } of waiting)
    for (const file of rested) {
      if (inbox.halted) return
      await beginFile(inbox, place, file)
    }
}
