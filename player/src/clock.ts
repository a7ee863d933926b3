/** The server's clock, kept on this machine: known from pings, carried on without the server, not moved by changes of the machine's clock. */

interface Sample {
  at: number
  roundTrip: number
  offset: number
}
/** Pings are judged together for so long. */
const samplesMs = 600_000
/** What the clock is wrong by less than this is taken up bit by bit: nothing on the screen jumps. */
const slewMs = 20
const slewPart = 0.25
/** Two clocks drift apart by less than this in the time in which pings are judged together. */
const jumpMs = 50

export interface Clock {
  now(): number
  /** The server's clock minus this machine's, milliseconds; null before anything was heard. */
  offset(): number | null
  /** `sent`, `received`: of this machine (`local`); `server`: what the server said in between. */
  heard(sample: { sent: number; received: number; server: number }): void
  local(): number
}

/** `monotonic` goes on evenly, milliseconds; `started` is what the machine's clock showed when `monotonic` was 0. */
export function createClock({
  monotonic,
  started,
  stored,
}: {
  monotonic: () => number
  started: number
  stored: number | undefined
}): Clock {
  let samples: Sample[] = []
  let offset = stored ?? null
  const local = () => started + monotonic()
  return {
    local,
    now: () => local() + (offset ?? 0),
    offset: () => offset,
    heard: ({ sent, received, server }) => {
      const roundTrip = received - sent
      const first = samples.length === 0
      const heard = { at: received, roundTrip, offset: server - (sent + received) / 2 }
      // No ping can be further off than its way is long: who says something else speaks of a clock that has jumped since.
      const agrees = (other: Sample) => Math.abs(other.offset - heard.offset) <= (other.roundTrip + roundTrip) / 2 + jumpMs
      samples = [...samples.filter((one) => one.at > received - samplesMs && agrees(one)), heard]
      const best = samples.reduce((one, other) => (other.roundTrip < one.roundTrip ? other : one))
      const away = best.offset - (offset ?? 0)
      offset = offset === null || first || Math.abs(away) >= slewMs ? best.offset : offset + away * slewPart
    },
  }
}
