/** How records of the audit log are read: plain functions, for server and console. */

/** How many items of a list a record leaves out: the last of a long list says so (the server's redact.ts). */
export function leftOutOf(list: readonly unknown[]): number {
  const last = list.at(-1)
  if (typeof last === 'object' && last !== null) return 'leftOut' in last && typeof last.leftOut === 'number' ? last.leftOut : 0
  // Records of before 2026-12 say it in English words.
  return Number(/^… (\d+) more$/.exec(String(last))?.[1] ?? 0)
}

/** What a text ends with of which a record leaves out so many characters (the server's redact.ts). */
export const cutText = /… \(\+(\d+)\)$/
