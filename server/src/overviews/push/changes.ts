/** What changed in the stores: the changes of a moment go out together. */
import type { StoreChange } from '@endcap/contract/push'
import { mayHear, send, type Channel } from './clients.ts'

const gatherMs = 200

export interface Changes {
  /** These go out to all who may hear of the store, at most 200 ms from now. */
  note(storeCode: string, changes: readonly StoreChange[]): void
  /** What still waits is not told. */
  stop(): void
}

/** Gathers changes for the clients of a channel. */
export function gatherChanges(channel: Channel): Changes {
  const waiting = new Map<string, Set<StoreChange>>()
  let gathering: NodeJS.Timeout | undefined

  function flush(): void {
    gathering = undefined
    for (const [storeCode, changes] of waiting) {
      for (const client of channel.clients)
        if (mayHear(client.session, storeCode)) send(channel, client, { type: 2, msg: { storeCode, changes: [...changes] } })
    }
    waiting.clear()
  }

  return {
    note(storeCode, changes) {
      const set = waiting.get(storeCode) ?? new Set<StoreChange>()
      for (const change of changes) set.add(change)
      waiting.set(storeCode, set)
      gathering ??= setTimeout(flush, gatherMs)
    },
    stop: () => clearTimeout(gathering),
  }
}
