/** Files and edits on their way in while other servers die and start. */
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { applyStaged, stageRows } from '../products/products.service.ts'
import { startJobs } from '../../platform/jobs/start-jobs.ts'
import { seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { productFileJobs } from './product-files.jobs.ts'
import { clearDeadImports, diedReading, holdImport, insertFile } from '../file-imports/file-imports.service.ts'

const { context } = await startTestApp()
const { db, clock } = context.context
const ends: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(ends.map((end) => end())))

const row = { line: 0, prCode: '1', prInfo: ['1', 'Milk', '', '198'], layoutId: null, nfc: null }

test('a file whose server died is told of by another one that runs on', async () => {
  await seedStore(context.context, 'DEAD')
  const jobs = startJobs(context.context, productFileJobs, { holder: 'survivor' })
  ends.push(jobs.stop)
  const file = {
    fileId: '900001',
    storeCode: 'DEAD',
    fileName: 'prices.csv',
    fileType: 'product' as const,
    source: 'somebody',
    blob: 'none',
  }
  await holdImport(db, 'DEAD', 'the dead one', 1)
  await insertFile(db, { ...file, at: clock.now() })
  await stageRows(db, 'DEAD', file.fileId, [row])
  await vi.waitFor(
    async () => {
      const found = await db.selectFrom('files').selectAll().where('file_id', '=', file.fileId).executeTakeFirst()
      expect(found).toMatchObject({ errors: [diedReading], error_count: 1 })
      expect(found?.finished_at).not.toBeNull()
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(await db.selectFrom('staged_products').select('line').where('store_code', '=', 'DEAD').execute()).toEqual([])
})

test('an edit loses nothing when dead imports are cleared meanwhile', async () => {
  await seedStore(context.context, 'EDIT')
  const applied = await applyStaged(context.context, { storeCode: 'EDIT', kind: 'EDIT', changedBy: 'somebody' }, async (fileId) => {
    const staged = await stageRows(db, 'EDIT', fileId, [row])
    await clearDeadImports(db, clock.now())
    return staged
  })
  expect(applied.changed).toBe(1)
  expect(await db.selectFrom('leases').select('name').where('name', 'like', 'stage:%').execute()).toEqual([])
})

test('an edit whose stage a crash of the database took is refused, not passed over', async () => {
  await seedStore(context.context, 'CRASH')
  const edit = applyStaged(context.context, { storeCode: 'CRASH', kind: 'EDIT', changedBy: 'somebody' }, async (fileId) => {
    const staged = await stageRows(db, 'CRASH', fileId, [row])
    // What a crash of the database leaves of a table that is not logged.
    await sql`truncate staged_products`.execute(db)
    return staged
  })
  await expect(edit).rejects.toMatchObject({ status: 503 })
})
