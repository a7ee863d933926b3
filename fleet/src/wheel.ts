/** A timing wheel: who is due at which tick of one clock. */

export interface Wheel<T> {
  /** Due after so many ticks, after one at least; part of a tick is rounded. */
  add(one: T, ticks: number): void
  /** The clock ticks once: who is due now, as they were added. */
  turn(): readonly T[]
}

export function createWheel<T>(): Wheel<T> {
  const due = new Map<number, T[]>()
  let tick = 0
  return {
    add: (one, ticks) => {
      const at = tick + Math.max(1, Math.round(ticks))
      const list = due.get(at)
      if (list === undefined) due.set(at, [one])
      else list.push(one)
    },
    turn: () => {
      tick++
      const now = due.get(tick) ?? []
      due.delete(tick)
      return now
    },
  }
}
