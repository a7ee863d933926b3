/**
 * The dry run of a product file: what it would change and which labels could not be shown. The rows are staged and narrowed as for an
 * import, under a number of their own and without holding the store; then they are dropped.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { reportedProblems, type FileCheck, type FileLabelProblem, type FileReading } from '@endcap/contract/product-files'
import type { LeftOut } from '@endcap/contract/left-out'
import type { LabelToCheck } from '../ports.ts'
import type { Context } from '../../platform/context.ts'
import { invalid, unknownStore } from '../../platform/base/errors.ts'
import {
  countStage,
  createFileStage,
  dropStage,
  holdStage,
  narrowStage,
  nextFileId,
  releaseStage,
  reviewPrices,
  stagedLabels,
} from '../products/products.service.ts'
import { expectedSeconds } from '../../delivery/tasks/tasks.service.ts'
import { allowsGoodLines } from './product-files.queries.ts'
import { goodLinesOf, readProducts, refuseUnfitMapping, type Bringer } from './product-files.service.ts'
import { describeColumns } from './describe-columns.ts'
import type { Seen } from './guess-columns.ts'
import { beginReview } from './reviewed.ts'
import type { TextReading } from '../../platform/text-files/decode.ts'
import { storeLanguages } from '../../platform/text-files/languages.ts'
import { isTextFile, signsOfBatches, type FileToReceive } from '../file-imports/receive.ts'

/** Rows staged in one statement, and labels looked up in one. */
const batchSize = 1000
/** The stage belongs to its check for this long after the last sign of life. */
const holdSeconds = 60
/** Labels are tried for so long, and displays looked at for as long again: who waits for the answer gets what is known by then. */
const patienceMs = 90_000

export async function checkProductFile(
  context: Context,
  storeCode: string,
  file: FileToReceive['file'],
  { wholeChain, mapping }: Pick<Bringer, 'wholeChain' | 'mapping'>,
): Promise<FileCheck> {
  const { db } = context
  if (!isTextFile(file.name)) throw invalid('Invalid file format', 'file')
  const goodAlone = await allowsGoodLines(db, storeCode)
  if (goodAlone === undefined) throw unknownStore(storeCode, 'storeCode')
  await refuseUnfitMapping(context, storeCode, mapping)
  let readings: FileReading[] = []
  let columns: { seen: Seen; readable: boolean } | undefined
  const text: TextReading = {
    languages: await storeLanguages(db, storeCode),
    encoding: file.encoding,
    onFound: (found) => void (readings = found),
  }
  const fileId = await nextFileId(db)
  const hold = () => holdStage(db, fileId, holdSeconds)
  try {
    await hold()
    const sign = signsOfBatches(hold)
    const reviewed = await beginReview(db, { storeCode, fileId })
    const stage = await createFileStage(db, { storeCode, fileId, asTheyCome: true })
    const read = await readProducts(context, {
      storeCode,
      name: file.name,
      content: () => file.stream,
      text,
      goodRowsToo: true,
      goodAlone,
      mapping,
      onColumns: (seen, readable) => void (columns = { seen, readable }),
      wholeChain,
      real: false,
      onRows: async (rows, given) => {
        await sign()
        await stage.add(rows, given)
      },
    })
    const leftOutToo = [...(read.besideWrong?.keys() ?? [])]
    await stage.leaveOut(leftOutToo)
    const asBefore = stage.staged().compared?.unchanged ?? (await narrowStage(db, fileId, read.given))
    const { newCount, changed, tagCount, displayCount } = await countStage(db, fileId)
    const goodCount = goodAlone && read.errorCount > 0 ? goodLinesOf(read) : 0
    const unchanged = leftOutToo.length === 0 ? asBefore : goodCount - newCount - changed
    const review = await reviewPrices(db, { storeCode, fileId })
    const labels = await tryLabels(context, { storeCode, fileId, hold })
    const displays = await lookAtDisplays(context, { storeCode, fileId, hold })
    const { dataCount, errors: error, errorCount } = read
    const seconds = await expectedSeconds(db, storeCode, tagCount)
    const { families = [], secondCodes = [] } = read.others ?? {}
    return {
      dataCount,
      newCount,
      changed,
      unchanged,
      familyCount: families.length,
      secondCodeCount: secondCodes.length,
      error,
      errorCount,
      goodCount,
      reasons: read.reasons,
      readings,
      tagCount,
      ...labels,
      displayCount,
      ...displays,
      ...review,
      expectedSeconds: seconds,
      reviewed: await reviewed(),
      columns: columns === undefined ? null : await describeColumns(db, { storeCode, ...columns }),
    }
  } finally {
    await dropStage(db, fileId)
    await releaseStage(db, fileId)
  }
}

interface Tried {
  checkedCount: number
  problemCount: number
  problems: FileLabelProblem[]
}

interface Stage {
  storeCode: string
  fileId: string
  hold: () => Promise<boolean>
}
/** Draws the labels as they would become, slice by slice. */
async function tryLabels(context: Context, { storeCode, fileId, hold }: Stage): Promise<Tried> {
  const until = Date.now() + patienceMs
  const tried: Tried = { checkedCount: 0, problemCount: 0, problems: [] }
  for (let after = ''; Date.now() < until;) {
    await hold()
    const labels: LabelToCheck[] = await stagedLabels(context.db, { storeCode, fileId, after, limit: batchSize })
    if (labels.length === 0) break
    const checked = await context.ports.checkLabels(context, { storeCode, labels })
    tried.checkedCount += labels.length
    for (const [place, { tagMac = '', problems }] of checked.entries()) {
      const [first] = problems
      if (first === undefined) continue
      tried.problemCount++
      const prCode = labels[place]?.products[0]?.prCode ?? ''
      if (tried.problems.length < reportedProblems) tried.problems.push({ tagMac, prCode, reason: first.reason, detail: first.detail })
    }
    after = labels.at(-1)?.tagMac ?? ''
    // Others get their turn.
    await wait(0)
  }
  return tried
}

/** What the displays would leave out of the products that the file changes. */
async function lookAtDisplays(context: Context, { hold, ...stage }: Stage) {
  const until = Date.now() + patienceMs
  const found: { checkedDisplayCount: number; leftOutCount: number; leftOut: LeftOut[] } = {
    checkedDisplayCount: 0,
    leftOutCount: 0,
    leftOut: [],
  }
  for await (const { displays, leftOut } of context.ports.displaysLeavingOut(context, stage)) {
    await hold()
    found.checkedDisplayCount += displays
    found.leftOutCount += leftOut.length
    found.leftOut.push(...leftOut.slice(0, reportedProblems - found.leftOut.length))
    if (Date.now() >= until) break
    // Others get their turn.
    await wait(0)
  }
  return found
}
