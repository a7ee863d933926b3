/** What a unit says of itself and its device, in the lengths that the protocol takes. */
import type { OwnStatus } from '@endcap/gateway-link/gateway/gateway'
import type { DeviceStatus } from '@endcap/gateway-link/messages'
import type { Description, Family } from '../driver.ts'

/** Notes of a device, and their length; addresses as a gateway's own, and as its device's; versions. */
const notes = { count: 20, length: 300 }
const addresses = { own: 64, device: 300 }
const longestVersion = 40

/** How it stands with a device, as its driver told last. */
export interface DeviceHealth {
  state: DeviceStatus['state']
  problem: string | undefined
}

interface StatusParts {
  kind: Family['kind']
  /** The bridge's own version. */
  version: string
  tagCount: number
  description: Description
  health: DeviceHealth
}

/** The first of a device's addresses, for a gateway's own: of devices that stand alone all addresses are one text. Empty where there is none. */
export const firstAddress = (address: string): string => (address.split(/[\s,]+/)[0] ?? '').slice(0, addresses.own)

/** The status of a unit. */
export function ownStatus({ kind, version, tagCount, description, health: { state, problem } }: StatusParts): OwnStatus {
  const { memory, disk, channel, mac, window: _, capacity: __, ...device } = description
  return {
    ...(channel > 0 && { dataChannel: channel }),
    alternateIp: mac ?? '',
    gmpVersion: device.firmware.slice(0, longestVersion),
    grmVersion: version,
    tagCount,
    memory: memory ?? 0,
    disks: disk === undefined ? [] : [{ path: '/', percent: disk }],
    services: [{ name: kind, running: state !== 'offline' }],
    device: {
      ...device,
      address: device.address.slice(0, addresses.device),
      kind,
      state,
      notes: device.notes.slice(0, notes.count).map((note) => note.slice(0, notes.length)),
      ...(problem !== undefined && { problem: problem.slice(0, notes.length) }),
    },
  }
}
