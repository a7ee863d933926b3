/**
 * Takes files of any kind in: kept as they came, one at a time for a store, all of a file or nothing of it, and a row in the history that
 * tells how it ended (docs/guide/product-files.md). What the rows mean is the kind's own.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { systemLocation } from '@endcap/contract/alarms'
import type { UploadedFile } from '@endcap/contract/endpoint'
import type { ColumnMapping } from '@endcap/contract/file-columns'
import type { FileReading, FileType } from '@endcap/contract/product-files'
import { isKnownStore } from '../../people/alarms/unknown-store.ts'
import { keepBlob } from '../../platform/blobs/remove-unused.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { ApiError, conflict, invalid, unknownStore } from '../../platform/base/errors.ts'
import { nextFileId } from '../products/products.service.ts'
import type { TextReading } from '../../platform/text-files/decode.ts'
import type { Encoding } from '../../platform/text-files/encodings.ts'
import { storeLanguages } from '../../platform/text-files/languages.ts'
import { finishFile, holdImport, insertFile, releaseImport } from './file-imports.service.ts'
import type { ReadResult } from './read-rows.ts'

/** An import holds its store this long after its last sign of life. */
const holdSeconds = 30
/** How long a second upload waits for the first. */
const patienceMs = 5000

/** What a file brought about. */
export interface FileOutcome {
  dataCount: number
  /** Rows that were new or different. */
  changed: number
  taskId: string | null
  tagCount: number
  /** What is wrong with lines that were left out. */
  leftOut?: ReadResult
}

/** A file on its way in. */
export interface FileJob {
  storeCode: string
  fileId: string
  /** Account or folder that it came from. */
  source: string
  content: () => AsyncIterable<Uint8Array>
  /** How its text is read. */
  text: TextReading
  /** A sign of life, before each piece of work: throws when another upload has taken this one's place. */
  keepHold: () => Promise<void>
  /** Writes the result into the history, in the transaction that makes the rows valid. */
  finish: (tx: Db, outcome: FileOutcome) => Promise<void>
}

export interface FileToReceive {
  storeCode: string
  fileType: FileType
  /** `fileId`: its number in the history, where it was told beforehand. `encoding`: as the person has chosen; else it is found out. */
  file: Pick<UploadedFile, 'name' | 'stream'> & { fileId?: string; encoding?: Encoding | undefined }
  source: string
  /** What the columns of a product file mean, where a person has said so. */
  mapping?: ColumnMapping | undefined
}

/** Lines of the file are wrong, and nothing of it is taken. */
export class LinesWrong extends Error {
  readonly read: ReadResult
  constructor(read: ReadResult) {
    super('lines are wrong')
    this.read = read
  }
}

/** `take` reads the rows and applies them; it throws `LinesWrong` for wrong lines and leaves nothing behind when it fails. */
export async function receiveFile<T extends object>(
  context: Context,
  { storeCode, fileType, file, source, mapping }: FileToReceive,
  take: (job: FileJob) => Promise<T>,
): Promise<T & { historyId: string }> {
  const { db, clock, signals } = context
  if (!isTextFile(file.name)) throw invalid('Invalid file format', 'file')
  // The shared scope is no store.
  if (storeCode !== '' && !(await isKnownStore(db, { storeCode, source: shownName(file.name), at: clock.now() }))) {
    signals.notify('changed', { storeCode: systemLocation, changes: ['alarms'] })
    throw unknownStore(storeCode, 'storeCode')
  }
  const holder = randomUUID()
  const { fileId, blob } = await keepFile(context, { storeCode, fileType, file, source, mapping }, holder)
  let readings: FileReading[] = []
  const encodingOf = () => (readings.length === 1 ? (readings[0]?.encoding ?? null) : null)
  try {
    const languages = await storeLanguages(db, storeCode)
    const taken = await take({
      storeCode,
      fileId,
      source,
      content: () => context.blobs.read(blob),
      text: { languages, encoding: file.encoding, onFound: (found) => void (readings = found) },
      keepHold: async () => {
        if (!(await holdImport(db, storeCode, holder, holdSeconds))) throw inProgress()
      },
      finish: async (tx, { dataCount, changed, taskId, tagCount, leftOut }) => {
        const { errors = [], errorCount = 0, reasons = [] } = leftOut ?? {}
        const reported = { errors, errorCount, reasons, leftOutCount: errorCount, encoding: encodingOf() }
        const ended = { dataCount, changedCount: changed, ...reported, taskId, tagCount, at: clock.now() }
        // Another process has said how it ended, after we were not heard of for too long: what it said must stay true.
        if (!(await finishFile(tx, storeCode, fileId, ended))) throw inProgress()
      },
    })
    signals.notify('changed', { storeCode, changes: ['files'] })
    return { ...taken, historyId: fileId }
  } catch (error) {
    const read = error instanceof LinesWrong ? error.read : failedReading(error)
    await finishFile(db, storeCode, fileId, {
      dataCount: read.dataCount,
      changedCount: 0,
      errors: read.errors,
      errorCount: read.errorCount,
      leftOutCount: 0,
      taskId: null,
      tagCount: 0,
      reasons: read.reasons,
      encoding: encodingOf(),
      at: clock.now(),
    })
    signals.notify('changed', { storeCode, changes: ['files'] })
    throw error instanceof LinesWrong ? refusal(read, readings) : error
  } finally {
    await releaseImport(db, storeCode, holder)
  }
}

/** The file is kept before it is read: what was received can be looked at whatever becomes of it. One that is refused at once leaves nothing. */
async function keepFile(
  context: Context,
  { storeCode, fileType, file, source, mapping }: FileToReceive,
  holder: string,
): Promise<{ fileId: string; blob: string }> {
  const { db, blobs, clock } = context
  const received = await blobs.receive(file.stream)
  try {
    if (received.bytes === 0) throw invalid('The file is empty.', 'file')
    await hold(context, storeCode, holder)
    const fileId = file.fileId ?? (await nextFileId(db))
    await keepBlob(db, received)
    const fileName = shownName(file.name)
    await insertFile(db, { fileId, storeCode, fileName, fileType, source, blob: received.hash, mapping, at: clock.now() })
    return { fileId, blob: received.hash }
  } catch (error) {
    await received.drop()
    await releaseImport(db, storeCode, holder)
    throw error
  }
}

/** Names of files that are read at all. */
export const isTextFile = (name: string): boolean => /\.(csv|txt)$/i.test(name)

const maxName = 200
/** A file's name as the history keeps it: without its folder and what cannot be shown, of a length that can be, with its extension. */
export function shownName(name: string): string {
  const bare = name
    .replace(/^.*[\\/]/, '')
    .replaceAll(/\p{Cc}/gu, '')
    .toWellFormed()
  return bare.length <= maxName ? bare : `${bare.slice(0, maxName - 5)}…${bare.slice(-4)}`
}

async function hold({ db }: Context, storeCode: string, holder: string) {
  const until = Date.now() + patienceMs
  while (!(await holdImport(db, storeCode, holder, holdSeconds))) {
    if (Date.now() > until) throw inProgress()
    await wait(200)
  }
}

const inProgress = () => conflict('File upload in progress.', 'upload-in-progress')
/** Whether a file was refused only because another one of its store is being taken in. */
export const isInProgress = (error: unknown): boolean => error instanceof ApiError && error.answer.code === 'upload-in-progress'

/** A sign of life so often, while something works on a file without saying anything. */
const signEveryMs = 10_000

/** While batches of rows are staged; each sign is a commit of its own, and a batch is staged within milliseconds. */
const batchSignEveryMs = 1000

/** A sign of life with a batch of rows, unless one was given within the last second. */
export function signsOfBatches(sign: () => Promise<unknown>): () => Promise<void> {
  let next = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() < next) return
    next = performance.now() + batchSignEveryMs
    await sign()
  }
}

/** Keeps the store held while `work` runs, however long it is silent. */
export async function holdingOn<T>(keepHold: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  // A hold that was lost is told by the next sign that the work itself gives.
  const timer = setInterval(() => void keepHold().catch(() => undefined), signEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** What the history says of a file that lost its store to another upload. */
export const overtakenReading = 'Reading took so long that another upload took its place. Nothing was changed.'

/** What the history tells of a file that could not be read to its end. */
function failedReading(error: unknown): ReadResult {
  if (isInProgress(error)) return { dataCount: 0, errors: [overtakenReading], errorCount: 1, reasons: [] }
  const reason = error instanceof ApiError ? error.message : 'The file could not be taken in because of a fault on the server.'
  return { dataCount: 0, errors: [`${reason} Nothing was changed.`], errorCount: 1, reasons: [] }
}

function refusal({ errors, errorCount, reasons }: ReadResult, readings: FileReading[]): ApiError {
  const [first = ''] = errors
  const message =
    errorCount === 1 ? `Nothing was changed: ${first}` : `Nothing was changed: ${errorCount} lines are wrong. The first: ${first}`
  const { answer, status } = invalid(message, 'file', errors)
  return new ApiError(status, { ...answer, reasons, ...(readings.length > 1 && { readings }) })
}
