/**
 * One file of the inbox, from the moment it is put out of others' reach:
 *
 *   taken → done      it was applied
 *         → failed    it cannot be, and its sender must mend it
 *         → taken     under a new number: its process ended before it was applied, or a fault of ours came between
 *
 * What the history knows of its number decides; what is remembered here is only how often a file was tried.
 */
import { join } from 'node:path'
import type { FileType, FileUpload } from '@endcap/contract/product-files'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/base/errors.ts'
import { clearDeadImport, diedReading } from '../file-imports/file-imports.service.ts'
import { isInProgress, overtakenReading } from '../file-imports/receive.ts'
import { nextFileId } from '../products/products.service.ts'
import { claim, contentOf, InboxProblem, logOf, settle, StillWritten, type TakenFile, type WaitingFile } from './inbox-folder.ts'
import type { FileKind } from './kinds.ts'
import { findFile } from './product-files.queries.ts'

/** A file that fails through a fault of ours is tried again; then it is put aside. */
const maxAttempts = 3
/** Who brought it, in the history. */
const source = 'folder'

/** A folder in which files of one kind wait. */
export interface Place {
  /** Empty for all stores. */
  storeCode: string
  fileType: FileType
  kind: FileKind
  folder: string
}

/** What a process keeps for all files that it takes in. */
export interface Taking {
  context: Context
  /** Tries that failed through a fault of ours, by path. */
  attempts: Map<string, number>
}

const pathOf = ({ folder }: Place, { name }: TakenFile) => join(folder, name)

/** Takes in a file that has come to rest, or one whose number is used up: under a new number. Nothing when another process was quicker. */
export async function beginFile(taking: Taking, place: Place, file: WaitingFile): Promise<void> {
  const claimed = await claim(place.folder, file, await nextFileId(taking.context.db))
  if (claimed !== undefined) await take(taking, place, claimed)
}

/** A file that was left in the middle: what the history knows of its number decides. */
export async function resumeFile(taking: Taking, place: Place, file: TakenFile): Promise<void> {
  const { db, clock } = taking.context
  const upload = await historyOf(taking, place, file)
  if (upload?.finished === null) {
    await clearDeadImport(db, { storeCode: place.storeCode, fileId: file.fileId }, clock.now())
    // Else another process still reads it.
    if ((await historyOf(taking, place, file))?.finished != null) await resumeFile(taking, place, file)
    return
  }
  if (upload !== undefined && !mayTryAgain(taking, place, { file, upload })) return end(taking, place, { file, upload })
  // The number is used up, or was never given by us.
  await beginFile(taking, place, file)
}

function mayTryAgain({ attempts }: Taking, place: Place, { file, upload: { error } }: { file: TakenFile; upload: FileUpload }): boolean {
  return [diedReading, overtakenReading].includes(error[0] ?? '') || (error.length > 0 && attempts.has(pathOf(place, file)))
}

async function take(taking: Taking, place: Place, file: TakenFile): Promise<void> {
  const { storeCode, kind } = place
  const { name, fileId } = file
  try {
    await kind.take(taking.context, { storeCode, source, file: { name, fileId, stream: contentOf(file, kind.maxBytes) } })
  } catch (error) {
    if (error instanceof StillWritten) return
    // Another upload of this store is being taken in: this one waits.
    if (isInProgress(error)) return
    const refused = error instanceof InboxProblem || (error instanceof ApiError && error.status < 500)
    if (!refused) return fault(taking, place, { file, error })
    return end(taking, place, { file, upload: await historyOf(taking, place, file), problem: error.message })
  }
  await end(taking, place, { file, upload: await historyOf(taking, place, file) })
}

/** A fault of ours, told in the history: tried again some times. Without the database nothing is told, and nothing decided. */
async function fault(taking: Taking, place: Place, { file, error }: { file: TakenFile; error: unknown }): Promise<void> {
  const { context, attempts } = taking
  const upload = await historyOf(taking, place, file)
  const count = (attempts.get(pathOf(place, file)) ?? 0) + 1
  context.log.error({ err: error, file: file.name, store: place.storeCode, attempt: count }, 'a file of the inbox could not be taken in')
  if (upload === undefined) throw error
  attempts.set(pathOf(place, file), count)
  if (count >= maxAttempts) await end(taking, place, { file, upload })
}

interface Outcome {
  file: TakenFile
  /** What the history knows of it. */
  upload: FileUpload | undefined
  /** Why it was refused, where the history does not know. */
  problem?: string
}

/** Puts it to `done` or `failed`, with a log. */
async function end({ context, attempts }: Taking, place: Place, { file, upload, problem }: Outcome): Promise<void> {
  attempts.delete(pathOf(place, file))
  const result = upload !== undefined && upload.errorCount === 0 ? 'done' : 'failed'
  await settle(place.folder, file, result, logOf(file.name, place.storeCode, upload, problem))
  context.log.info({ file: file.name, store: place.storeCode, result }, 'a file of the inbox was taken in')
}

async function historyOf({ context }: Taking, { storeCode, fileType }: Place, { fileId }: TakenFile): Promise<FileUpload | undefined> {
  const found = await findFile(context.db, storeCode === '' ? 'all' : [storeCode], fileId, [fileType])
  return found?.upload.source === source ? found.upload : undefined
}
