/**
 * One access point as a native gateway: operations from the server go to its driver, what the driver says goes to the server as the word of
 * tags. Keeps on disk what stands on each glass, so that it answers for its tags whatever was killed meanwhile.
 */
import { createGateway, type Uplink } from '@endcap/gateway-link/gateway/gateway'
import type { SqliteState } from '@endcap/gateway-link/gateway/sqlite-state'
import type { Clock } from './clock.ts'
import type { Driver, Family } from './driver.ts'
import { createQueue, type Queue } from './queue.ts'
import { createUnitState } from './unit-state.ts'
import { unitAbilities } from './unit/abilities.ts'
import { createCampaign } from './unit/campaign.ts'
import { carry } from './unit/carry.ts'
import type { UnitContext } from './unit/context.ts'
import { doubtGlass, heardTag } from './unit/heard.ts'
import { firstAddress, ownStatus, type DeviceHealth } from './unit/own-status.ts'
import { turnBackInTime } from './unit/pages.ts'

export interface UnitSetup {
  gwMac: string
  address: string
  options: Readonly<Record<string, unknown>>
}
export interface UnitParts {
  setup: UnitSetup
  family: Family
  state: SqliteState
  clock: Clock
  uplink: Uplink
  fetchImage(hash: string): Promise<Uint8Array>
  /** The bridge's own version. */
  version: string
}

export type Unit = ReturnType<typeof createUnit>

/** A unit that was not opened yet. */
export function createUnit({ setup, family, state, clock, uplink, fetchImage, version }: UnitParts) {
  const memory = createUnitState(state)
  const checks: UnitContext['checks'] = new Map()
  let health: DeviceHealth = { state: 'offline', problem: undefined }
  const note = (text: string) => gateway.note('grm', text)
  const driver: Driver = family.create({
    address: setup.address,
    options: setup.options,
    state: memory.driver,
    clock,
    events: {
      heard: (tag) => heardTag(context, tag),
      ended: (op, end) => queue.ended(op, end),
      doubt: (tag, why) => doubtGlass(context, tag, why),
      state: (next, problem) => {
        if (next === health.state && problem === health.problem) return
        health = { state: next, problem }
        queue.setAway(next === 'offline')
        note(`the device is ${next}${problem === undefined ? '' : `: ${problem}`}`)
        gateway.sendStatus()
      },
      note,
    },
  })
  const queue: Queue = createQueue({ driver, clock, note })
  const gateway = createGateway({
    gwMac: setup.gwMac,
    ip: firstAddress(setup.address) || 'bridge',
    state,
    now: () => clock.now(),
    uplink,
    status: () => ownStatus({ kind: family.kind, version, tagCount: memory.count(), description: driver.describe(), health }),
    carry: (waiting) => carry(context, waiting),
    fetchImage: (hash) => fetchImage(hash),
    drop: (op, tag) => {
      if (checks.get(tag)?.op === op) checks.delete(tag)
      queue.drop(op, tag)
    },
    abilities: unitAbilities({ driver, memory, clock, note: (log, text) => gateway.note(log, text) }),
  })
  const campaign = createCampaign({ driver, queue, clock })
  const context: UnitContext = { driver, gateway, queue, memory, clock, campaign, checks, turning: new Map(), redraws: 0 }

  return {
    gateway,
    /** What stands on a glass as far as the bridge knows. */
    tag: (tag: string) => memory.tag(tag),
    queued: () => queue.size(),
    describe: () => driver.describe(),
    async open() {
      // What waited before goes on when the device is there, and so do pages that are to turn back.
      gateway.start()
      for (const { tag, pageUntil } of memory.tags()) if (pageUntil !== null) turnBackInTime(context, tag)
      await driver.open()
    },
    async close() {
      campaign.close()
      for (const forget of context.turning.values()) forget()
      queue.close()
      await driver.close()
    },
  }
}
