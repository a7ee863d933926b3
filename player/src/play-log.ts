/**
 * Proof of play: what is on the screen, since when, and for how long. The length is measured by the machine's even clock, so that a clock that is
 * put right meanwhile, or a machine that sleeps, makes no play longer.
 */
import type { PlayerEvent } from './database.ts'
import type { EventStore } from './event-store.ts'

/** A page that ends without a word has noted what it shows so long ago at most. */
const noteMs = 2000

export interface Begun {
  content: string
  /** Of a show, where the content is. */
  area?: number
  /** Of the server's clock. */
  from: number
  /** Whether it can really be seen, asked when it ends; else it is no play. */
  isSeen?(): boolean
}
export interface PlayLog {
  /** It is on the screen now; answers what is to be called when it is not there any more. */
  begin(play: Begun): () => void
  /** Notes how long what is on the screen has been there, before the page ends. */
  note(): Promise<void>
}

export function createPlayLog(store: Pick<EventStore, 'add'>): PlayLog {
  const open = new Map<Begun, number>()
  const playsOf = (begun: Iterable<[Begun, number]>): PlayerEvent[] =>
    [...begun].flatMap(([{ content, area, from, isSeen }, since]) => {
      const to = from + performance.now() - since
      const play = { k: 'play' as const, content, ...(area !== undefined && { area }), from, to }
      return to > from && (isSeen?.() ?? true) ? [play] : []
    })
  const note = () => store.add([], playsOf(open))
  setInterval(() => open.size > 0 && void note().catch(() => undefined), noteMs)
  return {
    begin: (play) => {
      open.set(play, performance.now())
      return () => {
        const since = open.get(play)
        if (since === undefined) return
        const ended = playsOf([[play, since]])
        open.delete(play)
        store.add(ended, playsOf(open)).catch(() => undefined)
      }
    },
    note,
  }
}
