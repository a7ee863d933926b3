/** Product files: read, staged and applied; and what the history shows of a file. */
import { listAliases } from '../aliases/aliases.service.ts'
import type { FileUpload } from '@endcap/contract/product-files'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readFamilyRules, writeWithOthers } from '../families/families.service.ts'
import { notFound } from '../../platform/base/errors.ts'
import {
  appliedMessage,
  applyStage,
  createFileStage,
  dropStage,
  numberRulesOf,
  ProductsChanged,
  type Applied,
  type Given,
  type StagedRow,
} from '../products/products.service.ts'
import type { Session } from '../../platform/http/session.ts'
import { parserInUse } from '../scripts/parsers.ts'
import type { TextReading } from '../../platform/text-files/decode.ts'
import { isEncoding } from '../../platform/text-files/encodings.ts'
import { storeLanguages } from '../../platform/text-files/languages.ts'
import { writeSecondCodes } from '../second-codes/second-codes.service.ts'
import { getSetting } from '../../settings/settings.service.ts'
import { findFile } from './product-files.queries.ts'
import { readProductsByScript, type Others } from './read-by-script.ts'
import { readProductFile } from './read-file.ts'
import { readRows, type ReadResult } from '../file-imports/read-rows.ts'
import { holdingOn, LinesWrong, receiveFile, signsOfBatches, type FileJob, type FileToReceive } from '../file-imports/receive.ts'

export { findFile, searchFiles } from './product-files.queries.ts'

/** Rows staged in one statement: about 200 ms on the embedded database, which does nothing else meanwhile. */
const batchSize = 2000
/** Rows of a file that its detail shows. */
const shownRows = 1000
/** Second codes written in one statement. */
const codesPerStatement = 5000

export interface FileApplied extends Applied {
  historyId: string
  dataCount: number
  message: string
}

/** Who or what brings a file. */
export interface Bringer {
  /** Account or folder. */
  source: string
  /** Whether it may bring what holds in all stores. */
  wholeChain: boolean
}

export function importProductFile(
  context: Context,
  storeCode: string,
  file: FileToReceive['file'],
  { source, wholeChain }: Bringer,
): Promise<FileApplied> {
  return receiveFile(context, { storeCode, fileType: 'product', file, source }, async (job) => {
    try {
      return await takeProducts(context, job, { name: file.name, wholeChain })
    } catch (error) {
      await dropStage(context.db, job.fileId)
      throw error
    }
  })
}

async function takeProducts(context: Context, job: FileJob, by: { name: string; wholeChain: boolean }) {
  try {
    return await readAndApply(context, job, { ...by, asTheyCome: true })
  } catch (error) {
    if (!(error instanceof ProductsChanged)) throw error
    // Rows that changed nothing when they were read may change something now.
    await dropStage(context.db, job.fileId)
    return await readAndApply(context, job, { ...by, asTheyCome: false })
  }
}

async function readAndApply(
  context: Context,
  { storeCode, fileId, source, content, text, keepHold, finish }: FileJob,
  { name, wholeChain, asTheyCome }: { name: string; wholeChain: boolean; asTheyCome: boolean },
) {
  const stage = await createFileStage(context.db, { storeCode, fileId, asTheyCome })
  const sign = signsOfBatches(keepHold)
  const onRows = async (rows: StagedRow[], given?: Given) => {
    await sign()
    await stage.add(rows, given)
  }
  const read = await holdingOn(keepHold, () => readProducts(context, { storeCode, name, content, text, onRows, wholeChain, real: true }))
  if (read.errorCount > 0) throw new LinesWrong(read)
  const { dataCount, given, others } = read
  await keepHold()
  const applied = await applyStage(context, {
    storeCode,
    fileId,
    kind: 'FILE',
    changedBy: source,
    ...stage.staged(),
    given,
    ...(others !== undefined && { others: (tx: Db) => writeOthers(tx, storeCode, others, context.clock.now()) }),
    finish: (tx, result) => finish(tx, { dataCount, ...result }),
  })
  return { ...applied, unchanged: dataCount - applied.changed, dataCount, message: appliedMessage(applied) }
}

/** The families of the store and the second codes that its file brings; answers the tags that show such a family. */
async function writeOthers(tx: Db, storeCode: string, { families, secondCodes }: Others, at: Date) {
  const followed = families.length === 0 ? { changed: 0, tagMacs: [] } : await writeWithOthers(tx, { storeCode, families, at })
  // In one order, so that files of two stores that name the same codes wait for one another.
  const codes = secondCodes.toSorted((a, b) => (a.secondCode < b.secondCode ? -1 : 1))
  let { changed } = followed
  for (let from = 0; from < codes.length; from += codesPerStatement)
    changed += await writeSecondCodes(tx, codes.slice(from, from + codesPerStatement), at)
  return { changed, tagMacs: followed.tagMacs }
}

interface Reading {
  storeCode: string
  name: string
  /** Opened when everything else is known. */
  content: () => AsyncIterable<Uint8Array>
  text: TextReading
  /** `given`: what the rows carry of a product, where that is known before the last of them. */
  onRows: (rows: StagedRow[], given?: Given) => Promise<void>
  goodRowsToo?: boolean
  /** Whether the file comes from an account that may bring what holds in all stores. */
  wholeChain: boolean
  /** The file is taken in: a parser script that fails raises the alarm. */
  real: boolean
}
/** Reads a product file as its store has it read: by its parser script, or as CSV. */
export async function readProducts(
  context: Context,
  { storeCode, name, content, real, wholeChain, ...reading }: Reading,
): Promise<ReadResult & { given: Given; others?: Others }> {
  const rules = await rulesOf(context, storeCode)
  const parser = await parserInUse(context, { kind: 'product-file-parser', storeCode, real })
  if (parser === undefined) return await readProductFile({ ...rules, ...reading, content: content(), batchSize })
  const others = await otherRules(context.db, { wholeChain, byWholeChain: parser.ofWholeChain })
  return await readProductsByScript({ ...rules, ...reading, others, parser, name, content: content() })
}

/**
 * What records beside products are checked against. Second codes hold in all stores: both who wrote the script and who brings the file
 * must be allowed to change them, else a store could change another one's through the hands of another account.
 */
export async function otherRules(db: Db, { wholeChain, byWholeChain }: { wholeChain: boolean; byWholeChain: boolean }) {
  const noSecondCodes = !byWholeChain
    ? 'is a second code, which holds in all stores: only a script saved by an account of the whole chain may give it'
    : wholeChain
      ? undefined
      : 'is a second code, which holds in all stores: only an account of the whole chain brings it'
  return { families: await readFamilyRules(db), noSecondCodes }
}

/** What the rows of product files are checked against. */
export async function rulesOf({ db, ports }: Pick<Context, 'db' | 'ports'>, storeCode: string) {
  return {
    aliases: await listAliases(db),
    layouts: new Set((await ports.layoutNames(db, [storeCode])).map((layout) => layout.layoutId)),
    numbers: await numberRulesOf(db, storeCode),
    site: (await getSetting(db, 'system')).site,
  }
}

/** How a file that was received is read once more: as it was then. */
export async function textOfReceived(db: Db, { storeCode, encoding }: FileUpload): Promise<TextReading> {
  return { languages: await storeLanguages(db, storeCode), ...(encoding !== null && isEncoding(encoding) && { encoding }) }
}

export async function readFileDetail(context: Context, session: Session, fileId: string) {
  const { db, blobs } = context
  const found = await findFile(db, session.stores, fileId)
  if (found === undefined) throw notFound('There is no such file.')
  const data: { line: number; prInfo: string[] }[] = []
  if (found.blob !== null) {
    if ((await blobs.size(found.blob)) === undefined) throw notFound('The file is not there any more.')
    const text = await textOfReceived(db, found.upload)
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
            text,
            storeCode: found.upload.storeCode,
            name: found.upload.fileName,
            wholeChain: true,
            real: false,
          })
        : readRows({ ...common, text, batchSize: 100, open: () => ({ hasHeader: false, read: (prInfo, line) => ({ line, prInfo }) }) })
    await reading.catch((error: unknown) => {
      if (error !== enough) throw error
    })
    stream.destroy()
  }
  return { ...found.upload, data: data.slice(0, shownRows) }
}
