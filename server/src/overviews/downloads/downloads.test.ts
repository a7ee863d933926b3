import { mkdtempSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { downloadPrivileges } from '@endcap/contract/downloads'
import { privilegeKeys, type Privilege } from '@endcap/contract/privileges'
import type { ServerType } from '@endcap/contract/servers'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Context } from '../../platform/context.ts'
import { nothingTold, takeReport } from '../../chain/servers/servers.service.ts'
import { caller, seedAccount, seedStore, tagId } from '../../testing/seed.ts'
import { growth } from '../../testing/live-memory.ts'
import { readZip } from '../../testing/read-zip.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { claimDownload } from './downloads.queries.ts'
import { areaOf, later, sweepDownloads } from './downloads.service.ts'
import { createLogSources, type LogSources } from './log-sources.ts'
import { createDownloadWorker } from './worker.ts'

const { context, app, root, api } = await startTestApp()
let next = 0

async function newStore(more: object = {}) {
  const storeCode = `D${++next}`
  await seedStore(context.context, storeCode, more)
  return storeCode
}
/** A store with products that a spreadsheet would run, and tags of which some have none. */
async function filledStore() {
  const storeCode = await newStore()
  const names = ['=1+1', '+49 30', '-5 %', '@SUM(A1)', 'Milk, "fresh"', 'お茶\n500ml', '\tTab', '＝1']
  const productList = names.map((name, n) => ({ prCode: `00${n}`, prInfo: ['', name, '', String(100 + n)] }))
  expect((await api('POST', '/product', { storeCode, productList })).status).toBe(200)
  const tagList = names.map((_, n) => ({ tagMac: tagId(next * 1000 + n), prCode: `00${n}` }))
  await api('POST', '/tag/assign', { storeCode, tagList })
  await api('POST', '/tag/deassign', { storeCode, tagList: tagList.slice(0, 2).map(({ tagMac }) => ({ tagMac })) })
  await sql`update tags set status = 'NG', rssi = -62 where store_code = ${storeCode} and tag_mac = ${tagList[3]!.tagMac}`.execute(
    context.context.db,
  )
  return { storeCode, names, tagMacs: tagList.map((tag) => tag.tagMac) }
}

const workerOf = (holder = 'worker-1', sources: Partial<LogSources> = {}, host?: string, parts: Partial<Context> = {}) =>
  createDownloadWorker({
    context: { ...context.context, ...parts },
    holder,
    sources: createLogSources(context.context, sources),
    ...(host !== undefined && { host }),
  })
async function work(worker = workerOf()) {
  while (await worker.work());
}
const get = (link: unknown) => app.inject({ url: String(link) })
/** Starts, works and fetches a download. */
async function download(body: object, as = api) {
  const { status, body: started } = await as('POST', '/file/download', body)
  expect({ status, started }).toMatchObject({ status: 200 })
  await work()
  const task = (await as('POST', `/file/download/task/${String(started.taskId)}`)).body
  const file = await get(task.link)
  expect({ code: file.statusCode, task }).toMatchObject({ code: 200 })
  return { task, file, text: file.body, disposition: String(file.headers['content-disposition']) }
}
const rowsOf = (text: string) => parse<Record<string, string>>(text, { columns: true, bom: true, relax_quotes: false })

describe('POST /file/download', () => {
  test.each(downloadPrivileges.map((privilege, type) => ({ type, privilege })))(
    'type $type needs $privilege and no other',
    async ({ type, privilege }) => {
      const storeCode = await newStore()
      const filter = ['nobody', '02EC00009999', {}, '5A', {}, {}][type]
      const all = privilegeKeys.flatMap((key): Privilege[] => [`${key}.read`, `${key}.write`])
      const without = await seedAccount(context.context, {
        email: `without${type}@test.example`,
        stores: [storeCode],
        privileges: all.filter((one) => one !== privilege),
      })
      const only = await seedAccount(context.context, { email: `only${type}@test.example`, stores: [storeCode], privileges: [privilege] })
      expect((await caller(app, without)('POST', '/file/download', { type, storeCode, filter })).body).toMatchObject({ code: 'forbidden' })
      // Servers and gateways that do not exist are not found; the lists are made.
      expect((await caller(app, only)('POST', '/file/download', { type, storeCode, filter })).status).toBe(type < 2 ? 404 : 200)
    },
  )
  test.each([1, 2, 3, 4, 5, 6, 7])('type %i of another store is refused', async (type) => {
    const [own, foreign] = [await newStore(), await newStore()]
    const clerk = await seedAccount(context.context, {
      email: `clerk${type}@test.example`,
      stores: [own],
      privileges: [...downloadPrivileges],
    })
    const filter = type === 1 ? '02EC00009999' : type === 3 ? '5A' : {}
    const answer = await caller(app, clerk)('POST', '/file/download', { type, storeCode: foreign, filter })
    expect(answer).toMatchObject({ status: 403, body: { code: 'other-store' } })
  })
  test.each([
    ['an unknown type', { type: 8 }, ''],
    ['a tag list without tags', { type: 3, filter: '' }, 'must name a tag'],
    ['a tag list without tags by a field of the list', { type: 3, filter: { filter_status: 'OK' } }, 'must name a tag'],
    ['a broken pattern', { type: 5, filter: { filter_barcode: '([' } }, 'pattern'],
    ['a filter that the list does not have', { type: 4, filter: { filter_status: 'OK' } }, 'Unrecognized key'],
    ['a column that the list does not have', { type: 5, filter: { fields: [{ field: 'secret', heading: 'x' }] } }, 'no column secret'],
    ['a time zone that is none', { type: 2, filter: { timeZone: 'Mars/North' } }, 'time zone'],
    ['another format', { type: 2, filter: { format: 'exe' } }, 'format'],
  ])('refuses a request with %s', async (_, body, message) => {
    const answer = await api('POST', '/file/download', { storeCode: await newStore(), ...body })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(message)
  })
  test('a gateway that is offline is refused at once, one that cannot send its log fails by name', async () => {
    const storeCode = await newStore()
    const gwMac = '02EC0D000001'
    await context.context.db.insertInto('gateways').values({ store_code: storeCode, gw_mac: gwMac, shard: 1, secret_hash: 'x' }).execute()
    const start = () => api('POST', '/file/download', { type: 1, storeCode, filter: gwMac.match(/../g)?.join(':') })
    expect(await start()).toMatchObject({
      status: 409,
      body: { code: 'log-gateway-offline', message: 'Unable to log download from offline gateway.' },
    })
    await context.context.db.updateTable('gateways').set({ status: 'NORMAL' }).where('gw_mac', '=', gwMac).execute()
    const { taskId } = (await start()).body
    await work()
    expect((await api('POST', `/file/download/task/${String(taskId)}`)).body).toMatchObject({ code: 'log-unsupported' })
    // A domain that can ask gateways for their log brings it as a source.
    const again = (await start()).body.taskId
    const log = { name: 'gmp.log', modifiedAt: context.clock.now(), open: () => context.context.blobs.read(stored.hash) }
    const stored = await context.context.blobs.put(Buffer.from('started\n'))
    await work(workerOf('worker-1', { gateway: async () => [log] }))
    const { link } = (await api('POST', `/file/download/task/${String(again)}`)).body
    expect(
      readZip((await get(link)).rawPayload)
        .get('gmp.log')
        ?.toString(),
    ).toBe('started\n')
  })
  test('an account may have ten under way', async () => {
    const busy = await seedAccount(context.context, { email: 'busy@test.example', privileges: 'administrator' })
    const start = () => caller(app, busy)('POST', '/file/download', { type: 2 })
    for (let n = 0; n < 10; n++) expect((await start()).status).toBe(200)
    expect(await start()).toMatchObject({ status: 409, body: { code: 'too-many-downloads' } })
    await work()
    expect((await start()).status).toBe(200)
    await work()
  })
})

describe('the files', () => {
  test('5: all tags of a store, cell for cell what the list answers', async () => {
    const { storeCode } = await filledStore()
    const { text, disposition, file } = await download({ type: 5, storeCode })
    expect(text.startsWith('\uFEFFbarcode,')).toBe(true)
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(disposition).toMatch(new RegExp(`^attachment; filename="tags-${storeCode}-20261121-180000\\.csv"`))
    const list = (await api('POST', `/status/store/${storeCode}/tag/search`, { length: -1, order: { column: 'barcode', dir: 'asc' } })).body
      .data
    const rows = rowsOf(text)
    expect(rows.map((row) => [row.barcode, row.prCode, row.status, row.rssi, row.countByPrCode])).toEqual(
      list.map((tag) => [tag.barcode, tag.prCode ?? '', tag.status, `${(tag.rssi as number | null) ?? ''}`, String(tag.countByPrCode)]),
    )
    expect(rows.map((row) => row.rssi)).toContain('-62')
  })
  test('5: filters, the error tags of the specification, tags without a product', async () => {
    const { storeCode, tagMacs } = await filledStore()
    const barcodes = async (filter: object) => rowsOf((await download({ type: 5, storeCode, filter })).text).map((row) => row.barcode)
    expect(await barcodes({ filter_status: 'NG', condition_status: '==' })).toEqual([tagMacs[3]])
    expect(await barcodes({ filter_status: 'NG,UPDATE,DEASSIGN,MISSING,REQ_ONLY,REQ_ONLY2', condition_status: '==' })).toEqual([tagMacs[3]])
    expect(await barcodes({ noProduct: true })).toEqual(tagMacs.slice(0, 2))
    expect(await barcodes({ filter_barcode: `${tagMacs[4]},${tagMacs[5]}` })).toEqual([tagMacs[4], tagMacs[5]])
    expect(await barcodes({ filter_startDate: 4_000_000_000 })).toEqual([])
  })
  test('3: the tags that are named, of this store only, once each', async () => {
    const [{ storeCode, tagMacs }, other] = [await filledStore(), await filledStore()]
    const { text } = await download({ type: 3, storeCode, filter: `${tagMacs[2]},${other.tagMacs[2]}, ${tagMacs[1]},${tagMacs[2]}` })
    expect(rowsOf(text).map((row) => row.barcode)).toEqual([tagMacs[1], tagMacs[2]])
    const asList = await download({ type: 3, storeCode, filter: { barcode: tagMacs, filter_status: 'NG', condition_status: '==' } })
    expect(rowsOf(asList.text).map((row) => row.barcode)).toEqual([tagMacs[3]])
    const byFilter = await download({ type: 3, storeCode, filter: { filter_barcode: `${tagMacs[2]},${other.tagMacs[2]},${tagMacs[5]}` } })
    expect(rowsOf(byFilter.text).map((row) => row.barcode)).toEqual([tagMacs[2], tagMacs[5]])
  })
  test('4: products under the names of their aliases; what a spreadsheet would run is text', async () => {
    const { storeCode, names } = await filledStore()
    const { text } = await download({ type: 4, storeCode })
    const rows = rowsOf(text)
    expect(rows.map((row) => row.prCode)).toEqual(names.map((_, n) => `00${n}`))
    expect(rows.map((row) => row.NAME)).toEqual([
      "'=1+1",
      "'+49 30",
      "'-5 %",
      "'@SUM(A1)",
      'Milk, "fresh"',
      'お茶\n500ml',
      "'\tTab",
      "'＝1",
    ])
    expect(rows[2]).toMatchObject({ tagCount: '1', tagType: 'R290' })
  })
  test('4: as an Excel workbook: numbers, times and texts are such, formulas are none', async () => {
    const { storeCode, names } = await filledStore()
    const fields = [
      { field: 'prCode', heading: '商品コード' },
      { field: 'prInfo1', heading: '<Name>' },
      { field: 'tagCount', heading: 'Tags' },
      { field: 'updatedAt', heading: 'Updated' },
    ]
    const { file, disposition } = await download({ type: 4, storeCode, filter: { format: 'xlsx', fields, timeZone: 'Europe/Berlin' } })
    expect(disposition).toContain('.xlsx')
    const parts = readZip(file.rawPayload)
    expect([...parts.keys()].toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    const sheet = parts.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
    const rows = [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) => row)
    expect(rows).toHaveLength(names.length + 1)
    expect(rows[0]).toContain('商品コード')
    expect(rows[0]).toContain('&lt;Name&gt;')
    // Style 3 carries quotePrefix; there is no <f> anywhere.
    expect(rows[1]).toContain('<c t="inlineStr"><is><t xml:space="preserve">000</t></is></c>')
    expect(rows[1]).toContain('<c t="inlineStr" s="3"><is><t xml:space="preserve">=1+1</t></is></c>')
    expect(sheet).not.toContain('<f>')
    expect(parts.get('xl/styles.xml')?.toString()).toContain('<xf quotePrefix="1"/></cellXfs>')
    expect(rows[3]).toContain('<c><v>1</v></c>')
    // 2026-11-21 10:00:00 in Berlin, when it is 09:00 UTC.
    const days = Number(/<c s="2"><v>([\d.]+)<\/v><\/c>$/.exec(rows[1] ?? '')?.[1])
    expect(new Date(Math.round((days - 25_569) * 86_400) * 1000).toISOString()).toBe('2026-11-21T10:00:00.000Z')
  })
  test('times stand on the clock of the store, or on the one that is asked for', async () => {
    const { storeCode } = await filledStore()
    const time = async (filter: object) => rowsOf((await download({ type: 4, storeCode, filter })).text)[0]?.updatedAt
    expect(await time({})).toBe('2026-11-21 18:00:00')
    expect(await time({ timeZone: 'Europe/Berlin' })).toBe('2026-11-21 10:00:00')
  })
  test('2: the stores of the account, and no others', async () => {
    const [first, second, foreign] = [await newStore({ storeName: 'Ginza' }), await newStore(), await newStore()]
    const clerk = await seedAccount(context.context, {
      email: 'stores@test.example',
      stores: [first, second],
      privileges: ['store.read'],
    })
    const as = caller(app, clerk)
    const codes = async (body: object) => rowsOf((await download({ type: 2, ...body }, as)).text).map((row) => row.storeCode)
    expect(await codes({})).toEqual([first, second])
    expect(await codes({ storeCode: second })).toEqual([second])
    expect(await codes({ storeCode: '', filter: { filter_storeName: 'Ginza' } })).toEqual([first])
    expect(await codes({ filter: { filter_storeCode: `${first},${foreign}` } })).toEqual([first])
  })
  test('0: the log files of a server, packed as they are', async () => {
    const folder = mkdtempSync(join(context.context.config.dataFolder, 'log-'))
    writeFileSync(join(folder, 'server.log'), 'newest\n')
    writeFileSync(join(folder, 'server.1.log'), 'older\n'.repeat(100_000))
    await report('log-here', { logFolder: folder })
    const { file, disposition, task } = await download({ type: 0, filter: 'log-here' })
    expect(disposition).toContain('server-log-log-here-20261121-090000.zip')
    expect(task).toMatchObject({ rowsDone: 2 })
    const entries = readZip(file.rawPayload)
    expect([...entries].map(([name, content]) => [name, content.length])).toEqual([
      ['server.log', 7],
      ['server.1.log', 600_000],
    ])
  })
  test('50,000 tags in memory that does not grow with them', async () => {
    const storeCode = await newStore()
    await sql`insert into tags (store_code, tag_mac, barcode, tag_type, status, rssi, battery, updated_at)
      select ${storeCode}, m, m, 'B5', 'OK', -60, 3.05, ${context.clock.now()}::timestamptz
      from (select '5A3C9E00D' || lpad(to_hex(n), 7, '0') as m from generate_series(1, 50000) n) as ids`.execute(context.context.db)
    const { taskId } = (await api('POST', '/file/download', { type: 5, storeCode })).body
    const memory = growth(5)
    // Every answer of the database is a look: as many however quick the machine is.
    let answers = 0
    const watched = context.context.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        memory.look()
        answers++
        return result
      },
    })
    await work(workerOf('worker-1', {}, undefined, { db: watched }))
    const { link, rowsDone, size } = (await api('POST', `/file/download/task/${String(taskId)}`)).body
    expect({ rowsDone, often: answers > 50 }).toEqual({ rowsDone: 50_000, often: true })
    expect(Number(size)).toBeGreaterThan(4_500_000)
    expect(memory.megabytes()).toBeLessThan(12)
    expect((await get(link)).body.split('\r\n')).toHaveLength(50_002)
  })
})

describe('the task', () => {
  test('is asked for until it has finished; its link is good for one fetch', async () => {
    const storeCode = await newStore()
    const { taskId } = (await api('POST', '/file/download', { type: 4, storeCode })).body
    const ask = async () => (await api('POST', `/file/download/task/${String(taskId)}`)).body
    expect(await ask()).toMatchObject({ state: 'QUEUED', finishedAt: null, link: null })
    await work()
    const { link, ...task } = await ask()
    expect(task).toMatchObject({ state: 'DONE', finishedAt: expect.any(Number) })
    // Looking at the headers does not use it up.
    expect((await app.inject({ method: 'HEAD', url: String(link) })).statusCode).toBe(404)
    const first = await get(link)
    expect(first.statusCode).toBe(200)
    expect(first.headers['cache-control']).toBe('private, no-store')
    expect(await get(link)).toMatchObject({ statusCode: 403 })
    expect((await get(link)).json()).toMatchObject({ code: 'link-used' })
    // Each asking gives a new one.
    expect((await get((await ask()).link)).statusCode).toBe(200)
  })
  test('of two fetches at once, one gets the file', async () => {
    const { taskId } = (await api('POST', '/file/download', { type: 2 })).body
    await work()
    const { link } = (await api('POST', `/file/download/task/${String(taskId)}`)).body
    const codes = (await Promise.all([get(link), get(link), get(link)])).map((answer) => answer.statusCode)
    expect(codes.toSorted()).toEqual([200, 403, 403])
  })
  test('no link, a made-up one, one for another task, one that is a minute old: refused', async () => {
    const start = async () => (await api('POST', '/file/download', { type: 2 })).body.taskId
    const [mine, other] = [await start(), await start()]
    await work()
    const ask = async () => String((await api('POST', `/file/download/task/${String(mine)}`)).body.link)
    const link = await ask()
    for (const url of [
      `/api/file/download/task/${String(mine)}`,
      `/api/file/download/task/${String(mine)}?token=`,
      `/api/file/download/task/${String(mine)}?token=${'A'.repeat(43)}`,
      link.replace(String(mine), String(other)),
    ])
      expect((await get(url)).statusCode).toBe(403)
    // A session's headers are no link.
    expect((await app.inject({ url: `/api/file/download/task/${String(mine)}`, headers: root.headers })).statusCode).toBe(403)
    context.clock.advance(61)
    expect((await get(link)).statusCode).toBe(403)
    expect((await get(await ask())).statusCode).toBe(200)
  })
  test('is its creator’s alone, and its link ends with the session that got it', async () => {
    const storeCode = await newStore()
    const mine = await seedAccount(context.context, { email: 'mine@test.example', stores: [storeCode], privileges: ['product.read'] })
    const as = caller(app, mine)
    const { taskId } = (await as('POST', '/file/download', { type: 4, storeCode })).body
    await work()
    const url = `/file/download/task/${String(taskId)}`
    expect((await api('POST', url)).status).toBe(404)
    expect((await app.inject({ method: 'DELETE', url: `/api${url}`, headers: root.headers })).statusCode).toBe(404)
    const { link } = (await as('POST', url)).body
    await as('POST', '/auth/logout')
    expect((await get(link)).statusCode).toBe(403)
  })
  test('is no longer given out when the right to it is gone', async () => {
    const [lasting, lost] = [await newStore(), await newStore()]
    const clerk = await seedAccount(context.context, {
      email: 'moved@test.example',
      stores: [lasting, lost],
      privileges: ['product.read', 'store.read'],
    })
    const as = caller(app, clerk)
    const [products, stores] = [
      (await as('POST', '/file/download', { type: 4, storeCode: lost })).body.taskId,
      (await as('POST', '/file/download', { type: 2 })).body.taskId,
    ]
    await work()
    await context.context.db.deleteFrom('account_stores').where('email', '=', clerk.email).where('store_code', '=', lost).execute()
    for (const taskId of [products, stores])
      expect((await as('POST', `/file/download/task/${String(taskId)}`)).body).toMatchObject({ code: 'other-store' })
  })
  test('says how far it is while it is made, and stops when it is cancelled', async () => {
    const { taskId } = (await api('POST', '/file/download', { type: 0, filter: (await report('slow')).id })).body
    const url = `/file/download/task/${String(taskId)}`
    let stopped = false
    const begun = Promise.withResolvers<void>()
    const worker = workerOf('slow', { server: () => (begun.resolve(), new Promise(() => undefined)) })
    const working = worker.work().then(() => (stopped = true))
    await begun.promise
    expect((await api('POST', url)).body).toMatchObject({ state: 'RUNNING', finishedAt: null })
    const cancelled = await app.inject({ method: 'DELETE', url: `/api${url}`, headers: root.headers })
    expect(cancelled.json()).toMatchObject({ state: 'CANCELLED' })
    await expect.poll(() => stopped).toBe(true)
    await working
    expect((await api('POST', url)).body).toMatchObject({ code: 'download-cancelled' })
    expect(await alarmsOf(taskId)).toEqual([])
  })
  test('of a worker that was killed is taken over when its claim has run out', async () => {
    const { storeCode } = await filledStore()
    const { taskId } = (await api('POST', '/file/download', { type: 4, storeCode })).body
    const at = context.clock.now()
    const claimed = await claimDownload(context.context.db, { holder: 'killed', host: 'any', at, until: later(at, 30) })
    expect(claimed?.download_id).toBe(taskId)
    await work()
    expect((await api('POST', `/file/download/task/${String(taskId)}`)).body).toMatchObject({ state: 'RUNNING' })
    context.clock.advance(31)
    await work()
    const { link, rowsDone } = (await api('POST', `/file/download/task/${String(taskId)}`)).body
    expect(rowsDone).toBe(8)
    expect(rowsOf((await get(link)).body)).toHaveLength(8)
  })
  test('of a worker that stops in order goes on at once elsewhere', async () => {
    const { taskId } = (await api('POST', '/file/download', { type: 0, filter: (await report('handed-on')).id })).body
    const begun = Promise.withResolvers<void>()
    const worker = workerOf('stopping', { server: () => (begun.resolve(), new Promise(() => undefined)) })
    const working = worker.work()
    await begun.promise
    worker.halt()
    await working
    expect((await api('POST', `/file/download/task/${String(taskId)}`)).body).toMatchObject({ state: 'QUEUED' })
    await work(workerOf('other', { server: async () => [] }))
    expect((await api('POST', `/file/download/task/${String(taskId)}`)).body).toMatchObject({ state: 'DONE' })
  })
  test('that takes every worker with it fails in the end, with an alarm', async () => {
    const { taskId } = (await api('POST', '/file/download', { type: 2 })).body
    for (let time = 0; time < 3; time++) {
      const at = context.clock.now()
      await claimDownload(context.context.db, { holder: 'killed', host: 'any', at, until: later(at, 30) })
      context.clock.advance(31)
    }
    await work()
    expect((await api('POST', `/file/download/task/${String(taskId)}`)).body).toMatchObject({ code: 'download-failed' })
    expect(await alarmsOf(taskId)).toMatchObject([{ store_code: 'SYSTEM', type: 'FILE DOWNLOAD TASK FAILURE', class: 2 }])
  })
  test('that fails says why; a fault of ours is told without detail', async () => {
    const start = async (id: string) => (await api('POST', '/file/download', { type: 0, filter: { serverId: id } })).body.taskId
    const database = await start((await report('db:main', { type: 'database' })).id)
    await work()
    expect((await api('POST', `/file/download/task/${String(database)}`)).body).toMatchObject({ code: 'server-without-log' })
    expect(await alarmsOf(database)).toHaveLength(1)
    const fault = await start((await report('faulty')).id)
    await work(workerOf('worker-1', { server: () => Promise.reject(new Error('select secret from table')) }))
    const { body } = await api('POST', `/file/download/task/${String(fault)}`)
    expect(body).toMatchObject({ code: 'download-failed', message: 'The file could not be made because of a fault on the server.' })
  })
  test('that needs another machine waits for its workers, and fails when there is none', async () => {
    const { taskId } = (await api('POST', '/file/download', { type: 0, filter: (await report('far', { host: 'far-away' })).id })).body
    const state = async () => (await api('POST', `/file/download/task/${String(taskId)}`)).body
    await work()
    expect(await state()).toMatchObject({ state: 'QUEUED' })
    const { taskId: second } = (await api('POST', '/file/download', { type: 0, filter: 'far' })).body
    await workerOf('far', { server: async () => [] }, 'far-away').work()
    expect(await state()).toMatchObject({ state: 'DONE' })
    context.clock.advance(301)
    await work()
    expect((await api('POST', `/file/download/task/${String(second)}`)).body).toMatchObject({ code: 'log-on-other-host' })
  })
  test('is dropped with its file after a day', async () => {
    const { taskId } = (await api('POST', '/file/download', { type: 2 })).body
    await work()
    const url = `/file/download/task/${String(taskId)}`
    const row = () => context.context.db.selectFrom('downloads').select('blob').where('download_id', '=', String(taskId)).executeTakeFirst()
    const blob = (await row())?.blob ?? ''
    const area = context.context.blobs.area(areaOf(String(taskId)))
    await sweepDownloads(context.context)
    expect(await area.get(blob)).toBeDefined()
    // Eight hours at a time: the session lives on by its calls.
    for (let third = 0; third < 3; third++) {
      context.clock.advance(28_801)
      await api('GET', '/tag/type')
    }
    expect((await api('POST', url)).status).toBe(404)
    expect(await sweepDownloads(context.context)).toBeGreaterThan(0)
    expect(await area.get(blob)).toBeUndefined()
    expect(await row()).toBeUndefined()
  })
})

/** A server as it would report itself. */
async function report(
  id: string,
  { type = 'esl', host = hostname(), logFolder = null }: { type?: ServerType; host?: string; logFolder?: string | null } = {},
) {
  const networkInformation = { hostName: host, addresses: [], ports: [] }
  const details = { ...nothingTold, version: '1', serviceStatusList: [], networkInformation, logFolder }
  await takeReport(context.context, { id, type, name: id, reporter: 'test', state: null, startedAt: null, details })
  return { id }
}
const alarmsOf = (taskId: unknown) =>
  context.context.db.selectFrom('alarms').selectAll().where('subject', '=', String(taskId)).where('type', 'like', 'FILE%').execute()
