/** What was kept is there again, to the last row and file; a file that is not whole changes nothing. */
import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { pack as createPack } from 'tar-stream'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, readApplied } from '../../platform/db/migrate.ts'
import type { Db } from '../../platform/db/schema.ts'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { createTestContext, openEmptyDatabase } from '../../testing/test-context.ts'
import { readBackup } from './read-backup.ts'
import { readShapes } from './tables.queries.ts'
import { sumOf, sumOfPart, writeBackup } from './write-backup.ts'

const { context: test_, api, engine } = await startTestEngine()
const { context } = test_

async function backupOf({ db, blobs }: Pick<typeof context, 'db' | 'blobs'>): Promise<Buffer> {
  const to = new PassThrough()
  const [content] = await Promise.all([buffer(to), writeBackup({ db, blobs, at: test_.clock.now() }, to)])
  return content
}
/** A database as a first start leaves it. */
async function another() {
  const one = await createTestContext()
  onTestFinished(one.close)
  return one
}
const restore = (to: Pick<typeof context, 'db' | 'blobs'>, content: Uint8Array) => readBackup(to, Readable.from([content]))

/** Of every table: how many rows, and a sum over all of their text. */
async function sums(db: Db): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  for (const { name } of await readShapes(db)) {
    const { rows } = await sql<{ line: string }>`select row_to_json(t)::text as line from ${sql.table(name)} t order by 1`.execute(db)
    all[name] = `${rows.length} ${createHash('sha256')
      .update(rows.map(({ line }) => line).join('\n'))
      .digest('hex')}`
  }
  return all
}
const columnsOf = async (db: Db, table: string) => (await readShapes(db)).find(({ name }) => name === table)?.columns

/** A shop whose labels were shown, so that all that is kept of one is there. */
async function fillShop(storeCode: string) {
  await seedStore(context, storeCode)
  const gateway = await engine.gateway(storeCode, '02EC5A0B0001')
  await gateway.online()
  const tag = tagId(0x7000)
  await api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Käse 牛乳\n"x"', '', '199'] }] })
  await gateway.hear({ tag })
  await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: tag, prCode: 'p1' }] })
  await engine.engine.settle()
  const [operation] = gateway.taken()
  await gateway.report(operation!, 'shown', { updates: 1 })
  await context.blobs.put(Buffer.from('a label'))
}

test('all of it is there again, and goes on', async () => {
  await fillShop('BU1')
  const content = await backupOf(context)
  const other = await another()
  await restore(other.context, content)
  expect(await sums(other.context.db)).toEqual(await sums(context.db))
  const hashes = []
  for await (const hash of context.blobs.list()) hashes.push(hash)
  expect(hashes.length).toBeGreaterThan(0)
  for (const hash of hashes) expect(await other.context.blobs.get(hash)).toEqual(await context.blobs.get(hash))
  // Numbers go on behind those that were given, and counters follow again.
  const before = await other.context.db
    .selectFrom('tasks')
    .select(sql<string>`max(task_id)`.as('last'))
    .executeTakeFirstOrThrow()
  const made = await other.context.db
    .insertInto('tasks')
    .values({ store_code: 'BU1', task_type: 'UPDATE', created_by: 'test', layout_id: null, prior_task_id: null })
    .returning('task_id')
    .executeTakeFirstOrThrow()
  expect(Number(made.task_id)).toBeGreaterThan(Number(before.last))
  const counted = await other.context.db.selectFrom('task_counts').select('tasks').where('store_code', '=', 'BU1').executeTakeFirst()
  const real = await other.context.db
    .selectFrom('tasks')
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirst()
  expect(counted?.tasks).toBe(real?.n)
  // No account is signed in any more.
  expect(await other.context.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

/** The parts of a backup again, with something done to them. */
async function tampered(content: Buffer, change: (name: string, body: string) => string | undefined): Promise<Buffer> {
  const { extract: createExtract } = await import('tar-stream')
  const [extract, pack] = [createExtract(), createPack()]
  Readable.from([gunzipSync(content)]).pipe(extract)
  const packed = buffer(pack)
  for await (const entry of extract) {
    const text = change(entry.header.name, (await buffer(entry)).toString('latin1'))
    if (text === undefined) continue
    const changed = Buffer.from(text, 'latin1')
    pack.entry({ name: entry.header.name, size: changed.length, pax: { [sumOfPart]: sumOf(changed) } }, changed)
  }
  pack.finalize()
  return gzipSync(await packed)
}

test('a file that is not whole is refused, and nothing of it is there', async () => {
  const content = await backupOf(context)
  const other = await another()
  const was = await sums(other.context.db)
  const flipped = Buffer.from(content)
  flipped[Math.floor(content.length / 2)]! ^= 0xff
  const bad: [Buffer, string][] = [
    [Buffer.from('prCode,name\n1,Milk\n'), 'no backup of Endcap'],
    [Buffer.alloc(0), 'no backup of Endcap'],
    [content.subarray(0, content.length / 2), 'backup'],
    [content.subarray(0, content.length - 20), 'backup'],
    [flipped, 'backup'],
    [await tampered(content, (name, body) => (name === 'end.json' ? undefined : body)), 'ends early'],
    [
      await tampered(content, (name, body) => (name.startsWith('tables/products/') ? undefined : body)),
      'Of products there are 0 rows in this backup instead of 1',
    ],
    [await tampered(content, (name, body) => (name.startsWith('blobs/') ? 'another label' : body)), 'is damaged'],
    [await tampered(content, (name, body) => (name === 'header.json' ? body.replace('"form":1', '"form":2') : body)), 'newer version'],
    [await tampered(content, (name, body) => (name === 'header.json' ? body.replace('0001-', '9001-') : body)), 'newer version'],
    [
      await tampered(content, (name, body) =>
        name === 'header.json' ? body.replace('FOR VALUES FROM', 'DEFAULT; drop table tags; --') : body,
      ),
      'bounds',
    ],
    [await tampered(content, (name, body) => (name === 'end.json' ? body.replace(/"blobs":\d+/, '"blobs":999') : body)), 'instead of 999'],
  ]
  for (const [file, reason] of bad) {
    await expect(restore(other.context, file), `${reason}, ${file.length} bytes of ${content.length}`).rejects.toThrow(reason)
    expect(await sums(other.context.db)).toEqual(was)
  }
  await restore(other.context, content)
})

test('a database that is used is refused', async () => {
  const content = await backupOf(context)
  const other = await another()
  await seedStore(other.context, 'MINE')
  const was = await sums(other.context.db)
  await expect(restore(other.context, content)).rejects.toThrow('The database is not empty.')
  expect(await sums(other.context.db)).toEqual(was)
})

async function openEmpty() {
  const { db, close } = await openEmptyDatabase()
  onTestFinished(close)
  return db
}

test('a backup of an older version becomes one of this version', async () => {
  const old = await openEmpty()
  await migrate(old, { upTo: '0012-papers.sql' })
  await sql`insert into stores (store_code, store_name, time_zone, locale, currency) values ('OLD', 'Old', 'UTC', 'en', 'USD')`.execute(old)
  await sql`insert into tasks (store_code, task_type, created_by) values ('OLD', 'UPDATE', 'x')`.execute(old)
  expect(await columnsOf(old, 'task_counts')).toBeUndefined()
  const db = await openEmpty()
  await restore({ db, blobs: context.blobs }, await backupOf({ db: old, blobs: context.blobs }))
  expect(await readApplied(db)).toEqual(await readApplied(context.db))
  // What a later migration made of it.
  expect(await db.selectFrom('task_counts').selectAll().execute()).toEqual([{ store_code: 'OLD', tasks: 1 }])
})

test('rows of tables and columns that were renamed since a backup was made are there under the new names', async () => {
  const old = await openEmpty()
  await migrate(old, { upTo: '0055-signage-words.sql' })
  await sql`insert into door_requests (kind, email, requested_at) values ('signed-up', 'new@test.example', now())`.execute(old)
  await sql`insert into stores (store_code, store_name, time_zone, locale, currency) values ('OLD', 'Old', 'UTC', 'en', 'USD')`.execute(old)
  await sql`update stores set config = '{"totalDuration": 60}' where store_code = 'OLD'`.execute(old)
  await sql`insert into alarms (store_code, type, class, usual_class, subject, raised_at, updated_at) values ('OLD', 'TAG', 3, 2, 'x', now(), now())`.execute(
    old,
  )
  const db = await openEmpty()
  await restore({ db, blobs: context.blobs }, await backupOf({ db: old, blobs: context.blobs }))
  expect(await db.selectFrom('account_requests').select(['request_id', 'email']).execute()).toEqual([
    { request_id: '1', email: 'new@test.example' },
  ])
  expect(await db.selectFrom('alarms').select(['class', 'default_class']).execute()).toEqual([{ class: 3, default_class: 2 }])
  expect(await db.selectFrom('stores').select('radio_configured').execute()).toEqual([{ radio_configured: true }])
  // The sequence goes on behind the restored rows.
  const added = await db
    .insertInto('account_requests')
    .values({ kind: 'signed-up', email: 'second@test.example', requested_at: new Date() })
    .returning('request_id')
    .executeTakeFirstOrThrow()
  expect(added.request_id).toBe('2')
})
