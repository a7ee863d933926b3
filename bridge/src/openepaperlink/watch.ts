/** Watches an access point that is up: asks it for what is due (schedule.ts), and for nothing more. */
import { dueTimes, lookLessOften, lookSoon, readLessOften, watchMs } from './schedule.ts'
import { isUp, type Session } from './session.ts'

interface WatchSetup {
  setClock(): Promise<void>
  readAll(): Promise<void>
  /** Tags for which something is under way. */
  tagsUnderWay(): string[]
  /** Looks what became of it. Never rejects. */
  look(tag: string): Promise<void>
  /** Does what needs the access point. */
  work(what: () => Promise<void>): void
}
export type Watch = ReturnType<typeof createWatch>

/** A watch that has not begun: `plan` begins it. */
export function createWatch(session: Session, { setClock, readAll, tagsUnderWay, look, work }: WatchSetup) {
  const { clock, link, reported, schedule } = session
  let forget = (): void => undefined

  const due = () => dueTimes(schedule, clock.now(), tagsUnderWay().length > 0)
  /** Looks after it when the next thing is due, and from then on again and again. */
  function plan() {
    forget()
    forget = clock.after(Math.max(watchMs, Math.min(...Object.values(due())) - clock.now()), () => {
      work(watch)
      plan()
    })
  }
  async function watch(): Promise<void> {
    if (!isUp(session)) return
    const now = clock.now()
    const next = due()
    if (now >= next.clock) await setClock()
    if (now >= next.read) {
      readLessOften(schedule)
      await readAll()
    }
    if (now >= next.look) {
      lookLessOften(schedule, now)
      await Promise.all(tagsUnderWay().map(look))
    }
    if (now >= next.sign && schedule.at.sign < now) {
      reported.info = await link.describe()
      schedule.at.sign = clock.now()
    }
  }

  return {
    plan,
    /** Something new is under way: it is looked for soon. Answers as `work` does. */
    begin<T>(work: Promise<T>): Promise<T> {
      lookSoon(schedule, clock.now())
      return work.finally(() => {
        if (isUp(session)) plan()
      })
    },
    stop: () => forget(),
  }
}
