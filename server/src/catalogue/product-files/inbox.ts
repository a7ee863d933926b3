/**
 * The inbox: a folder for each store, into which shops put files, by hand, by a network drive or by SFTP. A file that has come to rest is
 * taken in like an upload and then stands in `done` or `failed` beside it, with a log.
 *
 * Each file once: a file is first renamed to the number that the history will have for it. The row of that number is finished in the very
 * transaction that applies the file, and only once; so whoever finds a renamed file after a kill knows from the row whether it was applied.
 */
import { join } from 'node:path'
import { systemLocation } from '@endcap/contract/alarms'
import type { FileType, FileUpload } from '@endcap/contract/product-files'
import { isKnownStore } from '../../people/alarms/unknown-store.ts'
import type { Context } from '../../platform/context.ts'
import { holdLease, releaseLease } from '../../platform/db/leases.ts'
import { ApiError } from '../../platform/base/errors.ts'
import { nextFileId } from '../products/products.service.ts'
import {
  claim,
  contentOf,
  createRestWatch,
  foldersIn,
  InboxProblem,
  logOf,
  settle,
  StillWritten,
  takenIn,
  type TakenFile,
  makeFolder,
} from './inbox-folder.ts'
import { fileKinds, type FileKind } from './kinds.ts'
import { clearDeadImport, diedReading } from '../file-imports/file-imports.service.ts'
import { findFile } from './product-files.queries.ts'
import { isInProgress, overtakenReading } from '../file-imports/receive.ts'

/** The folder of what holds in all stores: no store can have this code. */
export const allStores = '_all'
/** A process that has not been heard of for so long has lost its store's folder. */
const leaseSeconds = 15
/** A file that fails through a fault of ours is tried again; then it is put aside. */
const mostAttempts = 3
/** Who brought it, in the history. */
const source = 'folder'

export interface Inbox {
  /** Looks once and takes in what is at rest. */
  work(): Promise<false>
  /** No further file is begun. */
  halt(): void
}

interface Place {
  storeCode: string
  fileType: FileType
  kind: FileKind
  folder: string
}

export function createInbox(context: Context, { root, holder }: { root: string; holder: string }): Inbox {
  const { db, clock, log, signals } = context
  const resting = createRestWatch()
  /** Folders that are no store's, told once. */
  const strangers = new Set<string>()
  const attempts = new Map<string, number>()
  let halted = false

  /** Raises INVALID STORE CODE for a folder of no store, once as long as it stays so. */
  async function tellStranger(name: string): Promise<void> {
    if (strangers.has(name)) return
    strangers.add(name)
    log.warn({ folder: name }, 'a folder of the inbox is named after no store')
    await isKnownStore(db, { storeCode: name, source: `inbox/${name}`, at: clock.now() })
    signals.notify('changed', { storeCode: systemLocation, changes: ['alarms'] })
  }

  function placesOf(name: string): Place[] {
    const scope = name === allStores ? 'all' : 'store'
    return Object.entries(fileKinds)
      .filter(([, kind]) => kind.scope === 'either' || kind.scope === scope)
      .map(([fileType, kind]) => ({
        storeCode: scope === 'all' ? '' : name,
        kind,
        folder: join(root, name, kind.folder),
        // The registry's keys are the kinds of files.
        fileType: fileType as FileType,
      }))
  }

  async function workIn(name: string): Promise<void> {
    const now = clock.now().getTime()
    const waiting = await Promise.all(
      placesOf(name).map(async (place) => ({ place, taken: await takenIn(place.folder), rested: await resting(place.folder, now) })),
    )
    if (waiting.every(({ taken, rested }) => taken.length + rested.length === 0)) return
    const lease = `inbox:${name}`
    if (!(await holdLease(db, lease, holder, leaseSeconds))) return
    const renewal = setInterval(() => void holdLease(db, lease, holder, leaseSeconds).catch(() => undefined), (leaseSeconds * 1000) / 3)
    try {
      for (const { place } of waiting) for (const file of await takenIn(place.folder)) if (!halted) await goOn(place, file)
      for (const { place, rested } of waiting)
        for (const file of rested) {
          if (halted) return
          const claimed = await claim(place.folder, file, await nextFileId(db))
          if (claimed !== undefined) await take(place, claimed)
        }
    } finally {
      clearInterval(renewal)
      await releaseLease(db, lease, holder)
    }
  }

  /** A file that was left in the middle: what the history knows of its number decides. */
  async function goOn(place: Place, file: TakenFile): Promise<void> {
    const upload = await historyOf(place, file)
    if (upload?.finished === null) {
      await clearDeadImport(db, { storeCode: place.storeCode, fileId: file.fileId }, clock.now())
      // Else somebody still reads it.
      if ((await historyOf(place, file))?.finished != null) await goOn(place, file)
      return
    }
    if (upload !== undefined && !mayTryAgain(place, file, upload)) return end(place, file, upload)
    // The number is used up, or was never given by us.
    const again = await claim(place.folder, file, await nextFileId(db))
    if (again !== undefined) await take(place, again)
  }

  const keyOf = ({ folder }: Place, { name }: TakenFile) => join(folder, name)
  function mayTryAgain(place: Place, file: TakenFile, { error }: FileUpload): boolean {
    return [diedReading, overtakenReading].includes(error[0] ?? '') || (error.length > 0 && attempts.has(keyOf(place, file)))
  }

  async function take(place: Place, file: TakenFile): Promise<void> {
    const { storeCode, kind } = place
    const { name, fileId } = file
    try {
      await kind.take(context, { storeCode, source, file: { name, fileId, stream: contentOf(file, kind.maxBytes) } })
    } catch (error) {
      if (error instanceof StillWritten) return
      const problem = error instanceof ApiError && error.status < 500 ? error : undefined
      // Another upload of this store is being taken in: this one waits.
      if (isInProgress(error)) return
      if (problem === undefined && !(error instanceof InboxProblem)) return fault(place, file, error)
      return end(place, file, await historyOf(place, file), error instanceof Error ? error.message : '')
    }
    await end(place, file, await historyOf(place, file))
  }

  /** A fault of ours, told in the history: tried again some times. Without the database nothing is told, and nothing decided. */
  async function fault(place: Place, file: TakenFile, error: unknown): Promise<void> {
    const upload = await historyOf(place, file)
    const count = (attempts.get(keyOf(place, file)) ?? 0) + 1
    log.error({ err: error, file: file.name, store: place.storeCode, attempt: count }, 'a file of the inbox could not be taken in')
    if (upload === undefined) throw error
    attempts.set(keyOf(place, file), count)
    if (count >= mostAttempts) await end(place, file, upload)
  }

  async function end(place: Place, file: TakenFile, upload: FileUpload | undefined, problem?: string): Promise<void> {
    attempts.delete(keyOf(place, file))
    const result = upload !== undefined && upload.errorCount === 0 ? 'done' : 'failed'
    await settle(place.folder, file, result, logOf(file.name, place.storeCode, upload, problem))
    log.info({ file: file.name, store: place.storeCode, result }, 'a file of the inbox was taken in')
  }

  async function historyOf({ storeCode, fileType }: Place, { fileId }: TakenFile): Promise<FileUpload | undefined> {
    const found = await findFile(db, storeCode === '' ? 'all' : [storeCode], fileId, [fileType])
    return found?.upload.source === source ? found.upload : undefined
  }

  return {
    async work() {
      const stores = new Set((await db.selectFrom('stores').select('store_code').execute()).map((row) => row.store_code))
      const folders = await foldersIn(root)
      for (const store of stores) if (!folders.includes(store)) await makeFolder(join(root, store))
      for (const name of folders) {
        if (halted) break
        if (name !== allStores && !stores.has(name)) {
          await tellStranger(name)
          continue
        }
        strangers.delete(name)
        // A folder that cannot be read must not keep the others waiting.
        await workIn(name).catch((error: unknown) =>
          log.error({ err: error, folder: name }, 'a folder of the inbox could not be worked on'),
        )
      }
      return false
    },
    halt: () => void (halted = true),
  }
}
