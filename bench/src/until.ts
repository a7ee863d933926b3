/** Waiting for what a measurement needs. */
import { setTimeout as wait } from 'node:timers/promises'

const lookMs = 250
const patienceMs = 600_000

/** Looks again and again; the error says what did not come. */
export async function until(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + patienceMs; !(await check()); await wait(lookMs)) if (Date.now() > end) throw new Error(`in vain: ${what}`)
}
