import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createShardLeases } from '../../delivery/engine/shards.ts'
import { getSetting, setSetting } from '../../settings/settings.service.ts'
import { seedStore, tagId } from '../../testing/seed.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import { migrate } from './migrate.ts'
import { dropPartitionsBefore, preparePartitions } from './partitions.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

describe('migrations', () => {
  const folderOf = (files: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'endcap-migrations-'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return { url: pathToFileURL(`${folder}/`), remove: () => rmSync(folder, { recursive: true }) }
  }
  test('what is applied is not applied again; a changed or an unknown one is refused', async () => {
    const { db } = context.context
    expect(await migrate(db)).toEqual([])
    const changed = folderOf({ '0001-foundation.sql': 'select 1' })
    await expect(migrate(db, { from: changed.url })).rejects.toThrow('0001-foundation.sql has changed')
    const older = folderOf({})
    await expect(migrate(db, { from: older.url })).rejects.toThrow('made by a newer version')
    changed.remove()
    older.remove()
  })
})

describe('partitions', () => {
  test('are made by servers that come at the same moment, each finding them there', async (here) => {
    if (inject('testDatabase').kind === 'embedded') return here.skip('the embedded database has one connection')
    const { db } = context.context
    const now = new Date('2033-05-10T00:00:00Z')
    // The table is taken until all three have found no partition and wait.
    const holder = await db.startTransaction().execute()
    await sql`lock table ledger in access exclusive mode`.execute(holder)
    const makers = [1, 2, 3].map(() => preparePartitions(db, now))
    const together = Promise.allSettled(makers)
    const waiting = async () =>
      (
        await sql`select distinct pid from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(holder)
      ).rows.length
    while ((await waiting()) < makers.length) await setImmediate()
    await holder.commit().execute()
    expect((await together).filter((one) => one.status === 'rejected')).toEqual([])
  })

  test('are made ahead once, and dropped when their time is over', async () => {
    const { db } = context.context
    const now = new Date('2031-01-30T00:00:00Z')
    await preparePartitions(db, now)
    await preparePartitions(db, now)
    const names = await sql<{ name: string }>`select relname as name from pg_class where relname like 'ledger_2031%' order by 1`.execute(db)
    expect(names.rows.map((row) => row.name).filter((name) => !name.includes('pkey') && /^ledger_\d+$/.test(name))).toEqual([
      'ledger_203101',
      'ledger_203102',
      'ledger_203103',
      'ledger_203104',
    ])
    expect(await dropPartitionsBefore(db, 'ledger', new Date('2031-03-15T00:00:00Z'))).toEqual(
      expect.arrayContaining(['ledger_203101', 'ledger_203102']),
    )
    await expect(dropPartitionsBefore(db, 'tags', now)).rejects.toThrow('not partitioned')
  })
})

describe('summary counters', () => {
  test('are what counting would give, whatever happens to the tags', async () => {
    const { db } = context.context
    await seedStore(context.context, 'COUNT')
    const statuses = ['OK', 'NG', 'WIP', 'UPDATE', 'MISSING', 'DEASSIGN']
    await sql`insert into tags (store_code, tag_mac, barcode, tag_type, status) select 'COUNT', m, m, 'B5', 'OK' from unnest(${Array.from({ length: 60 }, (_, n) => tagId(9000 + n))}::text[]) as m`.execute(
      db,
    )
    for (let turn = 0; turn < 12; turn++) {
      await sql`update tags set status = ${statuses[turn % statuses.length]} where store_code = 'COUNT' and hashtext(tag_mac || ${turn}::text) % 3 = 0`.execute(
        db,
      )
      if (turn % 4 === 3) await sql`delete from tags where store_code = 'COUNT' and hashtext(tag_mac || ${turn}::text) % 7 = 0`.execute(db)
    }
    const counted = await sql<{
      status: string
      n: number
    }>`select status, count(*)::int as n from tags where store_code = 'COUNT' group by 1 order by 1`.execute(db)
    const stored = await sql<{
      status: string
      n: number
    }>`select status, tags as n from tag_counts where store_code = 'COUNT' and tags <> 0 order by 1`.execute(db)
    expect(stored.rows).toEqual(counted.rows)
  })
})

describe('shard leases', () => {
  test('two engines share the gateways; what one leaves the other takes', async () => {
    const { db, log } = context.context
    const leaseSeconds = 60
    const lease = (holder: string) => createShardLeases({ db, holder, seconds: leaseSeconds, log })
    const [first, second] = [lease('first'), lease('second')]
    expect(await first.refresh()).toHaveLength(64)
    expect(await second.refresh()).toHaveLength(0)
    const [one, two] = [await first.refresh(), await second.refresh()]
    expect([one.length, two.length]).toEqual([32, 32])
    expect(new Set([...one, ...two]).size).toBe(64)
    // As if the first had said nothing for as long as its leases last.
    await sql`update leases set expires_at = expires_at - make_interval(secs => ${leaseSeconds}) where holder = 'first'`.execute(db)
    expect(await second.refresh()).toHaveLength(64)
    await second.release()
  })
})

test('settings keep what is set and default the rest', async () => {
  const { db } = context.context
  expect(await getSetting(db, 'passwords')).toEqual({ maxAgeDays: 90, warnDays: 7, requireSecondFactor: false })
  await setSetting(db, 'passwords', { maxAgeDays: 30, warnDays: 3, requireSecondFactor: true })
  expect(await getSetting(db, 'passwords')).toEqual({ maxAgeDays: 30, warnDays: 3, requireSecondFactor: true })
})
