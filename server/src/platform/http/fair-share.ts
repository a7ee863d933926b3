/** Fair share of lists: what one account asks for waits for its own other lists, not the lists of others for it. */
import { withinTime } from '../db/list-time.ts'
import { ApiError, unavailable } from '../base/errors.ts'

export interface FairShare {
  /** Runs `work` when it is the turn of `account`; 429 when that takes too long, or too much waits already. Who has `left` gives up turn and queries. */
  run<T>(account: string, work: () => Promise<T>, left?: AbortSignal): Promise<T>
}
export interface Shares {
  /** At once of one account, and of all accounts together. */
  each: number
  all: number
  /** Calls of one account that may wait, and for how long. */
  waiting: number
  patienceMs: number
  /** How long the queries of one list may take, where the database can end them. */
  listMs?: number
}

/** A PostgreSQL server has 12 connections for this process (server.ts): a third stays free of lists. The embedded database has one. */
export const listShares = (embedded: boolean): Shares =>
  embedded ? { each: 1, all: 2, waiting: 50, patienceMs: 20_000 } : { each: 3, all: 8, waiting: 50, patienceMs: 20_000, listMs: 20_000 }

const busy = () => new ApiError(429, { code: 'busy', message: 'Several of your lists are being made already. Try again in a moment.' }, 5)

interface Turn {
  account: string
  come: () => void
}

export function createFairShare({ each, all, waiting, patienceMs, listMs }: Shares): FairShare {
  const inside = new Map<string, number>()
  const queue = new Set<Turn>()
  let total = 0
  const isFree = (account: string) => total < all && (inside.get(account) ?? 0) < each
  const admit = (account: string) => {
    total++
    inside.set(account, (inside.get(account) ?? 0) + 1)
  }
  const leave = (account: string) => {
    total--
    const left = (inside.get(account) ?? 1) - 1
    if (left === 0) inside.delete(account)
    else inside.set(account, left)
    // One place was freed; a turn of another account may have waited for it longer.
    for (const turn of queue)
      if (isFree(turn.account)) {
        turn.come()
        return
      }
  }
  const enter = (account: string, left: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      if (isFree(account)) {
        admit(account)
        resolve()
        return
      }
      if ([...queue].filter((turn) => turn.account === account).length >= waiting) {
        reject(busy())
        return
      }
      const turn: Turn = {
        account,
        come: () => {
          giveUp()
          admit(account)
          resolve()
        },
      }
      const giveUp = () => {
        clearTimeout(late)
        left?.removeEventListener('abort', gone)
        queue.delete(turn)
      }
      const gone = () => {
        giveUp()
        reject(unavailable('The caller has left.'))
      }
      const late = setTimeout(() => {
        giveUp()
        reject(busy())
      }, patienceMs)
      queue.add(turn)
      left?.addEventListener('abort', gone, { once: true })
      if (left?.aborted === true) gone()
    })
  return {
    run: async (account, work, left) => {
      await enter(account, left)
      try {
        return await withinTime(listMs, left, work)
      } finally {
        leave(account)
      }
    },
  }
}
