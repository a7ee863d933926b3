/** Takes product files in: all of a file, or, when a line is wrong, nothing of it (docs/guide/product-files.md). */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { UploadedFile } from '@endcap/contract/endpoint'
import { systemLocation } from '@endcap/contract/alarms'
import { isKnownStore } from '../alarms/unknown-store.ts'
import { listAliases } from '../aliases/aliases.service.ts'
import type { Context } from '../context.ts'
import { ApiError, conflict, invalid, notFound } from '../http/errors.ts'
import { layoutNames } from '../layouts/layouts.service.ts'
import { dropStage, nextFileId, stageRows } from '../products/products.service.ts'
import { appliedMessage, applyStage, type Applied } from '../products/products.service.ts'
import type { Session } from '../session/session.ts'
import { findFile, finishFile, holdImport, insertFile, releaseImport } from './product-files.queries.ts'
import { readProductFile, type ReadResult } from './read-file.ts'

/** Rows staged in one statement: about 100 ms on the embedded database. */
const batchSize = 1000
/** An import holds its store this long after its last sign of life. */
const holdSeconds = 30
/** How long a second upload waits for the first. */
const patienceMs = 5000
/** Rows of a file that its detail shows. */
const shownRows = 1000

export interface FileApplied extends Applied {
  historyId: string
  dataCount: number
  message: string
}

export async function importProductFile(context: Context, storeCode: string, file: UploadedFile, source: string): Promise<FileApplied> {
  const { db, clock } = context
  if (!/\.(csv|txt)$/i.test(file.name)) throw invalid('Invalid file format', 'file')
  if (!(await isKnownStore(db, { storeCode, source: file.name.slice(0, 200), at: clock.now() }))) {
    context.signals.notify('changed', { storeCode: systemLocation, changes: ['alarms'] })
    throw invalid(`There is no store ${storeCode}.`, 'storeCode')
  }
  const holder = randomUUID()
  const { fileId, blob } = await keepFile(context, storeCode, file, { holder, source })
  try {
    return await importHeld(context, { storeCode, fileId, blob, holder, source })
  } catch (error) {
    await dropStage(db, fileId)
    const reason = reasonOf(error)
    if (reason !== undefined) await finishFile(db, storeCode, fileId, failed([`${reason} Nothing was changed.`], 0, clock.now()))
    throw error
  } finally {
    await releaseImport(db, storeCode, holder)
  }
}

/** The file is kept before it is read: what was received can be looked at whatever becomes of it. One that is refused at once leaves nothing. */
async function keepFile(
  context: Context,
  storeCode: string,
  file: UploadedFile,
  { holder, source }: { holder: string; source: string },
): Promise<{ fileId: string; blob: string }> {
  const { db, blobs, clock } = context
  const received = await blobs.receive(file.stream)
  try {
    if (received.bytes === 0) throw invalid('The file is empty.', 'file')
    await hold(context, storeCode, holder)
    const fileId = await nextFileId(db)
    await received.keep()
    await insertFile(db, { fileId, storeCode, fileName: file.name.slice(0, 200), source, blob: received.hash, at: clock.now() })
    return { fileId, blob: received.hash }
  } catch (error) {
    await received.drop()
    await releaseImport(db, storeCode, holder)
    throw error
  }
}

/** What the history tells of a file that could not be read to its end; undefined when it tells already what is wrong with its lines. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return 'The file could not be taken in because of a fault on the server.'
  return error.answer.code === 'upload-in-progress' ? 'Reading took so long that another upload took its place.' : undefined
}

const failed = (errors: string[], dataCount: number, at: Date, errorCount = errors.length) => ({
  dataCount,
  changedCount: 0,
  errors,
  errorCount,
  taskId: null,
  tagCount: 0,
  at,
})

async function hold({ db }: Context, storeCode: string, holder: string) {
  const until = Date.now() + patienceMs
  while (!(await holdImport(db, storeCode, holder, holdSeconds))) {
    if (Date.now() > until) throw conflict('File upload in progress.', 'upload-in-progress')
    await wait(200)
  }
}

async function importHeld(
  context: Context,
  job: { storeCode: string; fileId: string; blob: string; holder: string; source: string },
): Promise<FileApplied> {
  const { db, blobs, clock, signals } = context
  const { storeCode, fileId, blob, holder, source } = job
  const [aliases, layouts] = [await listAliases(db), new Set((await layoutNames(db)).map((layout) => layout.layoutId))]
  const read = await readProductFile({
    content: blobs.read(blob),
    aliases,
    layouts,
    batchSize,
    onRows: async (rows) => {
      if (!(await holdImport(db, storeCode, holder, holdSeconds))) throw conflict('File upload in progress.', 'upload-in-progress')
      await stageRows(db, storeCode, fileId, rows)
    },
  })
  if (read.errorCount > 0) {
    await dropStage(db, fileId)
    await finishFile(db, storeCode, fileId, failed(read.errors, read.dataCount, clock.now(), read.errorCount))
    signals.notify('changed', { storeCode, changes: ['files'] })
    throw refusal(read)
  }
  const { columns, dataCount } = read
  const given = {
    slots: columns?.places.filter((place) => typeof place === 'number'),
    layout: columns?.places.includes('layout') ?? false,
    nfc: columns?.places.includes('nfc') ?? false,
  }
  const applied = await applyStage(context, {
    storeCode,
    fileId,
    changedBy: source,
    ofFile: true,
    given,
    finish: (tx, { changed, taskId, tagCount }) =>
      finishFile(tx, storeCode, fileId, {
        dataCount,
        changedCount: changed,
        errors: [],
        errorCount: 0,
        taskId,
        tagCount,
        at: clock.now(),
      }),
  })
  signals.notify('changed', { storeCode, changes: ['files'] })
  return { ...applied, historyId: fileId, dataCount, message: appliedMessage(applied) }
}

function refusal({ errors, errorCount }: ReadResult): ApiError {
  const [first = ''] = errors
  const message =
    errorCount === 1 ? `Nothing was changed: ${first}` : `Nothing was changed: ${errorCount} lines are wrong. The first: ${first}`
  return invalid(message, 'file', errors)
}

export async function readFileDetail({ db, blobs }: Context, session: Session, fileId: string) {
  const found = await findFile(db, session.stores, fileId)
  if (found === undefined) throw notFound('There is no such file.')
  const data: { line: number; prInfo: string[] }[] = []
  if (found.blob !== null) {
    const [aliases, layouts] = [await listAliases(db), new Set((await layoutNames(db)).map((layout) => layout.layoutId))]
    const stream = blobs.read(found.blob)
    // Enough rows are enough: leaving early ends the reading.
    const enough = new Error('enough rows')
    await readProductFile({
      content: stream,
      aliases,
      layouts,
      batchSize: 100,
      onRows: async (rows) => {
        data.push(...rows.map(({ line, prInfo }) => ({ line, prInfo })))
        if (data.length >= shownRows) throw enough
      },
    }).catch((error: unknown) => {
      if (error !== enough) throw error
    })
    stream.destroy()
  }
  return { ...found.upload, data: data.slice(0, shownRows) }
}
