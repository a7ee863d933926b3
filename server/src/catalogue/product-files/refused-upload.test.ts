/** Uploads that are refused before they have a place in the history leave nothing behind, and take nothing away from others. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { caller, seedStore, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { holdImport, releaseImport } from '../file-imports/file-imports.service.ts'

const { context, app, root } = await startTestApp()
await seedStore(context.context, 'S1')
await seedStore(context.context, 'S2')

/** Every file below the blob folder, whole or half-written. */
function stored(): string[] {
  const folder = context.context.config.blobFolder
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile())
}
async function upload(storeCode: string, content: string) {
  return sendFile<{ code?: string; historyId?: string }>(app, root, '/product/file', { name: 'products.csv', content }, { storeCode })
}
const files = () => context.context.db.selectFrom('files').selectAll().execute()
const one = 'PRODUCT_CODE,NAME\n1,a\n'
const another = 'PRODUCT_CODE,NAME\n2,b\n'

test('an empty file', async () => {
  expect((await upload('S1', '')).status).toBe(400)
  expect([stored(), await files()]).toEqual([[], []])
})

test('a file of a store that another one is being read for', async () => {
  const { db } = context.context
  await holdImport(db, 'S1', 'someone', 60)
  expect(await upload('S1', one)).toMatchObject({ status: 409, body: { code: 'upload-in-progress' } })
  expect([stored(), await files()]).toEqual([[], []])
  await releaseImport(db, 'S1', 'someone')
})

test('the same file as one that was taken in: that one can still be looked at', async () => {
  const { db } = context.context
  const taken = await upload('S2', another)
  expect(taken.status).toBe(200)
  const before = stored()
  expect(before).toHaveLength(1)
  await holdImport(db, 'S1', 'someone', 60)
  expect((await upload('S1', another)).status).toBe(409)
  await releaseImport(db, 'S1', 'someone')
  expect(stored()).toEqual(before)
  const detail = await caller(app, root)('GET', `/product/file/upload/history/detail/${taken.body.historyId}`)
  expect(detail.body.data).toHaveLength(1)
})

test('a file whose content is gone from the disk is told so, and the server goes on', async () => {
  const taken = await upload('S2', 'PRODUCT_CODE,NAME\n3,c\n')
  const { blob } = (await files()).at(-1) ?? {}
  await context.context.blobs.remove(blob ?? '')
  const detail = () => caller(app, root)('GET', `/product/file/upload/history/detail/${taken.body.historyId}`)
  expect(await detail()).toMatchObject({ status: 404, body: { message: 'The file is not there any more.' } })
  expect((await app.inject('/ready')).json()).toEqual({ ready: true })
})

test('a file that loses its store while it is read is in the history, as refused', async () => {
  const { db, blobs } = context.context
  const real = blobs.read
  blobs.read = (hash) => {
    blobs.read = real
    // Another upload takes the store while this one has not begun to read.
    const stream = real(hash)
    stream.pause()
    void db
      .updateTable('leases')
      .set({ holder: 'someone' })
      .where('name', '=', 'import:S1')
      .execute()
      .then(() => stream.resume())
    return stream
  }
  expect(await upload('S1', one)).toMatchObject({ status: 409, body: { code: 'upload-in-progress' } })
  await releaseImport(db, 'S1', 'someone')
  const [row] = (await files()).filter((file) => file.store_code === 'S1')
  expect(row).toMatchObject({ error_count: 1, changed_count: 0, finished_at: expect.any(Date) as Date, blob: expect.any(String) as string })
})
