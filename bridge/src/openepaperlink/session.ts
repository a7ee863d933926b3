/** What the parts of one access point's driver share: the way to it, how it stands with it, and what it has told. */
import type { Clock } from '../clock.ts'
import type { DriverSetup } from '../driver.ts'
import { createHealth, type Health, type ReportedFigures } from './health.ts'
import { baseOf, createHttp, type Http } from './http.ts'
import { createLink, type Link } from './link.ts'
import { createSchedule, type Schedule } from './schedule.ts'

/**
 * `lost`: it does not answer, and is tried again after a pause; so it begins, too. `connecting`: what must be known of it is being asked.
 * `up`: it takes what it is given. `closed`: the driver has ended; nothing leads out of it, and nothing is told any more.
 */
export type Phase = 'lost' | 'connecting' | 'up' | 'closed'

export interface Session {
  /** Set by connection.ts alone. */
  phase: Phase
  readonly base: URL
  readonly clock: Clock
  readonly http: Http
  readonly link: Link
  readonly health: Health
  readonly reported: ReportedFigures
  readonly schedule: Schedule
  /** For the gateway's log. */
  note(text: string): void
  /** The same, once in the life of the driver. */
  noteFirstTime(text: string): void
}

/** A session that was not opened yet; throws in plain words where the address is none. */
export function createSession({ address, clock, events }: Pick<DriverSetup, 'address' | 'clock' | 'events'>): Session {
  const base = baseOf(address)
  const http = createHttp(base, clock)
  const noted = new Set<string>()
  const session: Session = {
    phase: 'lost',
    base,
    clock,
    http,
    link: createLink(http),
    health: createHealth((name, problem) => {
      if (!isClosed(session)) events.state(name, ...(problem === undefined ? [] : [problem]))
    }),
    reported: { info: undefined, config: undefined, mac: undefined },
    schedule: createSchedule(),
    note(text) {
      if (!isClosed(session)) events.note(text)
    },
    noteFirstTime(text) {
      if (!noted.has(text)) session.note(text)
      noted.add(text)
    },
  }
  return session
}

/** Whether it takes what it is given. */
export const isUp = ({ phase }: Session): boolean => phase === 'up'
/** Whether the driver has ended. */
export const isClosed = ({ phase }: Session): boolean => phase === 'closed'
/** What went wrong, in plain words. */
export const plainError = (error: unknown): string => (error instanceof Error ? error.message : 'It failed')
