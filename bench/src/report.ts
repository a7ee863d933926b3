import { setTimeout as wait } from 'node:timers/promises'

/** One measured figure beside the raw limit of the same step and its budget (docs/benchmarks.md). */
export interface Figure {
  what: string
  value: number
  unit: string
  /** What the machine does of the same step without us, measured in the same run and in the same unit. */
  raw?: number
  /** The figure must be at least or at most this; `timesRaw`: so many times the raw limit. */
  budget: Budget | undefined
}
type Budget = { minimum: number } | { maximum: number } | { maxTimesRaw: number; maximum?: number } | { minTimesRaw: number }

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
export const median = (values: readonly number[]): number => percentile(values, 0.5)

const round = (value: number) => (value >= 100 ? Math.round(value) : Math.round(value * 100) / 100)

/** The head of the table that `describe` writes the rows of. */
export const head = '| What | Measured | Raw limit | Ratio | Budget | |\n|---|---|---|---|---|---|'

export function describe({ what, value, unit, raw, budget }: Figure): string {
  const ratio = raw === undefined ? undefined : value / raw
  const limits = Object.entries(budget ?? {}).map(([kind, limit]) => {
    const [measured, sign] = [kind.endsWith('TimesRaw') ? (ratio ?? Number.NaN) : value, kind.endsWith('TimesRaw') ? ' ×' : '']
    const isMinimum = kind.startsWith('min')
    return { words: `${isMinimum ? '>=' : '<='} ${limit}${sign}`, isMet: isMinimum ? measured >= limit : measured <= limit }
  })
  const outcome = limits.length === 0 ? '' : limits.every((limit) => limit.isMet) ? 'kept' : 'MISSED'
  const beside = raw === undefined || ratio === undefined ? ' | ' : `${round(raw)} ${unit} | ${round(ratio)} ×`
  return `| ${what} | ${round(value)} ${unit} | ${beside} | ${limits.map(({ words }) => words).join(', ')} | ${outcome} |`
}

/** The 95th percentile of sixty rounds, in milliseconds. */
export async function p95(work: () => Promise<unknown>): Promise<number> {
  const [times = []] = await timesInTurns([work], { warmUp: 0 })
  return percentile(times, 0.95)
}

/**
 * Milliseconds of sixty rounds of each, in turns, so that what else the machine does concerns all alike; before them some that do not count.
 * `restMs`: before each round.
 */
export async function timesInTurns(
  works: readonly (() => Promise<unknown>)[],
  { warmUp = 20, restMs = 0 }: { warmUp?: number; restMs?: number } = {},
): Promise<number[][]> {
  const times: number[][] = works.map(() => [])
  for (let round = -warmUp; round < 60; round++) {
    if (restMs > 0) await wait(restMs)
    for (const [place, work] of works.entries()) {
      const start = performance.now()
      await work()
      if (round >= 0) times[place]?.push(performance.now() - start)
    }
  }
  return times
}
