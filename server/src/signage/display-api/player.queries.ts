/** Displays as they announce themselves, report, and are asked to do things. */
import type { CommandResult, CommandType } from '@endcap/contract/player'
import { sql, type Selectable } from 'kysely'
import { isTrue } from '../../platform/db/is-true.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { SignageTables } from '../../platform/db/signage-tables.ts'

export type DeviceRow = Selectable<SignageTables['plus_devices']>

export const findDevice = (db: Db, mac: string): Promise<DeviceRow | undefined> =>
  db.selectFrom('plus_devices').selectAll().where('mac', '=', mac).executeTakeFirst()

/** The same, kept from others until the transaction ends. */
export const holdDevice = (tx: Db, mac: string): Promise<DeviceRow | undefined> =>
  tx.selectFrom('plus_devices').selectAll().where('mac', '=', mac).forUpdate().executeTakeFirst()

export const deviceOfToken = (db: Db, tokenHash: string) =>
  db
    .selectFrom('plus_devices')
    .select(['mac', 'store_code as storeCode'])
    .where('token_hash', '=', tokenHash)
    .where('store_code', 'is not', null)
    .executeTakeFirst()

export interface Asked {
  macs: readonly string[]
  type: CommandType
  args: Record<string, unknown>
  by: string
  at: Date
  expiresAt: Date
}

/** What is asked again replaces what still waits: a display that was away restarts once, not five times. */
export async function insertCommands(tx: Db, { macs, type, args, by, at, expiresAt }: Asked): Promise<void> {
  await tx.deleteFrom('plus_commands').where('mac', 'in', macs).where('type', '=', type).where('done_at', 'is', null).execute()
  const common = { type, args: JSON.stringify(args), issued_by: by, issued_at: at, expires_at: expiresAt }
  await tx
    .insertInto('plus_commands')
    .values(macs.map((mac) => ({ mac, ...common })))
    .execute()
}

/** What a display has still to do, oldest first. */
export const openCommands = (db: Db, mac: string, at: Date) =>
  db
    .selectFrom('plus_commands')
    .select(['command_id as id', 'type', 'args', 'expires_at as expiresAt'])
    .where('mac', '=', mac)
    .where('done_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('command_id')
    .limit(100)
    .execute()

export async function closeCommand(
  tx: Db,
  { mac, id, result, detail, at }: { mac: string; id: string; result: CommandResult; detail: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('plus_commands')
    .set({ done_at: at, result, detail })
    .where('command_id', '=', id)
    .where('mac', '=', mac)
    .where('done_at', 'is', null)
    .execute()
}

/** Whether there is any display that could fall silent. */
export const awaitsDisplays = (db: Db): Promise<boolean> =>
  isTrue(
    db,
    sql`exists (select from plus_devices
    where store_code is not null and (status = 'ONLINE' or awaited_since is not null and status = 'OFFLINE'))`,
  )

/** At most so many displays fall silent in one transaction: a store that loses its line does not hold the others up. */
const maxSilentPerTurn = 200
/**
 * Displays that were heard last before `since` are out of reach from now on, and so are those that were taken in before it and never heard;
 * answers which, some at a time.
 */
export async function markSilent(tx: Db, since: Date): Promise<{ mac: string; name: string; storeCode: string }[]> {
  const { rows } = await sql<{ mac: string; name: string; storeCode: string }>`
    update plus_devices set status = 'OFFLINE', awaited_since = null where mac = any(array(
      select mac from plus_devices where status = 'ONLINE' and recv_at < ${since} and store_code is not null
      order by mac limit ${maxSilentPerTurn} for update skip locked
    ) || array(
      select mac from plus_devices where awaited_since < ${since} and status = 'OFFLINE' and store_code is not null
      order by mac limit ${maxSilentPerTurn} for update skip locked
    )) returning mac, name, store_code as "storeCode"`.execute(tx)
  return rows
}

/** What is not asked for any more: commands that are over, displays that waited and were never taken in. */
export async function dropOldPlayerData(db: Db, { commands, waiting }: { commands: Date; waiting: Date }): Promise<void> {
  await db.deleteFrom('plus_commands').where('expires_at', '<', commands).execute()
  await db.deleteFrom('plus_devices').where('store_code', 'is', null).where('updated_at', '<', waiting).execute()
}
