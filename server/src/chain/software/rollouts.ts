/** Roll-outs as people begin, pause and end them; `advance.ts` carries them on. */
import type { Rollout, StartRollout } from '@endcap/contract/software'
import { compareVersions, type Component } from '@endcap/contract/upgrade-file'
import { sql } from 'kysely'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { sqlState } from '../../platform/db/sql-state.ts'
import { conflict, forbidden, invalid, notFound } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { fileById, findRollout } from './software.queries.ts'
import { notifySoftware } from './software.service.ts'

/** More would make one roll-out hard to follow, and its statements long. */
const maxGateways = 20_000

interface Candidate {
  storeCode: string
  gwMac: string
  version: string
}

/** The gateways that are meant, as they report themselves; every one named must be the account's. */
async function candidates(
  db: Db,
  session: Session,
  { storeCodes, gwMacs, component }: { storeCodes: readonly string[]; gwMacs: readonly string[]; component: Component },
): Promise<Candidate[]> {
  for (const code of storeCodes) if (!session.allows(code)) throw forbidden('This store is not one of yours.', 'other-store')
  const { stores } = session
  const rows = await db
    .selectFrom('gateways as g')
    .innerJoin('stores as s', 's.store_code', 'g.store_code')
    .where('s.closing_at', 'is', null)
    .where(ofStores(stores, 'g.store_code'))
    .$if(storeCodes.length > 0 || gwMacs.length > 0, (some) =>
      some.where(sql<boolean>`(g.store_code = any(${[...storeCodes]}::text[]) or g.gw_mac = any(${[...gwMacs]}::text[]))`),
    )
    .select(['g.store_code as storeCode', 'g.gw_mac as gwMac'])
    .select(sql<string>`case ${component} when 'gmp' then g.gmp_version else g.grm_version end`.as('version'))
    .orderBy('g.store_code')
    .orderBy('g.gw_mac')
    .limit(maxGateways + 1)
    .execute()
  const missing = gwMacs.find((mac) => !rows.some((row) => row.gwMac === mac))
  if (missing !== undefined) throw notFound(`There is no gateway ${missing} in your stores.`)
  if (rows.length === 0) throw invalid('There is no gateway to roll out to.', 'gwMacs')
  if (rows.length > maxGateways) throw invalid(`One roll-out reaches at most ${maxGateways} gateways: choose some stores.`, 'storeCodes')
  return rows
}

export async function startRollout(
  context: Context,
  session: Session,
  body: Required<Omit<StartRollout, 'first'>> & { first?: string | undefined },
) {
  const { db, clock } = context
  const rollout = await inTransaction(db, async (tx) => {
    const file = await fileById(tx, body.fileId, { lock: true })
    if (file === undefined) throw notFound('There is no such upgrade file.')
    const { component, version } = file
    const gateways = await candidates(tx, session, { ...body, component })
    if (body.first !== undefined && !gateways.some((one) => one.gwMac === body.first))
      throw invalid(`${body.first} is not among the gateways of this roll-out.`, 'first')
    const newer = gateways.filter((one) => one.version !== '' && compareVersions(one.version, version) > 0)
    if (newer.length > 0 && !body.downgrade)
      throw conflict(`${newer.length} gateways have a newer version than ${version} and would be set back.`, 'upgrade-downgrade')
    const { rollout_id: rolloutId } = await tx
      .insertInto('rollouts')
      .values({
        file_id: body.fileId,
        component,
        version,
        minimum_version: file.minimum_version,
        bytes: file.bytes,
        sha256: file.sha256,
        state: 'FIRST',
        stop_reason: null,
        first_gw_mac: body.first ?? null,
        concurrency: body.concurrency,
        watch_seconds: body.watchSeconds,
        max_failed_percent: body.maxFailedPercent,
        started_by: session.email,
        started_at: clock.now(),
      })
      .returning('rollout_id')
      .executeTakeFirstOrThrow()
    await addGateways(tx, rolloutId, gateways, clock.now())
    await recordChange(tx, {
      subject: { kind: 'rollout', id: rolloutId },
      before: null,
      after: { component, version, gateways: gateways.length, first: body.first ?? null, concurrency: body.concurrency },
    })
    return read(tx, session, rolloutId)
  })
  context.signals.notify('rollouts', {})
  notifySoftware(context)
  return rollout
}

async function addGateways(tx: Db, rolloutId: string, gateways: readonly Candidate[], at: Date): Promise<void> {
  try {
    await sql`
      insert into rollout_gateways (store_code, rollout_id, gw_mac, from_version, since)
      select x.store_code, ${rolloutId}::bigint, x.gw_mac, x.version, ${at}::timestamptz
      from unnest(${gateways.map((one) => one.storeCode)}::text[], ${gateways.map((one) => one.gwMac)}::text[],
        ${gateways.map((one) => one.version)}::text[]) as x (store_code, gw_mac, version)`.execute(tx)
  } catch (error) {
    // unique_violation: of rollout_gateways_open
    if (sqlState(error) !== '23505') throw error
    throw conflict('A gateway of this roll-out is in another one that is not over yet: end that one first.', 'gateway-busy')
  }
}

async function read(db: Db, session: Session, rolloutId: string): Promise<Rollout> {
  const rollout = await findRollout(db, session.stores, rolloutId)
  if (rollout === undefined) throw notFound('There is no such roll-out in your stores.')
  return rollout
}
export const readRollout = ({ db }: Context, session: Session, rolloutId: string): Promise<Rollout> => read(db, session, rolloutId)

/** Gateways that are under way go on; those that wait are left, when it is ended. */
export async function controlRollout(
  context: Context,
  session: Session,
  rolloutId: string,
  action: 'pause' | 'resume' | 'stop',
): Promise<Rollout> {
  const { db, clock } = context
  const rollout = await inTransaction(db, async (tx) => {
    const before = await read(tx, session, rolloutId)
    await refuseOthers(tx, session, rolloutId)
    // A process that carries it on at this moment has the row: it is waited for.
    const row = await tx.selectFrom('rollouts').select('state').where('rollout_id', '=', rolloutId).forUpdate().executeTakeFirstOrThrow()
    if (row.state !== 'FIRST' && row.state !== 'REST') throw conflict('This roll-out is over.', 'rollout-over')
    if (action === 'stop') await stopRollout(tx, rolloutId, 'person', clock.now())
    else
      await tx
        .updateTable('rollouts')
        .set({ paused: action === 'pause' })
        .where('rollout_id', '=', rolloutId)
        .execute()
    const after = await read(tx, session, rolloutId)
    const progressOf = ({ state, paused, stopReason }: Rollout) => ({ state, paused, stopReason })
    await recordChange(tx, { subject: { kind: 'rollout', id: rolloutId }, before: progressOf(before), after: progressOf(after) })
    return after
  })
  notifySoftware(context)
  return rollout
}

async function refuseOthers(tx: Db, { stores }: Session, rolloutId: string): Promise<void> {
  if (stores === 'all') return
  const other = await tx
    .selectFrom('rollout_gateways')
    .select('gw_mac')
    .where('rollout_id', '=', rolloutId)
    .where(sql<boolean>`store_code <> all(${[...stores]}::text[])`)
    .limit(1)
    .executeTakeFirst()
  if (other !== undefined) throw forbidden('This roll-out reaches stores that are not yours.', 'other-store')
}

/** No gateway begins any more. */
export async function stopRollout(
  tx: Db,
  rolloutId: string,
  reason: 'person' | 'first-failed' | 'too-many-failed',
  at: Date,
): Promise<void> {
  await tx
    .updateTable('rollout_gateways')
    .set({ state: 'UNTOUCHED', since: at })
    .where('rollout_id', '=', rolloutId)
    .where('state', '=', 'WAITING')
    .execute()
  await tx
    .updateTable('rollouts')
    .set({ state: 'STOPPED', stop_reason: reason, finished_at: at, paused: false })
    .where('rollout_id', '=', rolloutId)
    .execute()
}
