/** What one session of a gateway has to tell its server for sure: results, sightings and readings, each as a stream of its own. */
import type { OpResult, Reading, Sighting, UpMessage } from '../messages.ts'
import { createStream, type Stream } from './stream.ts'

/** Streams by the name of their messages. */
export interface Outbox {
  op: Stream<OpResult>
  seen: Stream<Sighting>
  sensor: Stream<Reading>
}

/** The gateway's way out: what is told while there is no line is lost, and sent again by its stream. */
export type Publish = <N extends keyof Outbox>(name: N, message: UpMessage<N>) => void

/** How long what is heard waits for more, in milliseconds, after a message of its stream: each message is taken in and acknowledged by itself. */
const gatherMs = 1000

/** Streams that begin anew; `clock` in seconds. */
export const createOutbox = (session: string, publish: Publish, clock: () => number): Outbox => ({
  op: createStream<OpResult>((seq, results) => publish('op', { session, seq, results })),
  seen: createStream<Sighting>((seq, tags) => publish('seen', { session, seq, tags }), { gatherMs }),
  sensor: createStream<Reading>((seq, readings) => publish('sensor', { session, seq, clock: clock(), readings }), { gatherMs }),
})
