/** Commands come at least once and are done once: the last ones are remembered, over restarts, too. */
import type { Command } from '@endcap/contract/player'
import type { Finished } from './database.ts'

const remembered = 100

export interface CommandLog {
  /** `do`: it is new. `known`: it was done, with this result, which the server has not heard. `late`: its time is over. */
  stateOf(command: Pick<Command, 'id' | 'expiresAt'>, now: number): 'do' | 'late' | Finished
  /** To be stored before the command is done: what restarts the machine must not be done twice. */
  note(finished: Finished): Finished[]
}

export function createCommandLog(stored: readonly Finished[] = []): CommandLog {
  let log = [...stored]
  return {
    stateOf: ({ id, expiresAt }, now) => log.find((one) => one.id === id) ?? (expiresAt <= now ? 'late' : 'do'),
    note: (finished) => {
      log = [...log.filter(({ id }) => id !== finished.id), finished].slice(-remembered)
      return log
    },
  }
}
