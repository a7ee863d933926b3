/** Commands of the server to a virtual display: each is done once, also where it comes twice, and told until the server has heard it. */
import type { Command } from '@endcap/contract/player'

/** Commands remembered, and told at once. */
const remembered = 100

export interface ReportedCommand {
  id: string
  result: 'ok' | 'unsupported'
}
export interface Commands {
  /** Does a command, unless its time is over; `now` by the server's clock, in milliseconds. Answers whether it was done now. */
  carryOut(command: Command, now: number): boolean
  /** What the server is to be told next. */
  untold(): readonly ReportedCommand[]
  /** The server has heard these. */
  heard(told: readonly ReportedCommand[]): void
  /** All that were done, oldest first. */
  done(): readonly Command['type'][]
}

/** No commands yet. */
export function createCommands(): Commands {
  let untold: ReportedCommand[] = []
  let known: string[] = []
  const done: Command['type'][] = []
  return {
    carryOut({ id, type, expiresAt }, now) {
      if (expiresAt <= now) return false
      const isNew = !known.includes(id)
      if (isNew) {
        known = [...known, id].slice(-remembered)
        done.push(type)
      }
      if (!untold.some((one) => one.id === id))
        untold.push({ id, result: type === 'screenshot' || type === 'update' ? 'unsupported' : 'ok' })
      return isNew
    },
    untold: () => untold.slice(0, remembered),
    heard(reported) {
      untold = untold.filter((one) => !reported.includes(one))
    },
    done: () => done,
  }
}
