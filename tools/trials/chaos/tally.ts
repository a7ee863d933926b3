/** What a run has seen so far: for the report. */
import type { Victim } from './processes.ts'
import type { Way } from './till.ts'

export type Tally = ReturnType<typeof createTally>

export function createTally(print: (text: string) => void) {
  let round = 0
  const violations: { round: number; text: string; words: string[] }[] = []
  const notes: { round: number; text: string }[] = []
  const files = new Map<Way, { accepted: number; prices: number; longest: number }>()
  const repeats = new Map<string, number>()
  const kills = new Map<Victim, { count: number; longest: number; sum: number }>()
  const settles: number[] = []
  return {
    /** Labels that uploads were told they change. */
    changedLabels: 0,
    failedLabels: 0,
    checkedLabels: 0,
    checks: 0,
    violations,
    notes,
    files,
    repeats,
    kills,
    settles,
    round: () => round,
    begin: (next: number) => void (round = next),
    violate: (text: string, words: string[] = []) => {
      violations.push({ round, text, words })
      print(`round ${round}: VIOLATION ${text}\n${words.join('\n')}`)
    },
    note: (text: string) => {
      notes.push({ round, text })
      print(`round ${round}: ${text}`)
    },
    accepted: (way: Way, prices: number, seconds: number) => {
      const before = files.get(way) ?? { accepted: 0, prices: 0, longest: 0 }
      files.set(way, { accepted: before.accepted + 1, prices: before.prices + prices, longest: Math.max(before.longest, seconds) })
    },
    repeated: (way: Way, why: string) => void repeats.set(`${way}: ${why}`, (repeats.get(`${way}: ${why}`) ?? 0) + 1),
    killed: (victim: Victim, seconds: number) => {
      const before = kills.get(victim) ?? { count: 0, longest: 0, sum: 0 }
      kills.set(victim, { count: before.count + 1, longest: Math.max(before.longest, seconds), sum: before.sum + seconds })
    },
  }
}
