/** Uploads of the trial that have to wait for one another. */
import { setTimeout as wait } from 'node:timers/promises'
import { CallError } from '@endcap/contract/client'

/** A server that was stopped in the middle of a file holds its store for half a minute. */
const patienceMs = 60_000

/** Sends a file once no other one of its store is being taken in. */
export async function whenFree<T>(send: () => Promise<T>): Promise<T> {
  const until = Date.now() + patienceMs
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof CallError) || error.answer.code !== 'upload-in-progress' || Date.now() > until) throw error
      await wait(1000)
    }
  }
}
