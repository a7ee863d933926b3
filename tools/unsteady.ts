/**
 * Unsteady tests: journeys that failed in a run and passed when they were run again. Each is named with the run and kept in
 * `unsteady-tests.json` until its cause is mended; more than three, listed or found in this run, make the run fail.
 */
import { readFileSync } from 'node:fs'
import * as z from 'zod'

export const maxUnsteady = 3
const entry = z.strictObject({
  /** `<file> > <test>` */
  test: z.string().includes(' > '),
  /** The day on which it was seen, as 2026-11-24. */
  seen: z.iso.date(),
  /** What it said, and what is known of why. */
  why: z.string().min(1),
})
export type UnsteadyTest = z.infer<typeof entry>

export const listedUnsteady = (file = new URL('unsteady-tests.json', import.meta.url)): UnsteadyTest[] =>
  z.array(entry).parse(JSON.parse(readFileSync(file, 'utf8')))

/** What the end of a run says of unsteady tests, and whether they are too many. `found`: those of this run. */
export function checkUnsteady(listed: readonly UnsteadyTest[], found: readonly string[]): { notes: string[]; tooMany: boolean } {
  const known = new Set(listed.map(({ test }) => test))
  const fresh = [...new Set(found)].filter((test) => !known.has(test))
  const count = known.size + fresh.length
  const notes = [
    ...[...new Set(found)].map(
      (test) => `unsteady: ${test}${known.has(test) ? ' (listed)' : ': mend it, or enter it in tools/unsteady-tests.json'}`,
    ),
    ...(count > maxUnsteady ? [`${count} tests are unsteady, ${maxUnsteady} may be: ${[...known, ...fresh].join('; ')}`] : []),
  ]
  return { notes, tooMany: count > maxUnsteady }
}
