/** What every driver must do, whatever carries its messages: one suite, run by memory, the embedded broker and Mosquitto. */
import { describe } from 'vitest'
import { operationBehaviour } from './behaviour/operations.ts'
import { presenceBehaviour } from './behaviour/presence.ts'
import { requestBehaviour } from './behaviour/requests.ts'
import { createRig, type LinkUnderTest } from './behaviour/rig.ts'
import { shardBehaviour } from './behaviour/shards.ts'
import { streamBehaviour } from './behaviour/streams.ts'

export { linkGateways } from './behaviour/samples.ts'

/** Declares the suite for one link; one that `makeLink` cannot make is skipped, and `missing` says what is to be installed. */
export function linkBehaviour(name: string, makeLink: () => Promise<LinkUnderTest | undefined>, missing = ''): void {
  describe(`a link over ${name}`, () => {
    const rig = createRig(makeLink, missing)
    presenceBehaviour(rig)
    operationBehaviour(rig)
    streamBehaviour(rig)
    requestBehaviour(rig)
    shardBehaviour(rig)
  })
}
