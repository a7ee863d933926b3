/**
 * When an access point is asked for what. Pure: it keeps times and pauses, and says what is due; watch.ts does it. All times in milliseconds
 * since 1970, by the driver's clock.
 */

const second = 1000
/** It is looked after no more often than this. */
export const watchMs = 20 * second
/** Records are read this often: rarely where the access point's packets arrive, which tell the same; else less and less while none do. */
const readMs = { heard: 15 * 60 * second, first: 60 * second, last: 10 * 60 * second }
/** What is under way is looked for by and by: a tag that has not called for an hour will not call within a minute. */
const lookMs = { heard: 60 * second, first: watchMs, last: 10 * 60 * second }
const slower = 1.5
/** It is asked for a sign of life this often: while something is under way, and else. */
const signMs = { busy: 60 * second, idle: 5 * 60 * second }
const busyMs = 15 * 60 * second
const clockMs = 60 * 60 * second

export interface Schedule {
  /** When it happened last; `-Infinity` before the first time. */
  readonly at: {
    /** A packet came by UDP. */
    packet: number
    /** All records were read. */
    read: number
    /** Its clock was set. */
    clock: number
    /** It gave a sign of life. */
    sign: number
    /** What is under way was looked for. */
    look: number
    /** Something new was begun. */
    work: number
  }
  /** Until the next reading, and the next look: they grow while nothing happens. */
  readonly pause: { read: number; look: number }
}

/** A schedule by which everything is due. */
export const createSchedule = (): Schedule => ({
  at: { packet: -Infinity, read: -Infinity, clock: -Infinity, sign: -Infinity, look: -Infinity, work: -Infinity },
  pause: { read: readMs.first, look: lookMs.first },
})

/** When the clock is to be set, records are to be read, what is under way is to be looked for, and a sign of life is to be asked for. */
export function dueTimes({ at, pause }: Schedule, now: number, isUnderWay: boolean) {
  const isHeard = now - at.packet < readMs.heard
  return {
    clock: at.clock + clockMs,
    read: at.read + (isHeard ? readMs.heard : pause.read),
    look: isUnderWay ? at.look + (isHeard ? Math.max(pause.look, lookMs.heard) : pause.look) : Infinity,
    sign: at.sign + (now - at.work < busyMs ? signMs.busy : signMs.idle),
  }
}

/** A tag was heard: records are worth reading soon. */
export function readSoon({ pause }: Schedule): void {
  pause.read = readMs.first
}
/** Records are read now: the next time a little later than this time. */
export function readLessOften({ pause }: Schedule): void {
  pause.read = Math.min(readMs.last, pause.read * slower)
}
/** Something new is under way: it is looked for soon. */
export function lookSoon({ at, pause }: Schedule, now: number): void {
  at.work = now
  at.look = now
  pause.look = lookMs.first
}
/** What is under way is looked for now: the next time a little later than this time. */
export function lookLessOften({ at, pause }: Schedule, now: number): void {
  at.look = now
  pause.look = Math.min(lookMs.last, pause.look * slower)
}
