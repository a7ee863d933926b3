/** Product files: read, staged and applied; and what the history shows of a file. */
import { listAliases } from '../aliases/aliases.service.ts'
import type { ColumnMapping } from '@endcap/contract/file-columns'
import type { FileReason, FileUpload } from '@endcap/contract/product-files'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readFamilyRules, writeWithOthers } from '../families/families.service.ts'
import { invalid, notFound } from '../../platform/base/errors.ts'
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
import { allowsGoodLines, findFile } from './product-files.queries.ts'
import { readProductsByScript, type Others } from './read-by-script.ts'
import { refuseMapping } from './columns.ts'
import { readProductFile, type ProductsRead, type ReadOptions } from './read-file.ts'
import { rememberMapping } from './column-mappings.queries.ts'
import type { Seen } from './guess-columns.ts'
import { refuseUnseen } from './reviewed.ts'
import { readRows, type ReadResult } from '../file-imports/read-rows.ts'
import { holdingOn, LinesWrong, receiveFile, signsOfBatches, type FileJob, type FileToReceive } from '../file-imports/receive.ts'
import { requireBlob } from '../../platform/blobs/require-blob.ts'

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
  /** Wrong lines that were left out, and what is wrong with the first of them. */
  leftOutCount: number
  error: string[]
  reasons: FileReason[]
  message: string
}

/** Who or what brings a file. */
export interface Bringer {
  /** Account or folder. */
  source: string
  /** Whether it may bring what holds in all stores. */
  wholeChain: boolean
  /** Good lines are applied without the wrong ones. */
  applyGoodLines?: boolean | undefined
  /** What the columns mean, where the first line does not say so. */
  mapping?: ColumnMapping | undefined
  /** What the check answered that a person has looked at: other prices than those are refused. */
  reviewed?: string | undefined
}

export async function importProductFile(
  context: Context,
  storeCode: string,
  file: FileToReceive['file'],
  { source, ...by }: Bringer,
): Promise<FileApplied> {
  if (by.applyGoodLines === true && (await allowsGoodLines(context.db, storeCode)) === false)
    throw invalid('The configuration of the store does not allow good lines to be applied without the wrong ones.', 'applyGoodLines')
  await refuseUnfitMapping(context, storeCode, by.mapping)
  return receiveFile(context, { storeCode, fileType: 'product', file, source, mapping: by.mapping }, async (job) => {
    try {
      return await takeProducts(context, job, { name: file.name, ...by })
    } catch (error) {
      await dropStage(context.db, job.fileId)
      throw error
    }
  })
}

type Taking = { name: string } & Omit<Bringer, 'source'>

async function takeProducts(context: Context, job: FileJob, by: Taking) {
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
  { name, wholeChain, applyGoodLines: goodAlone = false, reviewed, mapping, asTheyCome }: Taking & { asTheyCome: boolean },
) {
  const stage = await createFileStage(context.db, { storeCode, fileId, asTheyCome })
  const sign = signsOfBatches(keepHold)
  const onRows = async (rows: StagedRow[], given?: Given) => {
    await sign()
    await stage.add(rows, given)
  }
  let first: readonly string[] = []
  const onColumns = (seen: Seen) => void (first = seen.first)
  const reading = { storeCode, name, content, text, mapping, onRows, onColumns, wholeChain, goodAlone, goodRowsToo: goodAlone, real: true }
  const read = await holdingOn(keepHold, () => readProducts(context, reading))
  const { dataCount, given, others, errors: error, errorCount: leftOutCount, reasons } = read
  if (leftOutCount > 0 && (!goodAlone || goodLinesOf(read) === 0)) throw new LinesWrong(read)
  await keepHold()
  await stage.leaveOut([...(read.besideWrong?.keys() ?? [])])
  const applied = await applyStage(context, {
    storeCode,
    fileId,
    kind: 'FILE',
    changedBy: source,
    ...stage.staged(),
    given,
    ...(others !== undefined && { others: (tx: Db) => writeOthers(tx, storeCode, others, context.clock.now()) }),
    ...(reviewed !== undefined && { guard: (tx: Db) => refuseUnseen(tx, { storeCode, fileId, reviewed }) }),
    finish: async (tx, result) => {
      await finish(tx, { dataCount, ...result, ...(leftOutCount > 0 && { leftOut: read }) })
      const { hasHeader } = mapping ?? {}
      if (mapping !== undefined)
        await rememberMapping(tx, { storeCode, hasHeader: hasHeader === true, first }, mapping, context.clock.now())
      if (leftOutCount === 0) return
      const after = { file: name, dataCount, changed: result.changed, leftOutCount }
      await recordChange(tx, { subject: { kind: 'productFiles', id: fileId, storeCode }, before: null, after })
    },
  })
  const unchanged = dataCount - leftOutCount - applied.changed
  return { ...applied, unchanged, dataCount, leftOutCount, error, reasons, message: appliedMessage(applied) }
}

/** Rows of a file with wrong ones that can be applied without these: none where a script reads it, whose records may belong together. */
export const goodLinesOf = ({
  besideWrong,
  broken,
  dataCount,
  errorCount,
}: Pick<ProductsRead, 'broken' | 'dataCount' | 'errorCount'> & Partial<ProductsRead>) =>
  besideWrong === undefined || broken === true ? 0 : Math.max(0, dataCount - errorCount)

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

interface Reading extends ReadOptions {
  storeCode: string
  name: string
  /** Opened when everything else is known. */
  content: () => AsyncIterable<Uint8Array>
  text: TextReading
  /** `given`: what the rows carry of a product, where that is known before the last of them. */
  onRows: (rows: StagedRow[], given?: Given) => Promise<void>
  /** Whether the file comes from an account that may bring what holds in all stores. */
  wholeChain: boolean
  /** The file is taken in: a parser script that fails raises the alarm. */
  real: boolean
}
/** Refuses what is said of columns where no file of the store can be read by it. */
export async function refuseUnfitMapping(context: Context, storeCode: string, mapping: ColumnMapping | undefined): Promise<void> {
  if (mapping === undefined) return
  refuseMapping(mapping, await listAliases(context.db))
  if ((await parserInUse(context, { kind: 'product-file-parser', storeCode, real: false })) !== undefined)
    throw invalid('A parser script reads the files of this store: it tells what columns mean.', 'columns')
}

/** Reads a product file as its store has it read: by its parser script, or as CSV. */
export async function readProducts(
  context: Context,
  { storeCode, name, content, real, wholeChain, ...reading }: Reading,
): Promise<ReadResult & Pick<ProductsRead, 'given'> & Partial<ProductsRead> & { others?: Others }> {
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
    await requireBlob(blobs, found.blob)
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
            mapping: found.mapping,
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
