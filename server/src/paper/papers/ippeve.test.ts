/** Paper labels with a printer that others wrote: CUPS' ippeveprinter receives what we send. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { printResults } from '@endcap/contract/papers'
import { ippeveMissing, startIppeve, type IppevePrinter } from '../../testing/ippeve.ts'
import { seedStore, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createDrawer } from './draw.ts'
import { createPrintWorker } from './print-worker.ts'

const { context: own, app, root, api } = await startTestApp()
const { context, clock } = own
const drawer = createDrawer(context)
let printer: IppevePrinter

/** Its services are the machine's: one file at a time may start them, and one database is enough. */
const skipReason = inject('testDatabase').kind === 'embedded' ? undefined : 'shown on the embedded database'
const missing = process.env.ENDCAP_REQUIRE_ALL === undefined ? ippeveMissing : undefined
const reason = skipReason ?? missing
beforeAll(async () => {
  if (reason !== undefined) return
  if (ippeveMissing !== undefined) throw new Error(ippeveMissing)
  printer = await startIppeve()
  context.config.printers = [{ host: 'localhost', port: printer.port }]
  await seedStore(context, 'S1')
})
afterAll(async () => {
  await drawer.stop()
  await printer?.stop()
})

async function upload(code: string, address = `localhost:${printer.port}`): Promise<string> {
  const content = `PRODUCT_CODE,NAME,PRICE,PRINTER_IP,LAYOUT\n${code},Milk,238,${address},105\n${code}0,Rice,2480,${address},105`
  const answer = await sendFile<{ taskId: string }>(app, root, '/paper/file', { name: 'week.csv', content }, { storeCode: 'S1' })
  expect(answer.status).toBe(200)
  return answer.body.taskId
}
const rows = async (taskId: string) => {
  const { body } = await api('GET', `/paper/task/${taskId}/store/S1`)
  return body.data as { state: string; resultCode: number | null; resultMsg: string }[]
}
/** Works on until the first row is as it should be; the printer has its own time, so each turn also waits a moment. */
async function workUntil(taskId: string, is: (row: Awaited<ReturnType<typeof rows>>[number]) => boolean): Promise<void> {
  const worker = createPrintWorker({ context, holder: 'worker', draw: drawer.draw })
  for (let turn = 0; turn < 100; turn++) {
    while (await worker.work());
    const [row] = await rows(taskId)
    if (row !== undefined && is(row)) return
    clock.advance(1)
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  expect(await rows(taskId)).toBe('as it should be')
}
const isPrinted = ({ state }: { state: string }) => state === 'SUCCESS'

test('the printer receives the document once, as it was drawn', async (task) => {
  if (reason !== undefined) return task.skip(reason)
  const taskId = await upload('1')
  await workUntil(taskId, isPrinted)
  const [document] = printer.printed()
  expect(printer.printed()).toHaveLength(1)
  expect(document?.subarray(0, 8).toString()).toBe('%PDF-1.7')
  // Both labels lie on its one page.
  expect(document?.toString('latin1').match(/\/Subtype \/Form/g)).toHaveLength(2)
  expect((await rows(taskId)).map(({ state }) => state)).toEqual(['SUCCESS', 'SUCCESS'])
})

test('out of paper: the row says so, and is printed when there is some', async (task) => {
  if (reason !== undefined) return task.skip(reason)
  printer.behave('empty')
  const taskId = await upload('2')
  await workUntil(taskId, ({ state, resultMsg }) => state === 'NONE' && resultMsg.includes('media-empty'))
  printer.behave('print')
  await workUntil(taskId, isPrinted)
  expect(printer.printed()).toHaveLength(2)
})

test('a job that the printer gives up fails with the printer’s words, and is printed again on demand', async (task) => {
  if (reason !== undefined) return task.skip(reason)
  printer.behave('fail')
  const taskId = await upload('3')
  await workUntil(taskId, ({ resultCode, resultMsg }) => resultCode === printResults.aborted && resultMsg.includes('The fuser is broken.'))
  printer.behave('print')
  expect((await api('POST', '/paper/task/print/fail', { storeCode: 'S1', taskId })).status).toBe(200)
  await workUntil(taskId, isPrinted)
  expect(printer.printed()).toHaveLength(3)
})

test('while it prints for another it is busy, and the next document waits its turn', async (task) => {
  if (reason !== undefined) return task.skip(reason)
  printer.behave('empty')
  const first = await upload('4')
  const second = await upload('5')
  await workUntil(first, ({ resultMsg }) => resultMsg.includes('media-empty'))
  printer.behave('print')
  await workUntil(first, isPrinted)
  await workUntil(second, isPrinted)
  expect(printer.printed()).toHaveLength(5)
})

test('a printer that takes only PWG raster gets that', async (task) => {
  if (reason !== undefined) return task.skip(reason)
  const raster = await startIppeve({ formats: 'image/pwg-raster' })
  try {
    context.config.printers = [...context.config.printers, { host: 'localhost', port: raster.port }]
    await workUntil(await upload('7', `localhost:${raster.port}`), isPrinted)
    const [document] = raster.printed()
    expect(document?.subarray(0, 4).toString()).toBe('RaS2')
    expect(document?.subarray(4, 13).toString()).toBe('PwgRaster')
  } finally {
    await raster.stop()
  }
})

test('a port where no printer listens is reported as not reachable', async (task) => {
  if (reason !== undefined) return task.skip(reason)
  context.config.printers = [...context.config.printers, { host: 'localhost', port: 1 }]
  const taskId = await upload('6', 'localhost:1')
  await workUntil(taskId, ({ resultCode }) => resultCode === printResults.unreachable)
})
