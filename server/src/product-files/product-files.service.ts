/** Product files: read, staged and applied; and what the history shows of a file. */
import { listAliases } from '../aliases/aliases.service.ts'
import type { Context } from '../context.ts'
import { notFound } from '../http/errors.ts'
import { layoutNames } from '../layouts/layouts.service.ts'
import { appliedMessage, applyStage, dropStage, stageRows, type Applied } from '../products/products.service.ts'
import type { Session } from '../session/session.ts'
import { findFile } from './product-files.queries.ts'
import { readProductFile } from './read-file.ts'
import { readRows } from './read-rows.ts'
import { LinesWrong, receiveFile, type FileJob, type FileToReceive } from './receive.ts'

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
      return await takeProducts(context, job)
    } catch (error) {
      await dropStage(context.db, job.fileId)
      throw error
    }
  })
}

async function takeProducts(context: Context, { storeCode, fileId, source, content, keepHold, finish }: FileJob) {
  const { db } = context
  const rules = await rulesOf(db)
  const read = await readProductFile({
    ...rules,
    content: content(),
    batchSize,
    onRows: async (rows) => {
      await keepHold()
      await stageRows(db, storeCode, fileId, rows)
    },
  })
  if (read.errorCount > 0) throw new LinesWrong(read)
  const { dataCount, given } = read
  const applied = await applyStage(context, {
    ...{ storeCode, fileId, kind: 'FILE', changedBy: source, given },
    finish: (tx, result) => finish(tx, { dataCount, ...result }),
  })
  return { ...applied, dataCount, message: appliedMessage(applied) }
}

/** What the rows of product files are checked against. */
export async function rulesOf(db: Context['db']) {
  return { aliases: await listAliases(db), layouts: new Set((await layoutNames(db)).map((layout) => layout.layoutId)) }
}

export async function readFileDetail({ db, blobs }: Context, session: Session, fileId: string) {
  const found = await findFile(db, session.stores, fileId)
  if (found === undefined) throw notFound('There is no such file.')
  const data: { line: number; prInfo: string[] }[] = []
  if (found.blob !== null) {
    const stream = blobs.read(found.blob)
    // Enough rows are enough: leaving early ends the reading.
    const enough = new Error('enough rows')
    const common = {
      content: stream,
      batchSize: 100,
      onRows: async (rows: { line: number; prInfo: string[] }[]) => {
        data.push(...rows.map(({ line, prInfo }) => ({ line, prInfo })))
        if (data.length >= shownRows) throw enough
      },
    }
    // Only files of products have slots; of other kinds the values are shown as they stand.
    const reading =
      found.upload.fileType === 'product'
        ? readProductFile({ ...common, ...(await rulesOf(db)) })
        : readRows({ ...common, open: () => ({ hasHeader: false, read: (prInfo, line) => ({ line, prInfo }) }) })
    await reading.catch((error: unknown) => {
      if (error !== enough) throw error
    })
    stream.destroy()
  }
  return { ...found.upload, data: data.slice(0, shownRows) }
}
