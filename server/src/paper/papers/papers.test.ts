/** Paper labels: files become tasks, documents reach the printer once, and what becomes of them stands with each row. */
import { printResults } from '@endcap/contract/papers'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'
import { caller, seedAccount, seedStore, sendFile } from '../../testing/seed.ts'
import { getSetting, setSetting } from '../../settings/settings.service.ts'
import { startTestPrinter, type TestPrinter } from '../../testing/test-printer.ts'
import { createDrawer } from './draw.ts'
import { operations } from './ipp/codec.ts'
import { dropOldPapers } from './papers.service.ts'
import { createPrintWorker } from './print-worker.ts'

const { context: own, app, root, api } = await startTestApp()
const { context, clock } = own
const drawer = createDrawer(context)
const printers: TestPrinter[] = []
afterAll(async () => {
  await drawer.stop()
  for (const printer of printers) await printer.close()
})

let printer: TestPrinter
let storeCode: string
let stores = 0
beforeEach(async () => {
  printer = await startTestPrinter()
  printers.push(printer)
  const [host = '', port] = printer.address.split(':')
  context.config.printers = [{ host, port: Number(port) }]
  storeCode = `P${++stores}`
  await seedStore(context, storeCode)
})

const worker = (holder = 'worker') =>
  createPrintWorker({ context, holder, draw: drawer.draw, limits: { connectMs: 500, totalMs: 1500, answerBytes: 100_000 } })
/** Lets workers go on until nothing is due. */
async function work(one = worker()) {
  while (await one.work());
}
/** The same over this time. */
async function workFor(seconds: number, one = worker()) {
  for (let passed = 0; passed < seconds; passed++) {
    await work(one)
    clock.advance(1)
  }
  await work(one)
}

const head = 'PRODUCT_CODE,NAME,PRICE,PRINTER_IP,LAYOUT'
const line = (code: string, { layout = '105', address = printer.address, price = '238' } = {}) =>
  `${code},Milk ${code},${price},${address},${layout}`
async function upload(content: string, fields: Record<string, string> = {}, name = 'week 47.csv') {
  return sendFile<Record<string, unknown> & { taskId: string; historyId: string; error?: string[] }>(
    app,
    root,
    '/paper/file',
    { name, content },
    { storeCode, ...fields },
  )
}
const uploaded = async (...lines: string[]) => {
  const { status, body } = await upload([head, ...lines].join('\n'))
  expect(status).toBe(200)
  return body.taskId
}
interface Row {
  line: number
  state: string
  resultCode: number | null
  resultMsg: string
  printedTime: number | null
}
async function task(taskId: string) {
  const { body } = await api('GET', `/paper/task/${taskId}/store/${storeCode}`)
  return body as unknown as { total: number; complete: number; failed: number; progress: number; taskDes: string; data: Row[] }
}
const rows = async (taskId: string) => (await task(taskId)).data
const store = async () => {
  const { body } = await api('GET', '/status/store/paper')
  return (body as unknown as { storeList: Record<string, unknown>[] }).storeList.find((one) => one.storeCode === storeCode)
}

describe('POST /paper/file', () => {
  test('a file becomes a task; its labels go out as one document for each printer and layout, and are told as printed when they are', async () => {
    const { status, body } = await upload([head, line('1'), line('2'), line('3', { layout: 'A4' })].join('\n'), { taskDes: 'Fresh food' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ dataCount: 3 })
    expect(await task(body.taskId)).toMatchObject({ taskDes: 'Fresh food', total: 3, complete: 0, failed: 0, progress: 0 })
    expect((await rows(body.taskId)).map(({ state }) => state)).toEqual(['NONE', 'NONE', 'NONE'])
    expect(await store()).toMatchObject({ totalTaskCount: 1, totalCompleteCount: 0, todayTaskCount: 1, todayCompleteCount: 0 })
    await workFor(3)
    expect(printer.jobs).toHaveLength(2)
    for (const { document, attributes } of printer.jobs) {
      expect(document.subarray(0, 8).toString()).toBe('%PDF-1.7')
      expect(attributes).toMatchObject({
        'document-format': 'application/pdf',
        media: 'iso_a4_210x297mm',
        'requesting-user-name': 'endcap',
      })
    }
    expect(await task(body.taskId)).toMatchObject({ complete: 3, failed: 0, progress: 100 })
    for (const row of await rows(body.taskId))
      expect(row).toMatchObject({ state: 'SUCCESS', resultCode: 1, printedTime: expect.any(Number) as number })
    expect(await store()).toMatchObject({
      totalTaskCount: 1,
      totalCompleteCount: 1,
      todayTaskCount: 1,
      todayCompleteCount: 1,
      status: 'NORMAL',
    })
  })

  test.each<[string, () => string, string]>([
    ['a line without a product code', () => line(''), 'line 2 has no product code'],
    [
      'a layout that there is not',
      () => line('1', { layout: 'B5' }),
      'line 2 names the paper layout "B5", which does not exist; there are A4, A6, 105, 107',
    ],
    ['a price that is no number', () => line('1', { price: 'dear' }), 'line 2 has "dear" for PRICE, which must be a number'],
    [
      'an address that is none',
      () => line('1', { address: 'http://10.0.0.1' }),
      'line 2 has "http://10.0.0.1" as printer, which is no address',
    ],
    [
      'a printer outside of private networks',
      () => line('1', { address: '8.8.8.8' }),
      'line 2 names the printer 8.8.8.8, which is in no private network and is not listed',
    ],
    [
      'another service of a machine',
      () => line('1', { address: '10.0.0.1:22' }),
      'line 2 names the printer 10.0.0.1:22, which is at port 22; only port 631 and listed printers may be addressed',
    ],
    ['no printer', () => line('1', { address: '' }), 'line 2 names no printer'],
  ])('%s refuses the whole file, and names the line', async (_, wrong, message) => {
    const { status, body } = await upload([head, wrong(), line('2')].join('\n'))
    expect(status).toBe(400)
    expect(body.error).toEqual([message])
    expect(await store()).toMatchObject({ totalTaskCount: 0 })
    const history = await api('POST', '/paper/file/upload/history/search', { filter_storeCode: storeCode })
    expect(history.body.data[0]).toMatchObject({
      fileName: 'week 47.csv',
      fileType: 'paper',
      error: [message],
      errorCount: 1,
      reasons: [{ text: message }],
    })
    await work()
    expect(printer.calls).toEqual([])
  })

  test('a header without the columns that there must be is told', async () => {
    expect((await upload('PRODUCT_CODE,NAME\n1,Milk')).body.error).toEqual([
      'The first line must name the columns; missing: PRINTER_IP, LAYOUT',
    ])
    expect((await upload('PRODUCT_CODE,PRINTER_IP,LAYOUT,COLOUR\n1,10.0.0.1,A4,red')).body.error).toEqual([
      'The header names columns that are no aliases: "COLOUR"',
    ])
    expect((await upload('x', {}, 'labels.pdf')).body.message).toBe('Invalid file format')
  })

  test('what the file leaves out comes from the product; a code alone must be known', async () => {
    await api('POST', '/product', {
      storeCode,
      productList: [{ prCode: '77', prInfo: ['77', 'Rice', '', '2480'], layoutId: null, nfc: null }],
    })
    const file = (...codes: string[]) =>
      ['PRODUCT_CODE,PRINTER_IP,LAYOUT,COPIES', ...codes.map((code) => `${code},${printer.address},107,2`)].join('\n')
    expect((await upload(file('77', '78'))).body.error).toEqual(['line 3 names the product 78, which the store does not have'])
    const { body } = await upload(file('77'))
    expect((await rows(body.taskId))[0]).toMatchObject({ prInfo: expect.arrayContaining(['Rice', '2480']) as string[], copies: 2 })
    const detail = await api('GET', `/paper/file/upload/history/detail/${body.historyId}`)
    expect(detail.body).toMatchObject({
      fileName: 'week 47.csv',
      fileType: 'paper',
      taskId: body.taskId,
      data: [{ line: 2, prCode: '77', layout: '107' }],
    })
  })
})

describe('printing', () => {
  test('a document that was accepted and whose answer was lost is looked for by its name, and not sent again', async () => {
    const taskId = await uploaded(line('1'))
    printer.settings.loseAnswers.add(operations.printJob)
    await work()
    expect(printer.jobs).toHaveLength(1)
    expect((await rows(taskId))[0]?.state).toBe('NONE')
    printer.settings.loseAnswers.clear()
    await workFor(10)
    expect(printer.jobs).toHaveLength(1)
    expect((await rows(taskId))[0]).toMatchObject({ state: 'SUCCESS' })
  })

  test('a process that died while it sent is replaced: the document is asked for, sent if it is not there, and printed once', async () => {
    const died = await uploaded(line('1'))
    const arrived = await uploaded(line('2'))
    // As a process leaves it that is killed right before and right after the document went out.
    const jobs = await context.db.selectFrom('paper_jobs').selectAll().where('store_code', '=', storeCode).orderBy('job_id').execute()
    const uri = `ipp://${printer.address}/ipp/print`
    for (const job of jobs)
      await context.db
        .updateTable('paper_jobs')
        .set({ state: 'SENDING', printer_uri: uri, claimed_by: 'dead', claimed_until: new Date(clock.now().getTime() + 40_000) })
        .where('job_id', '=', job.job_id)
        .execute()
    const [, second] = jobs
    printer.jobs.push({
      id: 1,
      name: `Endcap ${storeCode} ${arrived}-${second?.job_id} ${second?.token}`,
      state: 9,
      message: '',
      sheets: 1,
      document: Buffer.alloc(0),
      attributes: {},
    })
    await work()
    expect(printer.calls).toEqual([])
    clock.advance(41)
    await workFor(10)
    expect(printer.jobs).toHaveLength(2)
    expect((await rows(died))[0]?.state).toBe('SUCCESS')
    expect((await rows(arrived))[0]?.state).toBe('SUCCESS')
  })

  test('several workers at once send each document once', async () => {
    const tasks = await Promise.all(['1', '2', '3'].map((code) => uploaded(line(code), line(`${code}0`, { layout: 'A6' }))))
    await Promise.all(['a', 'b', 'c', 'd'].map((holder) => workFor(8, worker(holder))))
    await workFor(5)
    expect(printer.jobs).toHaveLength(6)
    expect(new Set(printer.jobs.map((job) => job.name)).size).toBe(6)
    for (const taskId of tasks) expect(await task(taskId)).toMatchObject({ complete: 2 })
  })

  test('a printer that is away is tried again, and then the reason is told', async () => {
    const taskId = await uploaded(line('1'))
    printer.settings.away = true
    await workFor(30)
    expect((await rows(taskId))[0]).toMatchObject({ state: 'NONE' })
    expect(await store()).toMatchObject({ status: 'OFFLINE' })
    await workFor(20)
    expect((await rows(taskId))[0]).toMatchObject({ state: 'FAIL', resultCode: printResults.unreachable })
    expect(await task(taskId)).toMatchObject({ failed: 1, progress: 0 })
  })

  test('one that comes back in time prints', async () => {
    const taskId = await uploaded(line('1'))
    printer.settings.away = true
    await workFor(3)
    printer.settings.away = false
    await workFor(45)
    expect((await rows(taskId))[0]).toMatchObject({ state: 'SUCCESS' })
    expect(await store()).toMatchObject({ status: 'NORMAL' })
  })

  test('out of paper: the row waits and says so, the printer is waited for ten minutes, then the job is taken back', async () => {
    const taskId = await uploaded(line('1'))
    Object.assign(printer.settings, { begin: 5, reasons: ['media-empty-error'] })
    await workFor(5)
    expect((await rows(taskId))[0]).toMatchObject({ state: 'NONE', resultMsg: 'media-empty' })
    expect(await store()).toMatchObject({ status: 'ALARM' })
    clock.advance(590)
    await workFor(15)
    expect((await rows(taskId))[0]).toMatchObject({ state: 'FAIL', resultCode: printResults.attention })
    expect(printer.jobs[0]?.state).toBe(7)
  })

  test('with new paper it goes on: a printer that waits for a person is asked every five seconds', async () => {
    const taskId = await uploaded(line('1'))
    Object.assign(printer.settings, { begin: 5, reasons: ['media-empty-error'] })
    await workFor(3)
    printer.settings.reasons = ['none']
    await workFor(2)
    expect((await rows(taskId))[0]).toMatchObject({ state: 'NONE', resultMsg: 'media-empty' })
    await workFor(3)
    expect((await rows(taskId))[0]).toMatchObject({ state: 'NONE', resultMsg: '' })
    printer.jobs[0]!.state = 9
    await workFor(3)
    expect((await rows(taskId))[0]).toMatchObject({ state: 'SUCCESS' })
    expect(printer.jobs).toHaveLength(1)
  })

  test.each<[string, number, Partial<TestPrinter['settings']> | (() => void), RegExp]>([
    ['gives the job up', printResults.aborted, { begin: 8 }, /gave the job up/],
    ['has the job cancelled', printResults.cancelled, { begin: 7 }, /cancelled at the printer/],
    ['takes no PDF', printResults.unsupported, { formats: ['image/urf'] }, /neither PDF nor PWG raster/],
    ['has no such paper', printResults.unsupported, { media: ['na_letter_8.5x11in'] }, /no paper iso_a4_210x297mm/],
    ['refuses the job', printResults.refused, { refuse: new Map([[operations.printJob, 0x0401]]) }, /told to refuse/],
    ['finds the job unfit', printResults.unsupported, { refuse: new Map([[operations.validateJob, 0x040b]]) }, /told to refuse/],
    ['stays busy', printResults.refused, { refuse: new Map([[operations.printJob, 0x0507]]) }, /told to refuse/],
    ['takes no jobs', printResults.refused, { accepting: false }, /takes no jobs/],
    ['has no such queue', printResults.refused, { path: '/elsewhere' }, /no such queue/],
  ])('a printer that %s: its words stand with the row', async (_, code, settings, words) => {
    const taskId = await uploaded(line('1'))
    Object.assign(printer.settings, settings)
    await workFor(50)
    expect((await rows(taskId))[0]).toMatchObject({ state: 'FAIL', resultCode: code, resultMsg: expect.stringMatching(words) as string })
  })

  test('a label that cannot be drawn right fails by itself; the others are printed', async () => {
    const taskId = await uploaded(line('1'), `2,\u{1F9FF},1,${printer.address},105`, line('3'))
    await workFor(3)
    const [first, second, third] = await rows(taskId)
    expect([first?.state, third?.state]).toEqual(['SUCCESS', 'SUCCESS'])
    expect(second).toMatchObject({ state: 'FAIL', resultCode: printResults.notDrawn })
    expect(await task(taskId)).toMatchObject({ complete: 2, failed: 1, progress: 66 })
    expect(await store()).toMatchObject({ status: 'ALARM', totalCompleteCount: 0 })
  })

  test('a label without its price or name is not printed; a blank cell of a product that the store has is the product’s', async () => {
    await api('POST', '/product', { storeCode, productList: [{ prCode: 'known', prInfo: ['', 'Tea', '', '298'] }] })
    const to = `${printer.address},105`
    const taskId = await uploaded(line('1'), `2,Milk,,${to}`, `3,\u3000,1,${to}`, `known,,,${to}`)
    await workFor(3)
    const [first, second, third, known] = await rows(taskId)
    expect([first?.state, known?.state]).toEqual(['SUCCESS', 'SUCCESS'])
    expect(second).toMatchObject({ state: 'FAIL', resultCode: printResults.noPrice, resultMsg: expect.stringContaining('PRICE') as string })
    expect(third).toMatchObject({ state: 'FAIL', resultCode: printResults.noName, resultMsg: expect.stringContaining('NAME') as string })
  })

  test('the queue named by the file is tried before the usual path', async () => {
    printer.settings.path = '/printers/fresh%20food'
    const { body } = await upload(`${head},PRINTER_NAME\n${line('1')},fresh food`)
    await workFor(3)
    expect((await rows(body.taskId))[0]).toMatchObject({ state: 'SUCCESS' })
  })
})

describe('POST /paper/task/print', () => {
  test('failed rows are printed again, and only they', async () => {
    const taskId = await uploaded(line('1'), line('2', { layout: 'A4' }))
    printer.settings.begin = 8
    await workFor(3)
    expect(await task(taskId)).toMatchObject({ complete: 0, failed: 2 })
    printer.settings.begin = 9
    const again = await api('POST', '/paper/task/print', { storeCode, taskId, lineList: [2] })
    expect(again).toMatchObject({ status: 200, body: { rows: 1 } })
    await workFor(3)
    expect(await task(taskId)).toMatchObject({ complete: 1, failed: 1 })
    expect(await api('POST', '/paper/task/print/fail', { storeCode, taskId })).toMatchObject({ status: 200, body: { rows: 1 } })
    await workFor(3)
    expect(await task(taskId)).toMatchObject({ complete: 2, failed: 0, progress: 100 })
    expect(printer.jobs).toHaveLength(4)
    expect(await store()).toMatchObject({ totalTaskCount: 1, totalCompleteCount: 1 })
    expect(await api('POST', '/paper/task/print/fail', { storeCode, taskId })).toMatchObject({
      status: 409,
      body: { code: 'nothing-to-print', message: 'There are no products to print.' },
    })
  })

  test('all of a task is printed again; rows under way are not sent twice', async () => {
    const taskId = await uploaded(line('1'), line('2'))
    expect((await api('POST', '/paper/task/print', { storeCode, taskId })).status).toBe(409)
    await workFor(3)
    expect((await api('POST', '/paper/task/print', { storeCode, taskId })).body).toMatchObject({ rows: 2 })
    expect((await api('POST', '/paper/task/print', { storeCode, taskId })).status).toBe(409)
    await workFor(3)
    expect(printer.jobs).toHaveLength(2)
    expect((await api('POST', '/paper/task/print', { storeCode, taskId: '999999' })).status).toBe(404)
  })
})

test('lists are filtered and paged; the label of a row is drawn as it is printed', async () => {
  const taskId = await uploaded(line('1'), line('2', { layout: 'A4' }), line('3'))
  const found = await api('POST', `/paper/task/${taskId}/store/${storeCode}/search`, {
    filter_layout: '105',
    filter_state: 'NONE',
    length: 1,
  })
  expect(found.body).toMatchObject({ recordsTotal: 3, recordsFiltered: 2, data: [{ prCode: '1', printerIp: printer.address }] })
  const tasks = await api('POST', `/paper/task/store/${storeCode}/search`, { filter_taskDes: 'week' })
  expect(tasks.body).toMatchObject({ recordsFiltered: 1, data: [{ _id: taskId, taskDes: 'week 47', total: 3, createdBy: root.email }] })
  const overview = await api('POST', '/status/store/pagination/paper', { filter_storeCode: storeCode })
  expect(overview.body.data).toMatchObject([{ storeCode, totalTaskCount: 1, status: 'NORMAL' }])
  const { body } = await api('GET', `/paper/task/${taskId}/store/${storeCode}/row/2/preview`)
  expect(Buffer.from(String(body.encodedImage), 'base64').subarray(1, 4).toString()).toBe('PNG')
  const names = await api('GET', '/paper/layout/name')
  expect(names.body).toMatchObject({
    layoutList: [
      { name: 'A4', perPage: 1 },
      { name: 'A6', perPage: 4 },
      { name: '105', perPage: 10 },
      { name: '107', perPage: 20 },
    ],
  })
})

test('paper files are not among product files, and need the privilege for papers', async () => {
  const taskId = await uploaded(line('1'))
  const products = await api('POST', '/product/file/upload/history/search', { filter_storeCode: storeCode })
  expect(products.body.recordsTotal).toBe(0)
  const reader = caller(
    app,
    await seedAccount(context, { email: `reader-${stores}@test.example`, stores: [storeCode], privileges: ['paper.read'] }),
  )
  expect((await reader('GET', `/paper/task/${taskId}/store/${storeCode}`)).status).toBe(200)
  expect((await reader('POST', '/paper/task/print', { storeCode, taskId })).status).toBe(403)
})

test('paper tasks are forgotten after ninety days, and are counted no more', async () => {
  const old = await uploaded(line('1'))
  await workFor(3)
  const recent = await uploaded(line('2'))
  for (const [taskId, days] of [
    [old, 91],
    [recent, 89],
  ] as const)
    await context.db
      .updateTable('paper_tasks')
      .set({ created_at: new Date(clock.now().getTime() - days * 86_400_000) })
      .where('task_id', '=', taskId)
      .execute()
  await dropOldPapers(context)
  expect((await api('GET', `/paper/task/${old}/store/${storeCode}`)).status).toBe(404)
  expect((await api('GET', `/paper/task/${recent}/store/${storeCode}`)).status).toBe(200)
  expect(await store()).toMatchObject({ totalTaskCount: 1, totalCompleteCount: 0 })
})

test('they are forgotten earlier where update histories are kept for fewer days, and not later where for more', async () => {
  const keep = (days: number) =>
    context.db
      .transaction()
      .execute(async (tx) => setSetting(tx, 'server', { ...(await getSetting(tx, 'server')), updateHistoryRetentionDays: days }))
  const aged = async (days: number) => {
    const taskId = await uploaded(line('1'))
    await context.db
      .updateTable('paper_tasks')
      .set({ created_at: new Date(clock.now().getTime() - days * 86_400_000) })
      .where('task_id', '=', taskId)
      .execute()
    return taskId
  }
  const isThere = async (taskId: string) => (await api('GET', `/paper/task/${taskId}/store/${storeCode}`)).status === 200
  const [of91, of31, of29] = [await aged(91), await aged(31), await aged(29)]
  try {
    await keep(1000)
    await dropOldPapers(context)
    expect([await isThere(of91), await isThere(of31), await isThere(of29)]).toEqual([false, true, true])
    await keep(30)
    await dropOldPapers(context)
    expect([await isThere(of31), await isThere(of29)]).toEqual([false, true])
  } finally {
    await keep(365)
  }
})
