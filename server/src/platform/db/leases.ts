/** Work that one process at a time does: a row with an expiry on the database's clock, so that it goes on when its holder dies. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from './schema.ts'

/** Takes or prolongs a lease, as part of a statement; returns no row while another holder has it. */
export const takeLease = (name: string, holder: string, seconds: number): RawBuilder<unknown> =>
  sql`insert into leases (name, holder, expires_at) values (${name}, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where leases.expires_at <= now() or leases.holder = excluded.holder returning name`

/** Takes or prolongs a lease; false while another holder has it. */
export async function holdLease(db: Db, name: string, holder: string, seconds: number): Promise<boolean> {
  const result = await takeLease(name, holder, seconds).execute(db)
  return Number(result.numAffectedRows ?? 0) === 1
}

export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
}
