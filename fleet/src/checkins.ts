/** At which of its check-ins a virtual tag is heard. */

export interface Checkins {
  /** One more: whether the tag is heard at it. `called`: beside its own rhythm; `waits`: something waits for it at a gateway. */
  checkIn(how: { called: boolean; waits: () => boolean }): boolean
}

/** A tag for which nothing waits is heard at the first one and at every `idle`th from there: a chain at rest need not talk as fast as it works. */
export function createCheckins(idle: number): Checkins {
  let passed = Number.POSITIVE_INFINITY
  return {
    checkIn: ({ called, waits }) => {
      passed++
      const heard = called || passed >= idle || waits()
      if (heard) passed = 0
      return heard
    },
  }
}
