/** Texts of several lines, such as the code of a script: which lines came and which went. */
import { cutText } from '@endcap/contract/audit-record'
import { differs } from './change.ts'

/** Undefined: of a text that is cut it is not known whether a line that is missing went, or stands behind the cut. */
function linesOf(text: unknown): string[] | undefined {
  if (typeof text !== 'string' || text === '') return []
  return cutText.test(text) ? undefined : text.split('\n')
}

/** Undefined where neither is such a text, the record does not have all of it, or the lines are the same. */
export function comparedLines(was: unknown, is: unknown): { gone: string[]; came: string[] } | undefined {
  const [before, after] = [linesOf(was), linesOf(is)]
  if (before === undefined || after === undefined || (before.length < 2 && after.length < 2)) return undefined
  const compared = { gone: without(before, after), came: without(after, before) }
  return differs(compared, { gone: [], came: [] }) ? compared : undefined
}

/** A line that stands there several times is left out as often as it stands in the other. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0 && line.trim() !== ''
  })
}
