/** Sets where tags are in their life, and removes them: every row is checked first, and one that is refused stops them all. */
import type { RequestOf } from '@endcap/contract/endpoint'
import {
  heardLatelySeconds,
  lifecycleChanges,
  type LifecycleChange,
  type RefusedRow,
  type tagLifecycle as endpoints,
} from '@endcap/contract/tag-lifecycle'
import { normaliseTagMac, tagMacForm } from '@endcap/contract/vocabulary'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, invalid } from '../../platform/base/errors.ts'
import { endTagOperations } from '../../delivery/tasks/tasks.service.ts'
import { deleteTags, holdTags, storeStates, type Standing } from './tag-lifecycle.queries.ts'

type Asked = RequestOf<(typeof endpoints)['set']>['body']
interface Row {
  line: number
  tagMac: string
  lifecycle: string
}
/** Sentences of an answer to a call that was refused. */
const namedRows = 100

const isChange = (text: string): text is LifecycleChange => lifecycleChanges.some((change) => change === text)
/** From then on it takes no more labels. */
const isLeaving = (change: string): boolean => change === 'RETIRED' || change === 'REMOVED'

/** What would be refused, and how many tags are changed. Throws with the refused rows unless `checkOnly` was asked for. */
export async function setLifecycle({ db, clock, signals }: Context, asked: Asked): Promise<{ changed: number; rowList: RefusedRow[] }> {
  const { storeCode, checkOnly, confirmed } = asked
  const rows = asked.tagList.map(({ tagMac, lifecycle, line }, place) => ({
    line: line ?? place + 1,
    tagMac: normaliseTagMac(tagMac),
    lifecycle: lifecycle.trim().toUpperCase(),
  }))
  const answer = await inTransaction(db, async (tx) => {
    const at = clock.now()
    const standing = await holdTags(
      tx,
      storeCode,
      rows.map((row) => row.tagMac),
    )
    const rowList = refusedRows(rows, standing, { at, confirmed })
    if (checkOnly) return { changed: rows.length - rowList.length, rowList }
    refuse(rowList)
    await apply(tx, storeCode, rows, at)
    return { changed: rows.length, rowList }
  })
  if (!checkOnly) signals.notify('changed', { storeCode, changes: ['tags', 'tasks'] })
  return answer
}

async function apply(tx: Context['db'], storeCode: string, rows: readonly Row[], at: Date): Promise<void> {
  const of = (isIncluded: (change: string) => boolean) => rows.flatMap((row) => (isIncluded(row.lifecycle) ? [row.tagMac] : []))
  await endTagOperations(tx, storeCode, of(isLeaving), at)
  const states = rows.flatMap(({ tagMac, lifecycle }): [string, string | null][] =>
    lifecycle === 'REMOVED' ? [] : [[tagMac, lifecycle === 'STOCK' ? null : lifecycle]],
  )
  await storeStates(tx, storeCode, new Map(states))
  await deleteTags(
    tx,
    storeCode,
    of((change) => change === 'REMOVED'),
  )
}

/** The first thing that stands against each row. */
function refusedRows(rows: readonly Row[], standing: ReadonlyMap<string, Standing>, rules: { at: Date; confirmed: boolean }): RefusedRow[] {
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const refusal = refusalOf(row, { ...rules, tag: standing.get(row.tagMac), isSeen: seen.has(row.tagMac) })
    seen.add(row.tagMac)
    return refusal === undefined ? [] : [{ line: row.line, tagMac: row.tagMac, ...refusal }]
  })
}

function refusalOf(
  { tagMac, lifecycle }: Row,
  { tag, isSeen, at, confirmed }: { tag: Standing | undefined; isSeen: boolean; at: Date; confirmed: boolean },
): Pick<RefusedRow, 'field' | 'code' | 'message'> | undefined {
  const field = 'tagMac'
  if (!tagMacForm.test(tagMac)) return { field, code: 'not-a-tag-id', message: `${tagMac || '–'} is not a tag id.` }
  if (!isChange(lifecycle))
    return { field: 'lifecycle', code: 'not-a-state', message: `${lifecycle || '–'} is none of ${lifecycleChanges.join(', ')}.` }
  if (isSeen) return { field, code: 'twice', message: `Tag ${tagMac} stands twice in the list.` }
  if (tag === undefined) return { field, code: 'unknown-tag', message: `Tag ${tagMac} is not a tag of this store.` }
  if (tag.prCode !== null) return { field, code: 'has-product', message: `Tag ${tagMac} has a product. Deassign it first.` }
  const silentSince = at.getTime() - heardLatelySeconds * 1000
  if (isLeaving(lifecycle) && !confirmed && tag.lastHeardAt !== null && tag.lastHeardAt.getTime() > silentSince)
    return { field, code: 'heard-lately', message: `Tag ${tagMac} was heard within the last hour.` }
  return undefined
}

/** 409 where only questions are open, which `confirmed` answers; else 400 with the rows. */
function refuse(rowList: readonly RefusedRow[]): void {
  const [first] = rowList
  if (first === undefined) return
  if (rowList.every((row) => row.code === 'heard-lately')) throw conflict(first.message, 'heard-lately')
  throw invalid(
    first.message,
    `tagList.${first.field}`,
    rowList.slice(0, namedRows).map((row) => `line ${row.line}: ${row.message}`),
  )
}
