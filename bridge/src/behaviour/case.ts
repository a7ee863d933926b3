/** One device with a server beside it: what each test of the suite begins with. */
import type { Operation } from '@endcap/gateway-link/messages'
import type { Bitmap } from '@endcap/label/bitmap'
import type { ServerSide } from '../server-side.ts'
import { createBench, pictureOf, type GatewayRig, type Rig } from './rig.ts'

/** Calls that a device may need until an operation is over. */
const maxCalls = 6

export interface Case {
  rig: Rig | GatewayRig
  bench: ServerSide
  /** The device that the test is about. */
  tag: string
  /** A picture in its size, another one for each number. */
  picture(number: number, of?: string): Bitmap
  /** Gives the operation that shows such a picture. */
  show(number: number, more?: Partial<Operation>, of?: string): Promise<Operation>
  /** Calls until the operation is over, as many times as a device may need. */
  checkInUntilOver(operation: Operation): Promise<void>
  /** Whether its kind says what stands on the glass. */
  confirmed(): boolean
}

/** The first device of a rig, with a server's side that is still to be opened. */
export function createCase(rig: Rig | GatewayRig): Case {
  const bench = createBench(rig)
  const tag = rig.tags[0] ?? ''
  const picture = (number: number, of = tag) => pictureOf(rig.panel(of), number)
  return {
    rig,
    bench,
    tag,
    picture,
    async show(number, more = {}, of = tag) {
      const operation = bench.operation(of, [picture(number, of)], more)
      await bench.give(operation)
      return operation
    },
    async checkInUntilOver(operation) {
      for (let times = 0; times < maxCalls && !bench.outcomes(operation).some((one) => one !== 'accepted'); times++)
        await rig.checkIn(operation.tag)
    },
    confirmed: () => bench.unit().describe().confirms === 'shown',
  }
}
