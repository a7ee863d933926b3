/**
 * Carries roll-outs on, step by step. Every process looks; the one that gets the roll-out's row takes the step, in one short transaction. All that
 * is known stands in the database, so a process may be killed at any moment, and another one goes on.
 */
import { upgradeParams } from '@endcap/gateway-link/messages'
import { compareVersions } from '@endcap/contract/upgrade-file'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { giveUpRequest, insertRequest } from '../gateways/gateways.service.ts'
import {
  countsOf,
  isWaiting,
  nextWaiting,
  noteStep,
  openRollouts,
  standingUnderWay,
  takeRollout,
  type FailedGateway,
  type Standing,
  type Step,
} from './advance.queries.ts'
import { clearUpgraded, raiseStopped } from './rollout-alarms.ts'
import { stopRollout } from './rollouts.ts'
import type { RolloutRow } from './software.queries.ts'
import { notifySoftware } from './software.service.ts'

/** How long a gateway may take to load and check the image, and to be back after it said that it restarts; seconds. */
export const loadSeconds = 900
export const returnSeconds = 300
/** A report of the start before may still be on its way when a gateway is back. */
const settleSeconds = 10

const secondsSince = (time: Date | null, at: Date) => (time === null ? 0 : (at.getTime() - time.getTime()) / 1000)
const failed = (reason: NonNullable<Step['reason']>, detail = ''): Step => ({ state: 'FAILED', reason, detail })

/** Where a gateway that is under way is now; undefined: where it was. */
export function nextStep(one: Standing, rollout: Pick<RolloutRow, 'version' | 'watch_seconds'>, at: Date): Step | undefined {
  const { status, session, version } = one
  if (status === null) return failed('removed')
  const inState = secondsSince(one.since, at)
  const isNew = version === rollout.version
  if (one.state === 'CHECKING') {
    if (status === 'OFFLINE') return failed('went-away')
    if (!isNew) return failed('old-version', version)
    if (session !== one.askedSession) return failed('restarts-again')
    if (inState < rollout.watch_seconds) return undefined
    return status === 'NORMAL' || one.wasAlarm ? { state: 'DONE' } : failed('unwell')
  }
  // It had another version when it was asked. Its own word counts, also when its answer got lost.
  if (isNew && status !== 'OFFLINE') return { state: 'CHECKING', session }
  if (one.state === 'LOADING') {
    if (one.request === 'FAILED') return failed('refused', one.requestDetail ?? '')
    if (one.request === 'DONE') return { state: 'RESTARTING' }
    return one.request === null || inState > loadSeconds ? failed('load-timeout') : undefined
  }
  const reported = one.sessionAt !== null && one.reportedAt !== null && one.reportedAt >= one.sessionAt
  if (status !== 'OFFLINE' && session !== one.askedSession && reported && secondsSince(one.sessionAt, at) >= settleSeconds)
    return failed('old-version', version)
  return inState > returnSeconds ? failed('not-back') : undefined
}

/** A gateway that needs nothing, or must not get it. */
function passOver(one: Standing, { version, minimum_version: minimum }: RolloutRow): Step | undefined {
  if (one.status === null) return { state: 'SKIPPED', reason: 'removed' }
  if (one.version === version) return { state: 'SKIPPED', reason: 'has-it' }
  if (minimum !== null && one.version !== '' && compareVersions(one.version, minimum) < 0)
    return { state: 'SKIPPED', reason: 'below-minimum', detail: minimum }
  return undefined
}

async function ask(tx: Db, rollout: RolloutRow, { storeCode, gwMac, shard, session, status }: Standing, at: Date): Promise<void> {
  const { component, version, sha256 } = rollout
  const requestId = await insertRequest(
    tx,
    { storeCode, gwMac, shard },
    {
      kind: 'upgrade',
      at,
      expiresAt: new Date(at.getTime() + loadSeconds * 1000),
      params: upgradeParams.parse({ component, version, sha256, bytes: Number(rollout.bytes) }),
    },
  )
  await noteStep(tx, rollout.rollout_id, { storeCode, gwMac }, { state: 'LOADING', session, requestId, wasAlarm: status === 'ALARM' }, at)
}

/** Begins gateways up to `room`, `only` one of them if so; answers which were begun, and how many were passed over. */
async function begin(
  tx: Db,
  rollout: RolloutRow,
  { room, only, at }: { room: number; only: string | undefined; at: Date },
): Promise<{ begun: Standing[]; passed: number; alarms: string[] }> {
  const begun: Standing[] = []
  const alarms: string[] = []
  let passed = 0
  for (const one of await nextWaiting(tx, rollout, Math.max(room, 1) + 50)) {
    const over = passOver(one, rollout)
    if (over !== undefined) {
      await noteStep(tx, rollout.rollout_id, one, over, at)
      if (over.reason === 'has-it') alarms.push(...(await clearUpgraded(tx, one, rollout.component, at)))
      passed++
    } else if (begun.length < room && (only === undefined || one.gwMac === only)) {
      await ask(tx, rollout, one, at)
      begun.push(one)
    }
  }
  return { begun, passed, alarms }
}

/** `alarms`: stores whose alarms came or went. */
type Turn = { changed: boolean; asked: boolean; alarms: string[] }

/** One step of one roll-out. */
async function advance(tx: Db, rolloutId: string, at: Date): Promise<Turn> {
  const rollout = await takeRollout(tx, rolloutId)
  const alarms: string[] = []
  if (rollout === undefined) return { changed: false, asked: false, alarms }
  let failedNow: FailedGateway | undefined
  const stop = async (reason: 'first-failed' | 'too-many-failed'): Promise<Turn> => {
    await stopRollout(tx, rolloutId, reason, at)
    alarms.push(...(await raiseStopped(tx, rollout, failedNow, at)))
    return { changed: true, asked: false, alarms }
  }
  let changed = false
  let firstDone = false
  for (const one of await standingUnderWay(tx, rollout)) {
    const step = nextStep(one, rollout, at)
    if (step === undefined) continue
    changed = true
    await noteStep(tx, rolloutId, one, step, at)
    if (step.state === 'FAILED') failedNow = { ...one, reason: step.reason ?? null }
    if (step.state === 'DONE') alarms.push(...(await clearUpgraded(tx, one, rollout.component, at)))
    if (step.state === 'FAILED' && one.requestId !== null) await giveUpRequest(tx, one.storeCode, one.requestId, at)
    if (rollout.state === 'FIRST' && one.gwMac === rollout.first_gw_mac) {
      if (step.state === 'FAILED') return stop('first-failed')
      firstDone = step.state === 'DONE'
    }
  }
  if (rollout.state !== 'FIRST' && rollout.state !== 'REST') return { changed, asked: false, alarms }
  if (firstDone) {
    rollout.state = 'REST'
    await tx.updateTable('rollouts').set({ state: 'REST' }).where('rollout_id', '=', rolloutId).execute()
  }
  const counts = await countsOf(tx, rolloutId)
  const n = (...states: (keyof typeof counts)[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  const total = n('WAITING', 'LOADING', 'RESTARTING', 'CHECKING', 'DONE', 'FAILED')
  if (n('FAILED') * 100 > rollout.max_failed_percent * total && n('WAITING', 'LOADING', 'RESTARTING', 'CHECKING') > 0)
    return stop('too-many-failed')
  if (n('WAITING', 'LOADING', 'RESTARTING', 'CHECKING') === 0) {
    await tx.updateTable('rollouts').set({ state: 'DONE', finished_at: at, paused: false }).where('rollout_id', '=', rolloutId).execute()
    return { changed: true, asked: false, alarms }
  }
  const going = n('LOADING', 'RESTARTING', 'CHECKING')
  const room = rollout.state === 'FIRST' ? (going > 0 ? 0 : 1) : Math.max(0, rollout.concurrency - going)
  if (rollout.paused) return { changed, asked: false, alarms }
  // A first gateway that a person chose is waited for.
  const only =
    rollout.state === 'FIRST' && rollout.first_gw_mac !== null && (await isWaiting(tx, rollout)) ? rollout.first_gw_mac : undefined
  const { begun, passed, alarms: over } = await begin(tx, rollout, { room, only, at })
  alarms.push(...over)
  const [first] = begun
  if (rollout.state === 'FIRST' && first !== undefined)
    await tx.updateTable('rollouts').set({ first_gw_mac: first.gwMac }).where('rollout_id', '=', rolloutId).execute()
  return { changed: changed || passed > 0 || begun.length > 0, asked: begun.length > 0, alarms }
}

/** Carries every roll-out on by a step; answers whether one of them changed, so that it may go on at once. */
export async function advanceRollouts(context: Context): Promise<boolean> {
  const { db, clock, signals } = context
  let again = false
  for (const rolloutId of await openRollouts(db)) {
    const { changed, asked, alarms } = await inTransaction(db, (tx) => advance(tx, rolloutId, clock.now()))
    if (asked) signals.notify('gateway-requests', {})
    if (changed) notifySoftware(context)
    for (const storeCode of new Set(alarms)) signals.notify('changed', { storeCode, changes: ['alarms'] })
    again ||= changed
  }
  return again
}
