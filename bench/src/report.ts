/** One measured figure beside its budget (docs/benchmarks.md). */
export interface Figure {
  what: string
  value: number
  unit: string
  /** The figure must be at least or at most this. */
  budget: { atLeast: number } | { atMost: number } | undefined
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const round = (value: number) => (value >= 100 ? Math.round(value) : Math.round(value * 100) / 100)

export function describe({ what, value, unit, budget }: Figure): string {
  const wanted = budget === undefined ? '' : 'atLeast' in budget ? `>= ${budget.atLeast}` : `<= ${budget.atMost}`
  const kept = budget === undefined ? '' : ('atLeast' in budget ? value >= budget.atLeast : value <= budget.atMost) ? 'kept' : 'MISSED'
  return `| ${what} | ${round(value)} ${unit} | ${wanted} | ${kept} |`
}

/** The 95th percentile of sixty rounds, in milliseconds. */
export async function p95(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 60; round++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return percentile(times, 0.95)
}
