/**
 * What the audit log has of a promotion. A record is cut where it is long (platform/audit/redact.ts): of long lists it has how many there
 * are and those that the other side has not, so that it says what was changed. Lists have one order: another one is no change.
 */
import { shownItems } from '../../platform/audit/redact.ts'

interface Lists {
  prCodeList: readonly string[]
  storeList: readonly string[] | null
  rule: { index: number; values: readonly string[]; contains: boolean } | null
  changes: readonly { index: number; value: string }[]
}
type Recorded<T> = readonly T[] | { count: number; differing: T[] }

function recordedList<T>(list: readonly T[], other: readonly T[]): Recorded<T> {
  const keyOf = (item: T) => JSON.stringify(item)
  if (Math.max(list.length, other.length) <= shownItems) return list.toSorted((one, next) => (keyOf(one) < keyOf(next) ? -1 : 1))
  const others = new Set(other.map(keyOf))
  return { count: list.length, differing: list.filter((item) => !others.has(keyOf(item))) }
}

/** One side of a change, beside the other; null where there is none. */
export function recorded<P extends Lists>(promotion: P | null, other: P | null) {
  if (promotion === null) return null
  const { prCodeList, storeList, rule, changes } = promotion
  return {
    ...promotion,
    prCodeList: recordedList(prCodeList, other?.prCodeList ?? []),
    storeList: storeList && recordedList(storeList, other?.storeList ?? []),
    rule: rule && { ...rule, values: recordedList(rule.values, other?.rule?.values ?? []) },
    changes: recordedList(
      changes.map(({ index, value }) => ({ index, value })),
      (other?.changes ?? []).map(({ index, value }) => ({ index, value })),
    ),
  }
}
