/** The virtual printers: jobs through IPP, troubles, and whatever else comes over the line. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCall, writeAnswer, type Value } from './ipp.ts'
import { startPrinters, type Printers } from './printers.ts'

const folder = mkdtempSync(join(tmpdir(), 'endcap-printers-'))
let printers: Printers
beforeAll(async () => {
  printers = await startPrinters({ names: ['front', 'back'], folder, port: 0, pageMs: 10 })
})
afterAll(async () => {
  await printers.stop()
  rmSync(folder, { recursive: true })
})

const operations = { print: 2, cancel: 8, job: 9, printer: 0x0b }
/** A request has the form of an answer: the operation stands where the status would. */
async function call(operation: number, attributes: Record<string, Value>, document = Buffer.alloc(0), name = 'front') {
  const values = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, [value]]))
  const body = Buffer.concat([writeAnswer(operation, 7, [[1, values]]), document])
  const response = await fetch(`http://${printers.address}/printers/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/ipp' },
    body,
  })
  const answer = readCall(Buffer.from(await response.arrayBuffer()))
  if (answer === undefined) throw new Error('no IPP')
  return { status: answer.operation, requestId: answer.requestId, attributes: answer.attributes }
}

test('a job is printed page by page and its document kept as it came', async () => {
  const document = Buffer.concat([Buffer.from('%PDF-1.7 /Type /Pages /Type /Page /Type /Page '), randomBytes(5000)])
  const taken = await call(operations.print, { 'job-name': 'week 47', 'document-format': 'application/pdf' }, document)
  expect(taken).toMatchObject({ status: 0, requestId: 7 })
  const id = Number(taken.attributes.get('job-id'))
  await expect.poll(async () => (await call(operations.job, { 'job-id': id })).attributes.get('job-state')).toBe(9)
  const [job] = printers.get('front')!.jobs()
  expect(job).toMatchObject({ name: 'week 47', pages: 2, printedPages: 2 })
  expect(readFileSync(join(folder, 'front', job!.file)).equals(document)).toBe(true)
})

test('a job whose document takes long to keep is printed once', async () => {
  // A pipe takes nothing until it is read, as a disk that is busy.
  const pipe = join(folder, 'front', '0002 slow.pdf')
  execFileSync('mkfifo', [pipe])
  const document = Buffer.from('%PDF-1.7 /Type /Page ')
  const id = Number((await call(operations.print, { 'job-name': 'slow' }, document)).attributes.get('job-id'))
  await expect.poll(() => printers.get('front')!.jobs()[1]).toMatchObject({ printedPages: 1 })
  // The other printer, whose turns are as long, has had several since.
  await call(operations.print, { 'job-name': 'three pages' }, Buffer.from('%PDF-1.7 /Type /Page /Type /Page /Type /Page '), 'back')
  await expect.poll(() => printers.get('back')!.jobs()[0]).toMatchObject({ printedPages: 3 })
  expect((await readFile(pipe)).equals(document)).toBe(true)
  await expect.poll(async () => (await call(operations.job, { 'job-id': id })).attributes.get('job-state')).toBe(9)
  expect(printers.get('front')!.jobs()[1]).toMatchObject({ pages: 1, printedPages: 1 })
})

test('it has the troubles it is told to have', async () => {
  const { trouble } = printers.get('front')!
  trouble.refusing = true
  expect(await call(operations.print, {})).toMatchObject({ status: 0x0506 })
  expect((await call(operations.printer, {})).attributes.get('printer-is-accepting-jobs')).toBe(false)
  Object.assign(trouble, { refusing: false, empty: true })
  const id = Number((await call(operations.print, {})).attributes.get('job-id'))
  await expect.poll(async () => (await call(operations.job, { 'job-id': id })).attributes.get('job-state')).toBe(6)
  expect((await call(operations.printer, {})).attributes.get('printer-state-reasons')).toBe('media-empty-error')
  expect(await call(operations.cancel, { 'job-id': id })).toMatchObject({ status: 0 })
  expect((await call(operations.job, { 'job-id': id })).attributes.get('job-state')).toBe(7)
  Object.assign(trouble, { empty: false, offline: true })
  await expect(call(operations.printer, {})).rejects.toThrow()
  trouble.offline = false
})

test('what is no IPP is refused, and the printer goes on', async () => {
  for (let round = 0; round < 5000; round++) readCall(randomBytes(round % 200))
  const url = `http://${printers.address}/printers/front`
  expect((await fetch(url, { method: 'POST', headers: { 'content-type': 'application/ipp' }, body: 'nonsense' })).status).toBe(400)
  for (const path of ['', 'printers/%', 'printers/none']) expect((await fetch(`http://${printers.address}/${path}`)).status).toBe(404)
  expect((await call(operations.printer, {})).status).toBe(0)
})
