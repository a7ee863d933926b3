/** Content that nothing names any more is removed; what is named, or being taken in at this moment, never. */
import { createHash, randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { packUpgrade } from '@endcap/contract/upgrade-file'
import { encodeBitmap } from '@endcap/label/bitmap'
import { sql } from 'kysely'
import { beforeEach, expect, inject, test } from 'vitest'
import { androidPackage } from '../../testing/android-package.ts'
import { seedStore, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import type { Blobs } from './blobs.ts'
import { noteLoose } from './remove-unused.queries.ts'
import { dropLooseBlobs, dropUnfinished, keepBlob } from './remove-unused.ts'

const { context: started, app, root, api } = await startTestApp()
const { context } = started
const { db, blobs } = context

beforeEach(() => dropLooseBlobs(context, 0))

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const isThere = async (content: Uint8Array) => (await blobs.get(sha256(content))) !== undefined
async function send(url: string, name: string, content: Uint8Array, fields: Record<string, string> = {}) {
  const answer = await sendFile(app, root, url, { name, content: Buffer.from(content) }, fields)
  expect(answer.body).toMatchObject({ message: expect.anything() })
  expect(answer.status).toBe(200)
  return answer.body
}
let number = 0
const apk = () => androidPackage(randomBytes(1000))
const upload = async (content: Buffer): Promise<string> => String((await send('/app/file', `mobile_1.${++number}.apk`, content))._id)
const remove = async (id: string) => expect((await api('DELETE', `/app/file/${id}`)).status).toBe(200)
function upgrade(image: Buffer) {
  const manifest = { format: 1 as const, component: 'gmp' as const, version: `5.${++number}.0`, image: 'gmp.bin' }
  return Buffer.from(packUpgrade({ ...manifest, bytes: image.byteLength, sha256: sha256(image) }, image))
}
/** How many transactions wait for another one. */
async function waitingForLock(): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.n
}
/** As if all notes were older by so many seconds. */
const age = (seconds: number) => sql`update loose_blobs set since = since - make_interval(secs => ${seconds})`.execute(db)
const noted = async () => (await sql<{ hash: string }>`select hash from loose_blobs`.execute(db)).rows.map((row) => row.hash)

test('the content of a removed app file goes after a rest, unless another file has the same', async () => {
  const content = await apk()
  const [one, other] = [await upload(content), await upload(content)]
  await remove(one)
  expect(await dropLooseBlobs(context, 0)).toBe(0)
  expect(await isThere(content)).toBe(true)
  await remove(other)
  // Not at once: a request that reads it now reads it to its end, and one that brings it again finds it.
  expect(await dropLooseBlobs(context)).toBe(0)
  expect(await isThere(content)).toBe(true)
  expect(await dropLooseBlobs(context, 0)).toBe(1)
  expect(await isThere(content)).toBe(false)
  expect(await noted()).toEqual([])
})

test('the image of a removed upgrade goes when no gateway loads it any more', async () => {
  const image = randomBytes(3000)
  const { file } = await send('/upgrade/file', 'gmp.tar', upgrade(image))
  const { fileId, sha256: hash } = file as { fileId: string; sha256: string }
  await seedStore(context, 'TIDY1')
  const at = context.clock.now()
  const { rollout_id: rolloutId } = await db
    .insertInto('rollouts')
    .values({
      file_id: fileId,
      component: 'gmp',
      version: '5.0.0',
      minimum_version: null,
      bytes: '3000',
      sha256: hash,
      state: 'STOPPED',
      stop_reason: 'person',
      first_gw_mac: null,
      concurrency: 1,
      watch_seconds: 0,
      max_failed_percent: 0,
      started_by: '',
      started_at: at,
    })
    .returning('rollout_id')
    .executeTakeFirstOrThrow()
  const gateway = { store_code: 'TIDY1', rollout_id: rolloutId, gw_mac: '02EC28000001', from_version: '', since: at }
  await db
    .insertInto('rollout_gateways')
    .values({ ...gateway, state: 'LOADING' })
    .execute()
  expect((await api('DELETE', `/upgrade/file/${fileId}`)).status).toBe(200)
  expect(await dropLooseBlobs(context, 0)).toBe(0)
  expect(await isThere(image)).toBe(true)
  await db.updateTable('rollout_gateways').set({ state: 'DONE' }).where('rollout_id', '=', rolloutId).execute()
  expect(await dropLooseBlobs(context, 0)).toBe(1)
  expect(await isThere(image)).toBe(false)
})

test('product files go with their rows, also when a store is deleted; what cannot be a file of ours stays', async () => {
  await seedStore(context, 'TIDY2')
  const content = Buffer.from(`storeCode,prCode,name\nTIDY2,p${++number},Milk\n`)
  const label = Buffer.from(encodeBitmap({ width: 8, height: 8, palette: 'bw', pixels: new Uint8Array(64) }))
  const file = (blob: string) => ({
    store_code: 'TIDY2',
    file_name: 'prices.csv',
    file_type: 'product' as const,
    source: 'test',
    blob,
    received_at: context.clock.now(),
  })
  for (const one of [content, label]) {
    await keepBlob(db, await blobs.receive(pieces(one)))
    await db
      .insertInto('files')
      .values(file(sha256(one)))
      .execute()
  }
  expect(await dropLooseBlobs(context, 0)).toBe(0)
  await db.deleteFrom('stores').where('store_code', '=', 'TIDY2').execute()
  expect(await dropLooseBlobs(context, 0)).toBe(1)
  expect([await isThere(content), await isThere(label)]).toEqual([false, true])
})
test('rows of one content that go in one statement leave one note', async () => {
  await seedStore(context, 'TIDY3')
  const content = randomBytes(2000)
  await keepBlob(db, await blobs.receive(pieces(content)))
  const file = {
    store_code: 'TIDY3',
    file_name: 'prices.csv',
    file_type: 'product' as const,
    source: 'test',
    received_at: context.clock.now(),
  }
  const rows = Array.from({ length: 50 }, () => ({ ...file, blob: sha256(content) }))
  await db.insertInto('files').values(rows).execute()
  await db.deleteFrom('files').where('store_code', '=', 'TIDY3').execute()
  expect(await noted()).toEqual([sha256(content)])
  expect(await dropLooseBlobs(context, 0)).toBe(1)
})
async function* pieces(content: Uint8Array) {
  yield await Promise.resolve(content)
}

test('what a killed process took in and never named goes', async () => {
  const content = randomBytes(500)
  await keepBlob(db, await blobs.receive(pieces(content)))
  expect(await dropLooseBlobs(context)).toBe(0)
  expect(await dropLooseBlobs(context, 0)).toBe(1)
  expect(await isThere(content)).toBe(false)
  // The other way round: the content went, and the process that removed it was killed before it had said so.
  await noteLoose(db, sha256(content))
  await dropLooseBlobs(context, 0)
  expect(await noted()).toEqual([])
})

test('what was coming in when its server was killed goes after a rest, with what a decoder wrote beside it', async () => {
  const { path } = await blobs.receive(pieces(randomBytes(500)))
  await writeFile(`${path}.thumb`, 'small')
  await dropUnfinished(context)
  expect(await readdir(dirname(path))).toHaveLength(2)
  await dropUnfinished(context, 0)
  expect(await readdir(dirname(path))).toEqual([])
})

test('an upload of the same content in the midst of its removal has it afterwards', async () => {
  const content = await apk()
  await remove(await upload(content))
  let again: Promise<string> | undefined
  const slow: Blobs = {
    ...blobs,
    async remove(hash) {
      again = upload(content)
      // It is received, and waits for what is decided here; on the embedded database's one connection all of it waits.
      if (inject('testDatabase').kind === 'postgres') await expect.poll(waitingForLock).toBe(1)
      await blobs.remove(hash)
    },
  }
  expect(await dropLooseBlobs({ db, blobs: slow }, 0)).toBe(1)
  const id = await again!
  expect(await isThere(content)).toBe(true)
  const answer = await app.inject({ url: `/api/app/file/${id}`, headers: { ...root.headers } })
  expect(answer.rawPayload.equals(content)).toBe(true)
  expect(await dropLooseBlobs(context, 0)).toBe(0)
  expect(await isThere(content)).toBe(true)
})

test('uploads, removals and sweeps of the same content at once leave every named file whole', async () => {
  const content = await apk()
  const ids: string[] = []
  for (let round = 0; round < 15; round++) {
    const gone = ids.splice(0, 1)
    await Promise.all([
      upload(content).then((id) => ids.push(id)),
      ...gone.map(remove),
      // A rest of no time would take what is between its note and its row, which an hour is for; a moment stands for it.
      dropLooseBlobs(context, 0.5),
      dropLooseBlobs(context, 0.5),
    ])
    if (round % 5 === 4) await age(0.6)
    expect(await isThere(content)).toBe(true)
  }
  for (const id of ids) await remove(id)
  expect(await dropLooseBlobs(context, 0)).toBe(1)
  expect(await isThere(content)).toBe(false)
})
