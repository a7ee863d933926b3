/** Texts of several lines, such as the code of a script: which lines came and which went. */
import { differs } from './change.ts'

/** What the record ends with where it has not the whole text (the server's redact.ts). */
const cut = /… \(\+\d+\)$/
const linesOf = (text: unknown): string[] => (typeof text === 'string' && text !== '' ? text.replace(cut, '').split('\n') : [])

/** Undefined where neither is such a text, or where the record does not have the lines that are different. */
export function comparedLines(was: unknown, is: unknown): { gone: string[]; came: string[] } | undefined {
  const [before, after] = [linesOf(was), linesOf(is)]
  if (before.length < 2 && after.length < 2) return undefined
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
