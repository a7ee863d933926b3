/** What a roll-out's next step needs to know, and where its gateways are noted to be. */
import type { UpgradeReason, UpgradeState } from '@endcap/contract/software'
import type { NodeStatus } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { RolloutRow } from './software.queries.ts'

export const underWay = ['LOADING', 'RESTARTING', 'CHECKING'] as const satisfies UpgradeState[]
const underWayList = sql.join(underWay.map((state) => sql.lit(state)))

/** Open roll-outs, and ended ones with gateways that are still under way. */
export async function openRollouts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.rollout_id::text as id from rollouts r where r.state in ('FIRST', 'REST')
    union select g.rollout_id::text from rollout_gateways g where g.state in (${underWayList}) order by 1`.execute(db)
  return rows.map((row) => row.id)
}

/** Takes the roll-out for this transaction; undefined while another process has it, which carries it on as well. */
export const takeRollout = (tx: Db, rolloutId: string): Promise<RolloutRow | undefined> =>
  tx.selectFrom('rollouts').selectAll().where('rollout_id', '=', rolloutId).forUpdate().skipLocked().executeTakeFirst()

/** A gateway of a roll-out, as it reports itself and as its request stands. */
export interface Standing {
  storeCode: string
  gwMac: string
  shard: number
  state: UpgradeState
  since: Date
  askedSession: string | null
  wasAlarm: boolean
  /** Null: it is not registered any more. */
  status: NodeStatus | null
  session: string | null
  sessionAt: Date | null
  reportedAt: Date | null
  version: string
  request: 'WAITING' | 'SENT' | 'DONE' | 'FAILED' | null
  requestId: string | null
  requestDetail: string | null
}

const standing = (rollout: Pick<RolloutRow, 'rollout_id' | 'component'>) => sql`
  select u.store_code as "storeCode", u.gw_mac as "gwMac", g.shard, u.state, u.since, u.session as "askedSession", u.was_alarm as "wasAlarm",
    g.status, g.session, g.session_at as "sessionAt", g.reported_at as "reportedAt",
    coalesce(case ${rollout.component} when 'gmp' then g.gmp_version else g.grm_version end, '') as version,
    q.state as request, u.request_id::text as "requestId", q.detail as "requestDetail"
  from rollout_gateways u left join gateways g using (store_code, gw_mac)
    left join gateway_requests q on q.store_code = u.store_code and q.request_id = u.request_id
  where u.rollout_id = ${rollout.rollout_id}::bigint`

export async function standingUnderWay(tx: Db, rollout: RolloutRow): Promise<Standing[]> {
  return (await sql<Standing>`${standing(rollout)} and u.state in (${underWayList}) order by u.gw_mac`.execute(tx)).rows
}

/** Gateways whose turn may come: those that are there, and those that need nothing or are gone; the well ones first. */
export async function nextWaiting(tx: Db, rollout: RolloutRow, limit: number): Promise<Standing[]> {
  return (
    await sql<Standing>`${standing(rollout)} and u.state = 'WAITING' and (g.gw_mac is null or g.status <> 'OFFLINE')
      order by (u.gw_mac is distinct from ${rollout.first_gw_mac}::text), (g.status is distinct from 'NORMAL'), u.store_code, u.gw_mac limit ${limit}`.execute(
      tx,
    )
  ).rows
}

/** Whether the gateway that goes first has not begun. */
export async function isWaiting(tx: Db, { rollout_id: rolloutId, first_gw_mac: first }: RolloutRow): Promise<boolean> {
  const row = await tx
    .selectFrom('rollout_gateways')
    .select('state')
    .where('rollout_id', '=', rolloutId)
    .where('gw_mac', '=', first ?? '')
    .where('state', '=', 'WAITING')
    .executeTakeFirst()
  return row !== undefined
}

export async function countsOf(tx: Db, rolloutId: string): Promise<Partial<Record<UpgradeState, number>>> {
  const rows = await tx
    .selectFrom('rollout_gateways')
    .select(['state', sql<number>`count(*)::int`.as('n')])
    .where('rollout_id', '=', rolloutId)
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

export interface FailedGateway {
  storeCode: string
  gwMac: string
  reason: UpgradeReason | null
}
/** The gateway that failed last. */
export const lastFailed = (tx: Db, rolloutId: string): Promise<FailedGateway | undefined> =>
  tx
    .selectFrom('rollout_gateways')
    .select(['store_code as storeCode', 'gw_mac as gwMac', 'reason'])
    .where('rollout_id', '=', rolloutId)
    .where('state', '=', 'FAILED')
    .orderBy('since', 'desc')
    .orderBy('gw_mac')
    .limit(1)
    .executeTakeFirst()

export interface Step {
  state: UpgradeState
  reason?: UpgradeReason
  detail?: string
  /** The start of the gateway that counts from now on. */
  session?: string | null
  requestId?: string
  wasAlarm?: boolean
}
export async function noteStep(
  tx: Db,
  rolloutId: string,
  { storeCode, gwMac }: Pick<Standing, 'storeCode' | 'gwMac'>,
  step: Step,
  at: Date,
) {
  const { state, reason, detail, session, requestId, wasAlarm } = step
  await tx
    .updateTable('rollout_gateways')
    .set({
      state,
      since: at,
      reason: reason ?? null,
      detail: detail ?? '',
      ...(session !== undefined && { session }),
      ...(requestId !== undefined && { request_id: requestId }),
      ...(wasAlarm !== undefined && { was_alarm: wasAlarm }),
    })
    .where('store_code', '=', storeCode)
    .where('rollout_id', '=', rolloutId)
    .where('gw_mac', '=', gwMac)
    .execute()
}
