/** Waiting for the server, which is busy with everything else of a first start. */
import { setTimeout as wait } from 'node:timers/promises'

const patienceMs = 60_000
const lookMs = 250

/** Whether it came to that in time. */
export async function comesTrue(check: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + patienceMs; !(await check()); await wait(lookMs)) if (Date.now() > end) return false
  return true
}
