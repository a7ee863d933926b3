/**
 * The tag engine: from queued operations to what the tags confirm (docs/engine.md). Any number of engines share the work: rendering by
 * claims on operations, gateways by leases on shards. All state is in the database; every part may be killed at any time.
 */
import { raiseAlarm } from '../../people/alarms/alarms.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { markSilentSensors } from '../../chain/sensors/sensors.service.ts'
import { getSetting } from '../../settings/settings.service.ts'
import { startDeadlines, startDispatch } from './dispatch.ts'
import { lateRestarts, markSilent } from './gateways.queries.ts'
import { startIntake, type Intake } from './intake.ts'
import type { GatewayDriver } from './link/driver.ts'
import type { Loop } from '../../platform/jobs/loop.ts'
import { defaultPolicy, type EnginePolicy } from './policy.ts'
import { startRequests } from './requests.ts'
import { createShardLeases } from './shards.ts'
import { markMissing } from './sweeps.queries.ts'

export interface EngineOptions {
  context: Context
  /** Names this process in leases and claims. */
  holder: string
  policy?: Partial<EnginePolicy>
  driver: GatewayDriver
  /** How long a shard lease holds: another engine takes over that long after this one dies. */
  leaseSeconds?: number
}

export interface Engine {
  stop(): Promise<void>
  /** Runs until nothing is left to do now; answers whether there was anything. For tests. */
  settle(): Promise<boolean>
  shards(): readonly number[]
}

/** A gateway without any sign of life is offline, whatever its presence says, after three status periods and these seconds. */
const silentExtraSeconds = 20
/** Every store is looked at for missing tags once in so many sweeps of 10 s. */
const sweepRounds = 6
/** Nothing that one report or one change sets off takes more turns of all loops. */
const settleTurns = 3

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { context, holder, driver, leaseSeconds = 10 } = options
  const { db, clock, log, signals } = context
  const policy = { ...defaultPolicy, ...options.policy }
  const servingSince = clock.now()
  let shards: number[] = []

  const leases = createShardLeases({ db, holder, seconds: leaseSeconds, log })
  const part = { context, driver, policy, shards: () => shards }
  const deadlines = startDeadlines({ ...part, onWork })
  const dispatch = startDispatch({ ...part, onBusy: deadlines.busy })
  /** How often work came up, ever. */
  let cameUp = 0
  function onWork() {
    cameUp++
    dispatch.wake()
  }
  const intake = startIntake({ context, driver, policy, onWork })
  const loops: Loop[] = [
    intake,
    dispatch,
    deadlines,
    startRequests(part),
    context.jobs.start({ name: 'shards', everyMs: (leaseSeconds * 1000) / 3, work: serveShards }),
    context.jobs.start({ name: 'sweeps', everyMs: 10_000, work: sweep }),
  ]
  await driver.open()
  await serveShards()

  async function serveShards() {
    const before = shards.join()
    try {
      shards = await leases.refresh()
    } catch (error) {
      // Without a renewed lease another engine may be serving them: stop until the database answers.
      shards = []
      await driver.serve([])
      throw error
    }
    if (shards.join() !== before) {
      await driver.serve(shards)
      onWork()
    }
  }

  let round = 0
  async function sweep() {
    const at = clock.now()
    const { gatewayStatusCheckInterval } = await getSetting(db, 'server')
    const { gatewaySilentPeriods } = await getSetting(db, 'alarms')
    const heardBefore = new Date(at.getTime() - (gatewaySilentPeriods * gatewayStatusCheckInterval + silentExtraSeconds) * 1000)
    const silent = await inTransaction(db, async (tx) => {
      const marked = await markSilent(tx, shards, { heardBefore, at })
      const late = await lateRestarts(tx, shards, at)
      const gone = [...marked.map((one) => ({ ...one, condition: 'silent' })), ...late.map((one) => ({ ...one, condition: 'offline' }))]
      for (const { storeCode, gwMac, condition } of gone)
        await raiseAlarm(tx, {
          storeCode,
          type: 'GW STATUS ABNORMAL',
          class: 3,
          subject: gwMac,
          data: { gwMac, conditions: [condition] },
          at,
        })
      return gone
    })
    for (const storeCode of new Set(silent.map((one) => one.storeCode)))
      signals.notify('changed', { storeCode, changes: ['gateways', 'alarms'] })
    const { missingCheckins, missingMinSeconds } = policy
    const missing = await inTransaction(db, (tx) =>
      markMissing(tx, { at, missingCheckins, missingMinSeconds, round: round++ % sweepRounds, rounds: sweepRounds }),
    )
    for (const { storeCode } of missing) signals.notify('changed', { storeCode, changes: ['tags'] })
    for (const storeCode of await inTransaction(db, (tx) => markSilentSensors(tx, { at, servingSince })))
      signals.notify('changed', { storeCode, changes: ['sensors'] })
  }

  // What a new operation replaces is taken back at once, not when the new one is drawn.
  const endListening = [signals.on('operations', onWork), signals.on('rendered', onWork)]
  onWork()

  return {
    shards: () => shards,
    settle: createSettle({ loops, intake, cameUp: () => cameUp }),
    stop: async () => {
      for (const end of endListening) end()
      await Promise.all(loops.map((loop) => loop.stop()))
      await driver.close()
      await leases
        .release()
        .catch((error: unknown) => log.warn({ err: error }, 'shard leases were not given back; they run out by themselves'))
    },
  }
}

/** `cameUp`: how often work came up, ever. */
function createSettle({ loops, intake, cameUp }: { loops: readonly Loop[]; intake: Intake; cameUp: () => number }): Engine['settle'] {
  let settled = 0
  return async () => {
    const before = settled
    // One more turn whenever the last one made work for another loop, or a gateway answered.
    for (let turn = 0, goesOn = true; turn < settleTurns && goesOn; turn++) {
      settled = cameUp()
      for (const loop of loops) await loop.settle()
      goesOn = settled !== cameUp() || intake.waiting() > 0
    }
    return cameUp() !== before
  }
}
