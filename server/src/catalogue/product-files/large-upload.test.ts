/** Uploads beyond the limit, over a real connection: refused in bounded memory, and nothing of them stays on the disk. */
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { productFiles } from '@endcap/contract/product-files'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { growth } from '../../testing/live-memory.ts'
import { seedStore, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { maxBytes } = productFiles.upload
const megabyte = 1_000_000
/** The same megabyte again and again: the test itself holds no more of the file than this. */
const piece = Buffer.from(`4900000000001,Name of a product,,1.00${'x'.repeat(62)}\n`.repeat(10_000)).subarray(0, megabyte)

const { context, app, root } = await startTestApp()
let port: number
let files: readonly string[]

beforeAll(async () => {
  await seedStore(context.context, 'S1')
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
beforeEach(() => {
  files = stored()
})

/** Every file below the blob folder, whole or half-written. */
function stored(): string[] {
  const folder = context.context.config.blobFolder
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile())
}

const boundary = 'endcap-test-boundary'
const head = (name: string) =>
  Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="storeCode"\r\n\r\nS1\r\n` +
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`,
  )
const tail = Buffer.from(`\r\n--${boundary}--\r\n`)

interface Upload {
  bytes: number
  name?: string
  /** Tells the length beforehand; without it the body comes in chunks of unknown number. */
  announced?: boolean
  /** Called after each megabyte. */
  onPiece?: () => void
}

function begin({ bytes, name = 'large.csv', announced = false }: Upload) {
  return request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/product/file',
    agent: false,
    headers: {
      ...root.headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(announced && { 'content-length': head(name).byteLength + bytes + tail.byteLength }),
    },
  })
}

/** Sends a file of this size as fast as the server takes it; answers what the server said. */
async function send(upload: Upload): Promise<{ status: number; type: string; body: Record<string, unknown> }> {
  const call = begin(upload)
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  function* body() {
    yield head(upload.name ?? 'large.csv')
    for (let sent = 0; sent < upload.bytes; sent += megabyte) {
      yield piece.subarray(0, Math.min(megabyte, upload.bytes - sent))
      upload.onPiece?.()
    }
    yield tail
  }
  // A server that has answered may close the line before everything is sent.
  const sending = pipeline(body(), call).catch(() => undefined)
  const [response] = await answered
  let text = ''
  for await (const chunk of response) text += String(chunk)
  await sending
  return {
    status: response.statusCode ?? 0,
    type: response.headers['content-type'] ?? '',
    body: JSON.parse(text) as Record<string, unknown>,
  }
}

async function expectWorking() {
  const answer = await sendFile(app, root, '/product/file', { name: 'small.csv', content: 'PRODUCT_CODE,NAME\n1,a\n' }, { storeCode: 'S1' })
  expect(answer.status).toBe(200)
}
const history = () => context.context.db.selectFrom('files').select('file_name').where('file_name', '=', 'large.csv').execute()

test.each([
  ['of unknown length', false],
  ['of announced length', true],
])('a file larger than 300 MB %s is refused with 413, in bounded memory, and leaves nothing', async (_, announced) => {
  const memory = growth(20)
  const answer = await send({ bytes: maxBytes + megabyte, announced, onPiece: memory.look })
  expect(answer).toMatchObject({ status: 413, body: { code: 'too-large', message: 'The file is larger than 300 MB.' } })
  expect(answer.type).toContain('application/json')
  expect(memory.megabytes()).toBeLessThan(100)
  expect(stored()).toEqual(files)
  expect(await history()).toEqual([])
  await expectWorking()
})

test('an upload broken off half-way leaves nothing', async () => {
  const call = begin({ bytes: maxBytes })
  call.on('error', () => undefined)
  call.write(head('large.csv'))
  for (let n = 0; n < 20; n++) if (!call.write(piece)) await once(call, 'drain')
  await expect.poll(() => stored().length).toBeGreaterThan(files.length)
  call.destroy()
  await expect.poll(stored).toEqual(files)
  expect(await history()).toEqual([])
  await expectWorking()
})

test('a large file that is no product file is refused at once, without being stored', async () => {
  const answer = await send({ bytes: 100 * megabyte, name: 'film.mp4' })
  expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid file format' } })
  expect(stored()).toEqual(files)
  await expectWorking()
})
