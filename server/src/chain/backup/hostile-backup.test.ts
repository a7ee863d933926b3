/** Backup files that were made to harm: each is refused with a sentence, and database and blob folder stay as they were. */
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { extract as createExtract, pack as createPack, type Headers } from 'tar-stream'
import { expect, test } from 'vitest'
import type { Db } from '../../platform/db/schema.ts'
import { seedStore } from '../../testing/seed.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { readBackup } from './read-backup.ts'
import { RestoreRefused, type ReadLimits } from './read-parts.ts'
import { readShapes } from './tables.queries.ts'
import { sumOf, sumOfPart, writeBackup } from './write-backup.ts'

const [source, target] = [await createTestContext(), await createTestContext()]
const film = Buffer.alloc(3_000_000, 'a film ')
const hash = createHash('sha256').update(film).digest('hex')

interface Entry {
  header: Headers
  body: Buffer
}
const entry = (name: string, body: string | Buffer, more: Partial<Headers> = {}): Entry => {
  const content = Buffer.from(body)
  return { header: { name, size: content.length, pax: { [sumOfPart]: sumOf(content) }, ...more }, body: content }
}

async function readEntries(content: Buffer): Promise<Entry[]> {
  const extract = createExtract()
  Readable.from([gunzipSync(content)]).pipe(extract)
  const entries: Entry[] = []
  for await (const one of extract) entries.push(entry(one.header.name, await buffer(one)))
  return entries
}

async function packed(entries: readonly Entry[]): Promise<Buffer> {
  const pack = createPack()
  const content = buffer(pack)
  for (const { header, body } of entries) pack.entry(header, body)
  pack.finalize()
  return gzipSync(await content)
}

async function makeBackup(): Promise<Buffer> {
  await seedStore(source.context, 'GOOD')
  await source.context.db
    .insertInto('products')
    .values({ store_code: 'GOOD', pr_code: '1', pr_info: ['1', 'Milk'] })
    .execute()
  await source.context.blobs.put(film)
  const to = new PassThrough()
  const { db, blobs } = source.context
  const [content] = await Promise.all([buffer(to), writeBackup({ db, blobs, at: source.clock.now() }, to)])
  return content
}

const restore = (content: Uint8Array, limits?: ReadLimits) => readBackup(target.context, Readable.from([content]), limits)

/** All tables with their rows, partitions and migrations, and all paths below the blob folder. */
async function stateOf(db: Db) {
  const shapes = await readShapes(db)
  const rows: Record<string, unknown> = {}
  for (const { name } of shapes)
    rows[name] = (await sql`select row_to_json(t)::text as line from ${sql.table(name)} t order by 1`.execute(db)).rows
  const paths = await readdir(join(target.context.config.blobFolder), { recursive: true }).catch(() => [])
  const files = paths.filter((path) => /[0-9a-f]{8}/.test(path))
  return { shapes, rows, files }
}

const good = await makeBackup()
const entries = await readEntries(good)
const was = await stateOf(target.context.db)

/** The good backup with one part made another; `end.json` stays the last. */
const changed = (name: string | RegExp, change: (body: string) => string | Buffer) =>
  packed(
    entries.map((one) =>
      (typeof name === 'string' ? one.header.name === name : name.test(one.header.name))
        ? entry(one.header.name, change(one.body.toString('utf8')))
        : one,
    ),
  )
const withPart = (...more: Entry[]) => packed([...entries.slice(0, -1), ...more, entries.at(-1)!])
const header = (from: string, to: string) =>
  changed('header.json', (body) => {
    expect(body).toContain(from)
    return body.replace(from, to)
  })
const stores = /^tables\/stores\//

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  [
    'a path that leads out',
    () => withPart(entry('../../etc/cron.d/x', '* * * * *')),
    'The part ../../etc/cron.d/x leads out of the backup.',
  ],
  ['a path that leads out of a folder of blobs', () => withPart(entry('blobs/../../x', 'x')), 'leads out of the backup'],
  ['an absolute path', () => withPart(entry('/etc/passwd', 'x')), 'leads out of the backup'],
  ['a path of Windows', () => withPart(entry('C:\\x', 'x')), 'leads out of the backup'],
  ['a symbolic link', () => withPart(entry('blobs/x', '', { type: 'symlink', linkname: '/etc/passwd' })), 'is no plain file (symlink)'],
  ['a hard link', () => withPart(entry('blobs/x', '', { type: 'link', linkname: '/etc/passwd' })), 'is no plain file (link)'],
  ['a device', () => withPart(entry('blobs/x', '', { type: 'character-device' })), 'is no plain file (character-device)'],
  ['a folder', () => withPart(entry('blobs', '', { type: 'directory' })), 'is no plain file (directory)'],
  ['an unknown part', () => withPart(entry('notes.txt', 'x')), 'There is a part in this backup that is not known: notes.txt.'],
  ['a name with control characters', () => withPart(entry('\u001b[2Jx', 'x')), 'not known: ?[2Jx.'],
  ['the same part twice', () => withPart(entry(`blobs/${hash}`, film)), `The part blobs/${hash} is in this backup twice.`],
  ['two headers', () => withPart(entries[0]!), 'The part header.json is in this backup twice.'],
  ['a part behind the end', () => packed([...entries, entry('blobs/x', 'x')]), 'The backup goes on behind its end'],
  ['no header', () => packed(entries.slice(1)), 'This is no backup of Endcap.'],
  ['a header that is not JSON', () => changed('header.json', () => '{'), 'The part header.json of this backup is not JSON.'],
  [
    'a header that is none',
    () => changed('header.json', () => '{"form":1}'),
    'The part header.json of this backup is not right, at version.',
  ],
  ['a newer form', () => header('"form":1', '"form":2'), 'newer version'],
  ['a newer version', () => header('"0001-', '"9001-'), 'newer version'],
  ['migrations of no version', () => header('"0001-', '"0002-'), 'version'],
  [
    'an unknown table',
    () => header('"name":"stores"', '"name":"pg_authid"'),
    'There is a table in this backup that is not known: pg_authid.',
  ],
  ['a table that is never copied', () => header('"name":"stores"', '"name":"sessions"'), 'not known: sessions.'],
  ['a table twice', () => header('"name":"stores"', '"name":"products"'), 'products'],
  [
    'an unknown column',
    () => header('"store_code"', '"store_code\\"; drop table tags; --"'),
    'There is a column in this backup that is not known',
  ],
  ['bounds that are a statement', () => header('FOR VALUES FROM', 'DEFAULT; drop table tags; --'), 'are not right'],
  [
    'a partition of another name',
    () => header('"name":"ledger_', '"name":"stores; '),
    'The name of a partition of ledger in this backup is not right',
  ],
  [
    'an unknown sequence',
    () => changed('header.json', (body) => body.replace('"sequences":{', '"sequences":{"pg_class":"1",')),
    'a sequence',
  ],
  ['rows of a table that the header lacks', () => withPart(entry('tables/pg_authid/000001.jsonl', '{}')), 'not known: tables/pg_authid'],
  ['rows that are not JSON', () => changed(stores, () => 'GOOD,Milk\n'), 'Line 1 of tables/stores/000001.jsonl in this backup is no row.'],
  [
    'rows that are no rows',
    () => changed(stores, (body) => `${body}[1]\n`),
    'Line 2 of tables/stores/000001.jsonl in this backup is no row.',
  ],
  ['rows with an unknown column', () => changed(stores, (body) => body.replace('{', '{"root":true,')), 'has an unknown column: root.'],
  ['rows that lack a column', () => changed(stores, () => '{"store_code":"GOOD"}\n'), 'lacks a column.'],
  [
    'values of another type',
    () => changed(stores, (body) => body.replace(/"\d{4}-\d\d-\d\dT[^"]*"/, '"never"')),
    'The database does not take tables/stores/000001.jsonl',
  ],
  [
    'the same row twice',
    () => changed(stores, (body) => body + body),
    'The database does not take tables/stores/000001.jsonl of this backup',
  ],
  [
    'products of a store that there is not',
    () => changed(/^tables\/products\//, (body) => body.replace('"GOOD"', '"GONE"')),
    'There are products of the store GONE in this backup, but not the store.',
  ],
  ['text that is not UTF-8', () => changed(stores, () => Buffer.from([0x7b, 0xff, 0x7d])), 'is not UTF-8.'],
  ['fewer rows than its end says', () => packed(entries.filter((one) => !stores.test(one.header.name))), 'Of stores there are 0 rows'],
  [
    'fewer files than its end says',
    () => packed(entries.filter((one) => !one.header.name.startsWith('blobs/'))),
    'There are 0 files in this backup instead of 1.',
  ],
  [
    'a blob whose content is another',
    () => changed(`blobs/${hash}`, () => 'another'),
    `The file ${hash} in the backup is damaged: its content is another.`,
  ],
  [
    'a wrong sum',
    () =>
      packed(
        entries.map((one) =>
          one.header.name === 'end.json' ? { ...one, header: { ...one.header, pax: { [sumOfPart]: sumOf(Buffer.from('x')) } } } : one,
        ),
      ),
    'The part end.json of this backup is damaged',
  ],
  [
    'no sum',
    () => packed(entries.map((one) => (stores.test(one.header.name) ? { ...one, header: { ...one.header, pax: null } } : one))),
    'of this backup is damaged',
  ],
  ['no end', () => packed(entries.slice(0, -1)), 'This backup ends early'],
  [
    'an end that is none',
    () => changed('end.json', () => '{"rows":{},"blobs":-1}'),
    'The part end.json of this backup is not right, at blobs.',
  ],
  ['a file that is cut', () => good.subarray(0, good.length / 2), 'This file is damaged'],
  ['a gzip that is cut in its last bytes', () => good.subarray(0, good.length - 4), 'This file is damaged'],
  ['a gzip whose sum is another', () => Buffer.concat([good.subarray(0, -8), Buffer.alloc(8)]), 'This file is damaged'],
  ['bytes that are no gzip', () => Buffer.from('store,price\n'), 'This file is damaged, or no backup of Endcap'],
  ['a gzip that is no tar', () => gzipSync(Buffer.alloc(4096, 'x')), 'no backup of Endcap'],
  [
    'a bomb in a blob',
    () => withPart(entry(`blobs/${'0'.repeat(64)}`, Buffer.alloc(100_000_000))),
    'unpacks to more than 100 times its length',
  ],
  [
    'a bomb of nothing behind its end',
    () => gzipSync(Buffer.concat([gunzipSync(good), Buffer.alloc(8_000_000)])),
    'something between the parts',
  ],
  [
    'a head of eight megabytes',
    () => withPart(entry('blobs/x', '', { pax: { comment: 'x'.repeat(8_000_000) } })),
    'something between the parts',
  ],
  [
    'a length that is no number',
    () => withPart(entry('blobs/x', '', { pax: { size: 'x' } })),
    'There is a part in this backup that is not known',
  ],
  ['a blob of a length that is no number', () => withPart(entry(`blobs/${'0'.repeat(64)}`, '', { pax: { size: '-5' } })), 'has no length.'],
])('%s is refused, and nothing is changed', async (_, make, reason) => {
  const error: unknown = await restore(await make()).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(RestoreRefused)
  expect(String(error)).toContain(reason)
  expect(await stateOf(target.context.db)).toEqual(was)
})

test('a limit that is given holds instead of that by the length', async () => {
  await expect(restore(good, { unpackedBytes: 1_000_000 })).rejects.toThrow('more than 1000000 bytes')
  expect(await stateOf(target.context.db)).toEqual(was)
})

test('files are taken back when the folder fails half-way, and the good backup goes in afterwards', async () => {
  const { db, blobs } = target.context
  const broken = {
    ...blobs,
    async receive(content: AsyncIterable<Uint8Array>) {
      const received = await blobs.receive(content)
      return {
        ...received,
        async keep() {
          await received.keep()
          throw new Error('disk is full')
        },
      }
    },
  }
  await expect(readBackup({ db, blobs: broken }, Readable.from([good]))).rejects.toThrow('disk is full')
  expect(await stateOf(db)).toEqual(was)
  await restore(good)
  expect(await db.selectFrom('stores').select('store_code').execute()).toEqual([{ store_code: 'GOOD' }])
  expect(Buffer.from((await blobs.get(hash))!).equals(film)).toBe(true)
  // Now it is in use.
  await expect(restore(good)).rejects.toThrow('The database is not empty.')
})
