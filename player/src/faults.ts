/** What goes wrong with content: in the server's log, which has each of them at most every ten minutes, and in reports. */
import type { Clock } from './clock.ts'
import type { PlayerEvent } from './database.ts'
import type { Troubles } from './troubles.ts'

const logMs = 600_000

export interface FaultsParts {
  clock: Pick<Clock, 'now'>
  reportEvent(event: PlayerEvent): void
  troubles: Pick<Troubles, 'note' | 'fail' | 'recover'>
  /** There is something to report that should not wait. */
  report(): void
}
export interface Faults {
  /** Content of a plan cannot be shown; of slides with their number, from 0. */
  failed(content: string, code: string, detail: string, slide?: number): void
  /** It can. */
  opened(content: string, slide?: number): void
  /** Something went wrong that is over by now. */
  trouble(content: string, code: string, detail: string): void
  /** What comes again is written to the log again. */
  forget(): void
}

export function createFaults({ clock, reportEvent, troubles, report }: FaultsParts): Faults {
  const loggedAt = new Map<string, number>()
  /** Answers whether it is new. */
  function writeLog(content: string, code: string, detail: string): boolean {
    const key = `${content} ${code}`
    if (performance.now() - (loggedAt.get(key) ?? -Infinity) < logMs) return false
    loggedAt.set(key, performance.now())
    reportEvent({ k: 'error', content, code, detail, at: clock.now() })
    return true
  }
  return {
    failed: (content, code, message, slide) => {
      const detail = message.slice(0, 500)
      writeLog(content, code, detail)
      if (troubles.fail({ content, code, detail, slide })) report()
    },
    opened: (content, slide) => {
      if (troubles.recover(content, slide)) report()
    },
    trouble: (content, code, message) => {
      if (!writeLog(content, code, message.slice(0, 500))) return
      troubles.note(code, `${content}: ${message}`.slice(0, 500))
      report()
    },
    forget: () => loggedAt.clear(),
  }
}
