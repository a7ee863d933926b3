/** The call that is being answered: known to all that runs for it, so that what it changes is recorded under the name of its caller. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Act {
  /** Empty where no account is signed in. */
  email: string
  ip: string
  at: Date
  /** The call by its name in the contract. */
  action: string
  storeCode: string | null
  /** What the call itself says, for writes of which nothing more exact is recorded. */
  kind: string
  subject: string
  given: unknown
  /** The update of products that it makes: what was before and after stands in their history. */
  updateId?: string | undefined
  /** Nothing is left to be recorded: it was, or the call changes nothing. */
  recorded: boolean
}

const acts = new AsyncLocalStorage<Act>()

export const currentAct = (): Act | undefined => acts.getStore()

/** Runs the work of a call as this act. What it leaves running behind it (a job it woke) is no part of the act any more. */
export async function asAct<T>(act: Act, work: () => Promise<T>): Promise<T> {
  try {
    return await acts.run(act, work)
  } finally {
    act.recorded = true
    act.given = undefined
  }
}
