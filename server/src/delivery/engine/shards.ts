/**
 * Which gateways this process serves: shards are leased rows with an expiry on the database's clock. Live engines share them
 * evenly; the shards of an engine that is gone are taken over when its leases run out.
 */
import { shardCount } from '@endcap/gateway-link/topics'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../platform/db/schema.ts'

export interface ShardLeases {
  /** Renews, gives back and takes leases; answers the shards held now. */
  refresh(): Promise<number[]>
  /** Gives everything back, so that another engine can go on at once. */
  release(): Promise<void>
}

export function createShardLeases({ db, holder, seconds, log }: { db: Db; holder: string; seconds: number; log: Logger }): ShardLeases {
  const until = sql`now() + make_interval(secs => ${seconds})`
  let held: number[] = []

  async function refresh() {
    const { mine, others } = await renew()
    const share = Math.ceil(shardCount / (others + 1))
    const now = mine.length === share ? mine : await adjust(mine, share)
    if (now.join() !== held.join()) log.info({ shards: now.length, holder }, 'serving gateway shards')
    held = now
    return now
  }

  /** Renews what is held, in one statement: it runs every few seconds as long as the engine does. */
  async function renew(): Promise<{ mine: number[]; others: number }> {
    const name = `engine:${holder}`
    const { rows } = await sql<{ mine: number[]; others: number }>`
      with engine as (
        insert into leases (name, holder, expires_at) values (${name}, ${holder}, ${until})
        on conflict (name) do update set expires_at = excluded.expires_at
      ), mine as (
        update leases set expires_at = ${until}
        where name like 'shard:%' and holder = ${holder} and expires_at > now() returning substr(name, 7)::int as shard
      )
      select coalesce((select array_agg(shard order by shard) from mine), '{}') as mine,
        (select count(*)::int from leases where name like 'engine:%' and name <> ${name} and expires_at > now()) as others`.execute(db)
    return rows[0] ?? { mine: [], others: 0 }
  }

  /** Gives back what is more than this engine's share, or takes what is free. */
  async function adjust(mine: readonly number[], share: number): Promise<number[]> {
    const shards = [...mine]
    if (shards.length > share) {
      const surplus = shards.splice(share)
      await sql`delete from leases where holder = ${holder} and name = any(${surplus.map((shard) => `shard:${shard}`)}::text[])`.execute(db)
    } else {
      const taken = await sql<{ shard: number }>`insert into leases (name, holder, expires_at)
        select 'shard:' || n, ${holder}, ${until} from generate_series(0, ${shardCount - 1}::int) n
          where not exists (select 1 from leases l where l.name = 'shard:' || n and l.expires_at > now())
          order by n limit ${share - shards.length}
        on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at where leases.expires_at <= now()
        returning substr(name, 7)::int as shard`.execute(db)
      shards.push(...taken.rows.map((row) => row.shard))
    }
    return shards.toSorted((a, b) => a - b)
  }

  return {
    refresh,
    release: async () => {
      held = []
      await sql`delete from leases where holder = ${holder} and (name like 'shard:%' or name like 'engine:%')`.execute(db)
    },
  }
}
