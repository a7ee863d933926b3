/** A virtual display against a server that says what a test wants. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { chunkBytes } from '@endcap/contract/player'
import { createDisplay, type Display, type DisplaySetup } from './display.ts'

const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})
const setup = {
  mac: '02:ec:d5:00:00:01',
  claimSecret: 'x'.repeat(30),
  storeCode: 'A',
  name: '',
  model: '',
  screen: { width: 1920, height: 158 },
}
const manifest = {
  rev: 'r1',
  settings: { timeZone: 'UTC', opentime: '', closetime: '', volume: 0, brightness: 1 },
  mode: 'normal',
  products: [],
  plan: { line: 'v0', slides: [{ duration: 5, bgColor: '#000000', object: [], schedule: [], empty: false }], schedules: {}, showIdx: null },
}

type Answer = (path: string, body: Record<string, unknown>, headers: IncomingHttpHeaders) => { status?: number; body: unknown }
async function against(answer: Answer, more: Partial<DisplaySetup> = {}): Promise<Display> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const { status = 200, body } = answer(
        (request.url ?? '').split('?')[0]?.split('/').at(-1) ?? '',
        JSON.parse(text || '{}') as Record<string, unknown>,
        request.headers,
      )
      response.writeHead(status, { 'content-type': 'application/json' }).end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const display = createDisplay(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { ...setup, ...more }, () => 0)
  closes.push(() => {
    display.stop()
    server.closeAllConnections()
    server.close()
  })
  display.start()
  return display
}

test('it shows its code while it waits', async () => {
  const display = await against(() => ({ body: { pending: true, code: '123456', retrySeconds: 1 } }))
  await expect.poll(() => display.code()).toBe('123456')
  expect(display.shown()).toBeUndefined()
})

test('it plays what it is given, does a command once that comes twice, and tells both times', async () => {
  const reported: unknown[] = []
  const command = { id: '9', type: 'reboot', args: {}, expiresAt: Date.now() + 60_000 }
  const display = await against((path, body) => {
    if (path === 'register') return { body: { pending: false, deviceToken: 't', heartbeatSeconds: 0.05 } }
    if (path === 'manifest') return { body: { rev: 'r1', manifest } }
    reported.push(...((body.done ?? []) as unknown[]))
    return { body: { rev: 'r1', now: Date.now(), commands: reported.length < 2 ? [command] : [] } }
  })
  await expect.poll(() => reported.length).toBeGreaterThanOrEqual(2)
  expect(display.done()).toEqual(['reboot'])
  expect(display.shown()).toMatchObject({ kind: 'slide', index: 0 })
})

test('it knows which screen of a show it is, and loads what its plan names, on from where that broke off', async () => {
  const film = Buffer.alloc(chunkBytes + 5)
  const ranges: string[] = []
  const show = {
    width: 1920,
    height: 158,
    duration: 5,
    contentArea: [],
    timeline: [],
    device: [0, 1920].map((left) => ({ type: 23, width: 1920, height: 158, left, top: 0, rotation: 0 })),
  }
  const plan = {
    line: 'v1',
    rows: [{ id: 's', period: null, days: [], time: [] }],
    sets: { s: { list: [{ id: 'a', duration: 5 }] } },
    shows: { a: show },
    screen: 1,
  }
  const files = { 'content:1': { kind: 'video', sha256: 'film', bytes: film.length, type: 'video/mp4', chunks: [], width: 1, height: 1 } }
  const display = await against(
    (path, _, { range = '' }) => {
      if (path === 'register') return { body: { pending: false, deviceToken: 't', heartbeatSeconds: 0.05 } }
      if (path === 'manifest') return { body: { rev: 'r2', manifest: { ...manifest, rev: 'r2', plan, files } } }
      if (path !== 'film') return { body: { rev: 'r2', now: Date.now(), commands: [] } }
      ranges.push(range)
      if (ranges.length === 2) return { status: 500, body: {} }
      const [start = 0, end = 0] = range.slice('bytes='.length).split('-').map(Number)
      return { status: 206, body: film.subarray(start, end + 1) }
    },
    { loads: true },
  )
  await expect.poll(() => display.shown()).toMatchObject({ kind: 'show', index: 1 })
  expect([display.rev(), display.loaded()]).toEqual(['r2', film.length])
  const last = `bytes=${chunkBytes}-${film.length - 1}`
  expect(ranges).toEqual([`bytes=0-${chunkBytes - 1}`, last, last])
})

test('without its token it announces itself again', async () => {
  let registered = 0
  const display = await against((path) => {
    if (path === 'register')
      return { body: { pending: ++registered > 1, code: '777777', retrySeconds: 9, deviceToken: 't', heartbeatSeconds: 0.05 } }
    return { status: 401, body: {} }
  })
  await expect.poll(() => display.code()).toBe('777777')
})
