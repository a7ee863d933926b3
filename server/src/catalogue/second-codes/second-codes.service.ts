/** Second codes: taken in from files, and understood where products are looked up (specification 2 §2, §3). */
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import type { Db } from '../../platform/db/schema.ts'
import { done } from '../../platform/http/done.ts'
import { LinesWrong, receiveFile, type FileToReceive } from '../file-imports/receive.ts'
import { readRows } from '../file-imports/read-rows.ts'
import { openSecondCodeFile } from './second-code-file.ts'
import { searchSecondCodes, writeSecondCodes, type SecondCodeParts } from './second-codes.queries.ts'

export { productsOfSecondCodes, writeSecondCodes, type SecondCodeParts } from './second-codes.queries.ts'

/** Rows written in one statement. */
const batchSize = 5000

export async function listSecondCodes(db: Db, request: Parameters<typeof searchSecondCodes>[1]) {
  const page = await searchSecondCodes(db, request)
  return { ...page, data: page.data.map(({ updatedAt, ...row }) => ({ ...row, updatedAt: toEpoch(updatedAt) })) }
}

/** All of the file, or, when a line is wrong, nothing of it. Codes that it does not name stay as they are. */
export function importSecondCodes(context: Context, file: FileToReceive['file'], source: string) {
  return receiveFile(context, { storeCode: '', fileType: 'secondCode', file, source }, async ({ content, text, keepHold, finish }) => {
    const { db, clock } = context
    const batches: SecondCodeParts[][] = []
    const read = await readRows<SecondCodeParts>({
      content: content(),
      text,
      open: openSecondCodeFile,
      batchSize,
      onRows: async (rows) => {
        await keepHold()
        batches.push(rows)
      },
    })
    if (read.errorCount > 0) throw new LinesWrong(read)
    const { dataCount } = read
    const at = clock.now()
    return inTransaction(db, async (tx) => {
      let changed = 0
      for (const rows of batches) changed += await writeSecondCodes(tx, rows, at)
      await finish(tx, { dataCount, changed, taskId: null, tagCount: 0 })
      return { dataCount, changed, unchanged: dataCount - changed, ...done }
    })
  })
}
