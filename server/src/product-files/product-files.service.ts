/** Product files: read, staged and applied; and what the history shows of a file. */
import { listAliases } from '../aliases/aliases.service.ts'
import type { Context } from '../context.ts'
import { notFound } from '../http/errors.ts'
import { layoutNames } from '../layouts/layouts.service.ts'
import { appliedMessage, applyStage, dropStage, stageRows, type Applied, type Given, type StagedRow } from '../products/products.service.ts'
import type { Session } from '../session/session.ts'
import { parserInUse } from '../scripts/parsers.ts'
import { findFile } from './product-files.queries.ts'
import { readProductsByScript } from './read-by-script.ts'
import { readProductFile } from './read-file.ts'
import { readRows, type ReadResult } from './read-rows.ts'
import { holdingOn, LinesWrong, receiveFile, type FileJob, type FileToReceive } from './receive.ts'

export { findFile, searchFiles } from './product-files.queries.ts'

/** Rows staged in one statement: about 100 ms on the embedded database. */
const batchSize = 1000
/** Rows of a file that its detail shows. */
const shownRows = 1000

export interface FileApplied extends Applied {
  historyId: string
  dataCount: number
  message: string
}

export function importProductFile(context: Context, storeCode: string, file: FileToReceive['file'], source: string): Promise<FileApplied> {
  return receiveFile(context, { storeCode, fileType: 'product', file, source }, async (job) => {
    try {
      return await takeProducts(context, job, file.name)
    } catch (error) {
      await dropStage(context.db, job.fileId)
      throw error
    }
  })
}

async function takeProducts(context: Context, { storeCode, fileId, source, content, keepHold, finish }: FileJob, name: string) {
  const { db } = context
  const onRows = async (rows: StagedRow[]) => {
    await keepHold()
    await stageRows(db, storeCode, fileId, rows)
  }
  const read = await holdingOn(keepHold, () => readProducts(context, { storeCode, name, content, onRows, real: true }))
  if (read.errorCount > 0) throw new LinesWrong(read)
  const { dataCount, given } = read
  const applied = await applyStage(context, {
    ...{ storeCode, fileId, kind: 'FILE', changedBy: source, given },
    finish: (tx, result) => finish(tx, { dataCount, ...result }),
  })
  return { ...applied, dataCount, message: appliedMessage(applied) }
}

interface Reading {
  storeCode: string
  name: string
  /** Opened when everything else is known. */
  content: () => AsyncIterable<Uint8Array>
  onRows: (rows: StagedRow[]) => Promise<void>
  goodRowsToo?: boolean
  /** The file is taken in: a parser script that fails raises the alarm. */
  real: boolean
}
/** Reads a product file as its store has it read: by its parser script, or as CSV. */
export async function readProducts(
  context: Context,
  { storeCode, name, content, real, ...reading }: Reading,
): Promise<ReadResult & { given: Given }> {
  const rules = await rulesOf(context.db)
  const parser = await parserInUse(context, { kind: 'product-file-parser', storeCode, real })
  return parser === undefined
    ? readProductFile({ ...rules, ...reading, content: content(), batchSize })
    : readProductsByScript({ ...rules, ...reading, parser, name, content: content() })
}

/** What the rows of product files are checked against. */
export async function rulesOf(db: Context['db']) {
  return { aliases: await listAliases(db), layouts: new Set((await layoutNames(db)).map((layout) => layout.layoutId)) }
}

export async function readFileDetail(context: Context, session: Session, fileId: string) {
  const { db, blobs } = context
  const found = await findFile(db, session.stores, fileId)
  if (found === undefined) throw notFound('There is no such file.')
  const data: { line: number; prInfo: string[] }[] = []
  if (found.blob !== null) {
    const stream = blobs.read(found.blob)
    // Enough rows are enough: leaving early ends the reading.
    const enough = new Error('enough rows')
    const common = {
      content: stream,
      onRows: async (rows: { line: number; prInfo: string[] }[]) => {
        data.push(...rows.map(({ line, prInfo }) => ({ line, prInfo })))
        if (data.length >= shownRows) throw enough
      },
    }
    // Only files of products have slots; of other kinds the values are shown as they stand.
    const reading =
      found.upload.fileType === 'product'
        ? readProducts(context, {
            ...common,
            content: () => stream,
            storeCode: found.upload.storeCode,
            name: found.upload.fileName,
            real: false,
          })
        : readRows({ ...common, batchSize: 100, open: () => ({ hasHeader: false, read: (prInfo, line) => ({ line, prInfo }) }) })
    await reading.catch((error: unknown) => {
      if (error !== enough) throw error
    })
    stream.destroy()
  }
  return { ...found.upload, data: data.slice(0, shownRows) }
}
