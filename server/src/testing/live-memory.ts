/**
 * Memory that is in use, in megabytes, without what only waits to be collected: a bound on it holds whatever ran before in the process,
 * and however rarely its collector runs.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function liveMegabytes(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1_000_000
}

/** The most that was in use at any `everyNth` call of `look`, beyond what was when it was made. */
export function growth(everyNth: number) {
  const before = liveMegabytes()
  let [peak, calls] = [before, 0]
  return {
    look: () => {
      if (calls++ % everyNth === 0) peak = Math.max(peak, liveMegabytes())
    },
    megabytes: () => peak - before,
  }
}
