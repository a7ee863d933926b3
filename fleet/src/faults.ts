/** Faults that can be put upon the fleet, for all of it, a store, a gateway, a tag or a sensor. */
import * as z from 'zod'

const target = {
  storeCode: z.string().optional(),
  gwMac: z.string().optional(),
  tagMac: z.string().optional(),
  sensorMac: z.string().optional(),
}
export const fault = z.discriminatedUnion('kind', [
  /** The gateway loses its connection. */
  z.strictObject({ kind: z.literal('gateway-offline'), ...target }),
  /** Up messages are lost with this probability; streams send them again. */
  z.strictObject({ kind: z.literal('drop'), probability: z.number().min(0).max(1), ...target }),
  /** Up messages are sent twice with this probability. */
  z.strictObject({ kind: z.literal('duplicate'), probability: z.number().min(0).max(1), ...target }),
  /** The tag shows the image, but its confirmation never reaches the gateway. */
  z.strictObject({ kind: z.literal('confirmation-lost'), probability: z.number().min(0).max(1), ...target }),
  /** The tag hears nothing and says nothing. */
  z.strictObject({ kind: z.literal('tag-lost'), ...target }),
  /** Transfers take this many times as long. */
  z.strictObject({ kind: z.literal('slow'), factor: z.number().min(1).max(1000), ...target }),
  /** The gateway's clock is wrong by so many seconds. */
  z.strictObject({ kind: z.literal('clock-skew'), seconds: z.number(), ...target }),
  /** The gateway is on its line, but hears nothing of what it is asked or shall be set to. */
  z.strictObject({ kind: z.literal('deaf'), ...target }),
  /** An upgrade is loaded, but cannot be written: the gateway says so and stays as it is. */
  z.strictObject({ kind: z.literal('upgrade-fails'), ...target }),
  /** The gateway restarts with an upgrade and does not come back while this stands. */
  z.strictObject({ kind: z.literal('upgrade-hangs'), ...target }),
  /** The gateway restarts with an upgrade, and comes back with what it had. */
  z.strictObject({ kind: z.literal('upgrade-reverts'), ...target }),
  /** Bitmaps cannot be fetched. */
  z.strictObject({ kind: z.literal('image-unavailable'), ...target }),
  /** The sensor measures this, degrees Celsius. */
  z.strictObject({ kind: z.literal('sensor-value'), value: z.number().min(-200).max(500), ...target }),
  /** The sensor says nothing. */
  z.strictObject({ kind: z.literal('sensor-lost'), ...target }),
  /** The sensor's battery has so many volts. */
  z.strictObject({ kind: z.literal('sensor-battery'), volts: z.number().min(0).max(10), ...target }),
])
export type Fault = z.infer<typeof fault>
export type FaultKind = Fault['kind']

export interface FaultPlace {
  storeCode: string
  gwMac: string
  tagMac?: string
  sensorMac?: string
}

export interface Faults {
  add(one: Fault): void
  clear(kind?: FaultKind): void
  list(): readonly Fault[]
  /** The newest fault of this kind that applies there. */
  at<K extends FaultKind>(kind: K, place: FaultPlace): Extract<Fault, { kind: K }> | undefined
}

export function createFaults(): Faults {
  let faults: Fault[] = []
  return {
    add: (one) => void faults.push(one),
    clear: (kind) => {
      faults = kind === undefined ? [] : faults.filter((one) => one.kind !== kind)
    },
    list: () => faults,
    at<K extends FaultKind>(kind: K, { storeCode, gwMac, tagMac, sensorMac }: FaultPlace) {
      if (faults.length === 0) return undefined
      return faults.findLast(
        (one): one is Extract<Fault, { kind: K }> =>
          one.kind === kind &&
          (one.storeCode === undefined || one.storeCode === storeCode) &&
          (one.gwMac === undefined || one.gwMac === gwMac) &&
          (one.tagMac === undefined || one.tagMac === tagMac) &&
          (one.sensorMac === undefined || one.sensorMac === sensorMac),
      )
    },
  }
}
