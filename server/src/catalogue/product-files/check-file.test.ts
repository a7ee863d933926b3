/** The dry run: it tells what the file then does, and changes nothing. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { FileCheck } from '@endcap/contract/product-files'
import { caller, seedAccount, seedDisplay, seedStore, sendFile, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { holdImport, releaseImport } from '../file-imports/file-imports.service.ts'

const { context, app, root, api } = await startTestEngine()
const { db } = context.context
const header = 'PRODUCT_CODE,NAME,PRICE'
let storeCode = ''
let next = 0

beforeEach(async () => {
  storeCode = `C${++next}`
  await seedStore(context.context, storeCode)
})

async function send(path: string, content: string, name = 'products.csv', headers = root.headers) {
  return sendFile<FileCheck & { message: string; code?: string }>(
    app,
    { headers },
    `/product/file${path}`,
    { name, content },
    { storeCode },
  )
}
const mac = (n: number) => tagId(next * 1000 + n)
/** Products 1 to 4 with a label each, and a fifth without. */
async function fill() {
  const rows = [1, 2, 3, 4, 5].map((n) => `${n},Milk ${n},${100 + n}`)
  expect((await send('', [header, ...rows].join('\n'))).status).toBe(200)
  const tagList = [1, 2, 3, 4].map((n) => ({ tagMac: mac(n), prCode: String(n) }))
  expect((await api('POST', '/tag/assign', { storeCode, tagList })).status).toBe(200)
}
async function state() {
  const rows = async (table: string) =>
    (await sql`select * from ${sql.table(table)} where store_code = ${storeCode} order by 1, 2`.execute(db)).rows
  const all = await Promise.all(['products', 'product_history', 'updates', 'tasks', 'files', 'staged_products', 'alarms'].map(rows))
  const leases = await sql`select 1 from leases where name like 'stage:%' or name like 'import:%'`.execute(db)
  return { all, leases: leases.rows.length }
}

test('tells what would be new, changed and as before, and which labels would change; the file then does just that', async () => {
  await fill()
  const file = `${header}\n1,Milk 1,101\n2,Milk 2,222\n3,Milk 3,333\n5,Milk 5,555\n6,Bread,1\n`
  const before = await state()
  const { status, body } = await send('/check', file)
  expect(status).toBe(200)
  expect(body).toMatchObject({ dataCount: 5, newCount: 1, changed: 3, unchanged: 1, error: [], errorCount: 0 })
  expect(body).toMatchObject({ tagCount: 2, checkedCount: 2, problemCount: 0, problems: [] })
  expect(await state()).toEqual(before)
  const applied = await send('', file)
  expect(applied.body).toMatchObject({ dataCount: 5, changed: body.newCount + body.changed, unchanged: 1, tagCount: body.tagCount })
})

test('names the labels that could not be shown: by tag, product and reason, a hundred of them', async () => {
  await fill()
  const file = `${header}\n1,Milk \u{1f95b},111\n2,Milk 2,987654321098765\n3,Milk 3,333\n`
  const { body } = await send('/check', file)
  expect(body).toMatchObject({ tagCount: 3, checkedCount: 3, problemCount: 2 })
  expect(body.problems.map(({ tagMac, prCode, reason }) => [tagMac, prCode, reason])).toEqual([
    [mac(1), '1', 'render-missing-glyph'],
    [mac(2), '2', 'render-overflow'],
  ])
  expect(body.problems[0]?.detail).toMatch(/U\+1F95B|🥛/)
})

test('names the products that displays would leave out, among those that the file changes', async () => {
  await fill()
  const mac = `02:ec:d9:00:00:${next.toString(16).padStart(2, '0')}`
  await seedDisplay(context.context, { mac, storeCode, name: 'Window' }, { status: 'OFFLINE' })
  await api('POST', '/plus/assign', { storeCode, devList: [{ mac, product: ['1', '2', '5'] }] })
  const found = (await send('/check', `${header}\n1,Milk 1,\n2,Milk 2,222\n3,,333\n`)).body
  const leftOut = [{ mac, name: 'Window', prCode: '1', reason: 'no-price' }]
  expect(found).toMatchObject({ displayCount: 1, checkedDisplayCount: 1, leftOutCount: 1, leftOut })
  // What is left out already and stays as it is, is no news.
  await send('', `${header}\n1,Milk 1,\n`)
  expect((await send('/check', `${header}\n1,Milk 1,\n2,Milk 2,223\n`)).body).toMatchObject({
    displayCount: 1,
    leftOutCount: 0,
    leftOut: [],
  })
  expect((await send('/check', `${header}\n3,Milk 3,1\n`)).body).toMatchObject({ displayCount: 0, checkedDisplayCount: 0, leftOutCount: 0 })
})

test('a family’s label is tried with all its products, the changed and the others', async () => {
  await fill()
  const body = { storeCode, tagList: [{ tagMac: mac(9), prCodeList: ['4', '5'], nfc: '', layoutId: 'MULTI' }] }
  const assigned = await api('POST', '/tag/assign/multiple', body)
  expect({ assigned }).toMatchObject({ assigned: { status: 200 } })
  const found = (await send('/check', `${header}\n5,Milk \u{1f95b},105\n`)).body
  expect(found).toMatchObject({ changed: 1, tagCount: 1, checkedCount: 1, problemCount: 1 })
  expect(found.problems[0]).toMatchObject({ tagMac: mac(9), prCode: '4', reason: 'render-missing-glyph' })
})

test('counts good rows beside bad ones, and names the bad ones by their lines', async () => {
  await fill()
  const { status, body } = await send('/check', `${header}\n1,Milk 1,999\n2,Milk 2,cheap\n7,Tea\n8,Salt,5\n`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ dataCount: 4, newCount: 1, changed: 1, unchanged: 0, errorCount: 2, tagCount: 1 })
  expect(body.error).toEqual(['line 3 has "cheap" for PRICE, which must be a number', 'line 4 has 2 columns instead of 3'])
})

test('what cannot be read at all is told as an error of the file', async () => {
  await fill()
  expect((await send('/check', `${header}\n1,"Milk,1\n`)).body).toMatchObject({ changed: 0, errorCount: 1 })
  expect((await send('/check', 'NAME,PRICE\nMilk,1\n')).body.error[0]).toContain('does not name PRODUCT_CODE')
  expect(await send('/check', header, 'products.xlsx')).toMatchObject({ status: 400, body: { message: 'Invalid file format' } })
})

test('a check holds up no import and is held up by none: an import of the store goes on', async () => {
  await fill()
  await holdImport(db, storeCode, 'someone', 60)
  expect((await send('/check', `${header}\n1,Milk 1,999\n`)).body).toMatchObject({ changed: 1 })
  await releaseImport(db, storeCode, 'someone')
  const [check, applied] = await Promise.all([send('/check', `${header}\n1,Milk 1,998\n`), send('', `${header}\n2,Milk 2,998\n`)])
  expect([check.body.changed, applied.body.changed]).toEqual([1, 1])
})

test('tells how long the labels will take at the rate of the last tasks, behind what is still open', async () => {
  await fill()
  const file = `${header}\n1,Milk 1,901\n2,Milk 2,902\n`
  expect((await send('/check', file)).body.expectedSeconds).toBeNull()
  const at = context.clock.now()
  // 100 labels in 50 s; four assignments are still open.
  const task = { store_code: storeCode, task_id: '9000000', task_type: 'UPDATE', total: 100, shown: 100, created_by: randomUUID() }
  await db
    .insertInto('tasks')
    .values({ ...task, start_time: new Date(at.getTime() - 60_000), end_time: new Date(at.getTime() - 10_000) } as never)
    .execute()
  expect((await send('/check', file)).body.expectedSeconds).toBe((2 + 4) / 2)
})

test('needs the privilege, and a store of one’s own', async () => {
  const reader = await seedAccount(context.context, { email: `r${next}@test.example`, stores: [storeCode], privileges: ['product.read'] })
  expect((await send('/check', header, 'p.csv', reader.headers)).status).toBe(403)
  const other = await seedAccount(context.context, { email: `o${next}@test.example`, stores: [], privileges: ['product.write'] })
  expect((await send('/check', header, 'p.csv', other.headers)).status).toBe(403)
  expect((await caller(app, other)('POST', '/product/file/check')).status).toBe(400)
})
