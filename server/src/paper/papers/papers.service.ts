/** Paper labels: files become tasks, tasks are printed again, labels are looked at before they are printed. */
import { reportedErrors } from '@endcap/contract/product-files'
import { paperLayouts } from '@endcap/label/paper'
import { listAliases } from '../../catalogue/aliases/aliases.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, notFound } from '../../platform/base/errors.ts'
import { storeWords } from '../../labels/rendering/labels.service.ts'
import { findFile, textOfReceived } from '../../catalogue/product-files/product-files.service.ts'
import type { TextReading } from '../../platform/text-files/decode.ts'
import { RowProblem } from '../../platform/text-files/row-problem.ts'
import { holdingOn, LinesWrong, receiveFile, type FileJob, type FileToReceive } from '../../catalogue/file-imports/receive.ts'
import type { Session } from '../../platform/http/session.ts'
import type { Draw } from './draw.ts'
import { findRow, findTask, listRows, productsOf } from './papers.queries.ts'
import { paperTaskRetentionDays } from './print-rules.ts'
import { readPaperFile, type PaperFile } from './read-file.ts'
import { parserInUse } from '../../catalogue/scripts/parsers.ts'
import { numberRulesOf } from '../../catalogue/products/products.service.ts'
import { getSetting } from '../../settings/settings.service.ts'
import { readPapersByScript } from './read-by-script.ts'
import { dropTasks, insertTask, printAgain, type NewRow } from './tasks.queries.ts'
import { requireBlob } from '../../platform/blobs/require-blob.ts'

export { productsOf } from './papers.queries.ts'

/** Rows of a file that its detail shows. */
const shownRows = 1000

interface Upload {
  storeCode: string
  taskDes: string | undefined
  file: FileToReceive['file']
  /** Account or folder that it came from. */
  source: string
}

/** Takes a paper file in: all of it becomes a task, or nothing of it. */
export async function importPaperFile(context: Context, { storeCode, taskDes, file, source }: Upload) {
  const named = { name: file.name, taskDes: taskDes ?? '' }
  const taken = await receiveFile(context, { storeCode, fileType: 'paper', file, source }, (job) => takePapers(context, job, named))
  context.signals.notify('papers', {})
  context.signals.notify('changed', { storeCode, changes: ['papers'] })
  return taken
}

interface Reading {
  storeCode: string
  name: string
  /** Opened when everything else is known. */
  content: () => AsyncIterable<Uint8Array>
  text: TextReading
  onRows?: () => Promise<void>
  /** The file is taken in: a parser script that fails raises the alarm. */
  real: boolean
}
/** Reads a paper file as its store has it read: by its parser script, or as CSV with a header. */
async function readPapers(context: Context, { storeCode, name, content, text, onRows, real }: Reading): Promise<PaperFile> {
  const { db, config } = context
  const rules = {
    aliases: await listAliases(db),
    listed: config.printers,
    numbers: await numberRulesOf(db, storeCode),
    site: (await getSetting(db, 'system')).site,
    ...(onRows !== undefined && { onRows }),
  }
  const parser = await parserInUse(context, { kind: 'paper-parser', storeCode, real })
  return parser === undefined
    ? readPaperFile({ ...rules, text, content: content() })
    : readPapersByScript({ ...rules, text, content: content(), parser, storeCode, name })
}

async function takePapers(
  context: Context,
  { storeCode, fileId, source, content, text, keepHold, finish }: FileJob,
  file: { name: string; taskDes: string },
) {
  const { db, clock } = context
  const aliases = await listAliases(db)
  const reading = { storeCode, name: file.name, content, text, onRows: keepHold, real: true }
  const read = await holdingOn(keepHold, () => readPapers(context, reading))
  const taskDes = file.taskDes || read.taskDes || file.name.replace(/\.(csv|txt)$/i, '').slice(0, 200)
  if (read.errorCount > 0) throw new LinesWrong(read)
  await keepHold()
  const rows = await withProducts(db, storeCode, read, aliases.find((alias) => alias.key)?.index ?? 0)
  const at = clock.now()
  const taskId = await inTransaction(db, async (tx) => {
    const id = await insertTask(tx, { storeCode, fileId, taskDes, createdBy: source, rows, at })
    await finish(tx, { dataCount: rows.length, changed: rows.length, taskId: id, tagCount: 0 })
    return id
  })
  const message = `${rows.length} labels are on their way to the printer.`
  return { taskId, dataCount: rows.length, message }
}

/** A file need not repeat what the store knows: what it leaves out, or leaves blank, is the product's. Without a product there must be more than a code. */
async function withProducts(db: Context['db'], storeCode: string, read: PaperFile, key: number): Promise<NewRow[]> {
  const { rows, given } = read
  const products = await productsOf(db, storeCode, [...new Set(rows.map((row) => row.prCode))])
  const onlyCodes = given.every((slot) => slot === key)
  const unknown = onlyCodes ? rows.filter((row) => !products.has(row.prCode)) : []
  if (unknown.length > 0) {
    const reasons = unknown
      .slice(0, reportedErrors)
      .map(({ line, prCode }) => new RowProblem('row-unknown-product', { code: prCode }).at(line))
    throw new LinesWrong({ dataCount: read.dataCount, errors: reasons.map(({ text }) => text), errorCount: unknown.length, reasons })
  }
  return rows.map((row) => {
    const known = products.get(row.prCode)
    if (known === undefined) return row
    const prInfo = row.prInfo.map((value, slot) => (given.includes(slot) && value !== '' ? value : (known[slot] ?? '')))
    return { ...row, prInfo }
  })
}

/** Prints rows of a task again. */
export async function printRows(
  { db, clock, signals }: Context,
  { storeCode, taskId, which }: { storeCode: string; taskId: string; which: 'all' | 'failed' | readonly number[] },
) {
  const rows = await inTransaction(db, (tx) => printAgain(tx, { storeCode, taskId, which, at: clock.now() }))
  if (rows === undefined) throw notFound('There is no such paper task.')
  // Specification 2 §8.
  if (rows === 0) throw conflict('There are no products to print.', 'nothing-to-print')
  signals.notify('papers', {})
  signals.notify('changed', { storeCode, changes: ['papers'] })
  return { rows, message: `${rows} labels are on their way to the printer.` }
}

export async function readTask({ db }: Context, storeCode: string, taskId: string) {
  const task = await findTask(db, storeCode, taskId)
  if (task === undefined) throw notFound('There is no such paper task.')
  return { ...task, data: await listRows(db, storeCode, taskId) }
}

/** The label of a row as it is printed. */
export async function previewRow({ db }: Context, draw: Draw, place: { storeCode: string; taskId: string; line: number }) {
  const row = await findRow(db, place.storeCode, place.taskId, place.line)
  if (row === undefined) throw notFound('There is no such row.')
  const words = await storeWords(db, place.storeCode)
  const rows = [{ line: row.line, prCode: row.prCode, prInfo: row.prInfo, copies: 1 }]
  const job = {
    make: 'picture',
    title: row.prCode,
    storeCode: place.storeCode,
    layout: row.layout,
    rows,
    aliases: await listAliases(db),
  } as const
  const { content, failures } = await draw({ ...job, locale: 'en-US', currency: '', ...words })
  return { encodedImage: content === undefined ? null : Buffer.from(content).toString('base64'), problem: failures[0]?.detail ?? '' }
}

export async function readPaperDetail(context: Context, session: Session, fileId: string) {
  const { db, blobs } = context
  const found = await findFile(db, session.stores, fileId, ['paper'])
  if (found === undefined) throw notFound('There is no such file.')
  if (found.blob === null) return { ...found.upload, data: [] }
  await requireBlob(blobs, found.blob)
  const stream = blobs.read(found.blob)
  try {
    const { rows } = await readPapers(context, {
      storeCode: found.upload.storeCode,
      name: found.upload.fileName,
      content: () => stream,
      text: await textOfReceived(db, found.upload),
      real: false,
    })
    return { ...found.upload, data: rows.slice(0, shownRows) }
  } finally {
    stream.destroy()
  }
}

export const layoutList = () =>
  paperLayouts.map(({ name, columns, rows, cell }) => ({ name, perPage: columns * rows, width: cell.width, height: cell.height }))

/** Tasks forgotten in one transaction. */
const dropBatch = 100
/** Forgets paper tasks whose days are over. */
export async function dropOldPapers({ db, clock, signals }: Context): Promise<void> {
  const { updateHistoryRetentionDays } = await getSetting(db, 'server')
  const before = new Date(clock.now().getTime() - Math.min(paperTaskRetentionDays, updateHistoryRetentionDays) * 86_400_000)
  for (;;) {
    const stores = await inTransaction(db, (tx) => dropTasks(tx, before, dropBatch))
    if (stores.length === 0) return
    for (const storeCode of stores) signals.notify('changed', { storeCode, changes: ['papers'] })
  }
}
