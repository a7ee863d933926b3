/**
 * What every family of devices must do, whatever its protocol: one suite, run against each simulator, and against a real device by
 * `npm run bridge -- try`. It looks at the glass, and at what the server is told. Time passes by hand.
 */
import { afterEach, beforeEach, describe } from 'vitest'
import { createCase, type Case } from './behaviour/case.ts'
import { testHearing } from './behaviour/hearing.ts'
import { testInterruptions } from './behaviour/interruptions.ts'
import type { GatewayRig, Rig } from './behaviour/rig.ts'
import { testShowing } from './behaviour/showing.ts'

export { createBench, pictureOf, type GatewayRig, type Panel, type Rig } from './behaviour/rig.ts'

/** Declares the suite for a family; `createRig` makes new devices for each test. */
export function familyBehaviour(name: string, createRig: () => Promise<Rig | GatewayRig>) {
  describe(`a device of ${name}`, () => {
    let current: Case
    beforeEach(async () => {
      current = createCase(await createRig())
      const { rig, bench } = current
      await bench.open()
      await rig.checkIn(...rig.tags)
    })
    afterEach(async () => {
      await current.bench.end()
      await current.rig.stop()
    })
    const device = () => current
    testHearing(device)
    testShowing(device)
    testInterruptions(device)
  })
}
