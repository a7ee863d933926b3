/** A roll-out that stopped by itself is an alarm about the gateway whose failure stopped it, until an upgrade of that gateway succeeds. */
import type { Component } from '@endcap/contract/upgrade-file'
import { clearAlarm, raiseAlarm, upgradeSubject } from '../../people/alarms/alarms.service.ts'
import type { Db } from '../../platform/db/schema.ts'
import { lastFailed, type FailedGateway } from './advance.queries.ts'
import type { RolloutRow } from './software.queries.ts'

const type = 'GW STATUS ABNORMAL'

/** `failedNow`: the gateway that failed in this step; else the last one is meant. Answers the stores whose alarms changed. */
export async function raiseStopped(
  tx: Db,
  { rollout_id: rolloutId, component, version }: RolloutRow,
  failedNow: FailedGateway | undefined,
  at: Date,
): Promise<string[]> {
  const failed = failedNow ?? (await lastFailed(tx, rolloutId))
  // A gateway that is not registered any more has no alarms.
  if (failed === undefined || failed.reason === 'removed') return []
  const { storeCode, gwMac, reason } = failed
  const conditions = [`upgrade:${component.toUpperCase()} ${version}`, ...(reason === null ? [] : [reason])]
  const data = { gwMac, conditions, rolloutId, component, version }
  await raiseAlarm(tx, { storeCode, type, class: 2, subject: upgradeSubject(gwMac, component), data, at })
  return [storeCode]
}

/** The gateway has what a roll-out brought. Answers the stores whose alarms changed. */
export async function clearUpgraded(
  tx: Db,
  { storeCode, gwMac }: { storeCode: string; gwMac: string },
  component: Component,
  at: Date,
): Promise<string[]> {
  return (await clearAlarm(tx, { storeCode, type, subject: upgradeSubject(gwMac, component), at })) ? [storeCode] : []
}
