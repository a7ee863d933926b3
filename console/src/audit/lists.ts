/** Lists as a record has them: all of a short one, of a long one how many there are and a part. */
import { leftOutOf } from '@endcap/contract/audit-record'
import { isRecord } from '../form/json.ts'

/** The items of a list as a record has it: all of them, or of a long one those that the other side has not. */
export const itemsOf = (list: unknown): readonly unknown[] => {
  const items = isRecord(list) ? list.differing : list
  return Array.isArray(items) ? items : []
}

/** A few items by their names, else how many there are; undefined without any. */
export function shortList(list: unknown, counted: (count: number) => string, named = 3): string | undefined {
  const items = itemsOf(list)
  const more = leftOutOf(items)
  const count = isRecord(list) ? Number(list.count) : more === 0 ? items.length : items.length - 1 + more
  if (count === 0 || Number.isNaN(count)) return undefined
  return !isRecord(list) && count <= named ? items.join(', ') : counted(count)
}

/** What came and what went, where both lists are known and too long to be read side by side. */
export function comparedLists(before: unknown, after: unknown): { added?: string; removed?: string } {
  const [was, is] = [itemsOf(before), itemsOf(after)]
  const isCut = !isRecord(before) && leftOutOf(was) + leftOutOf(is) > 0
  if (isCut || (!Array.isArray(before) && !isRecord(before)) || (!Array.isArray(after) && !isRecord(after))) return {}
  if (Math.max(was.length, is.length) <= 3 && !isRecord(before)) return {}
  const [added, removed] = [is.filter((one) => !was.includes(one)), was.filter((one) => !is.includes(one))]
  return { ...(added.length > 0 && { added: added.join(', ') }), ...(removed.length > 0 && { removed: removed.join(', ') }) }
}
