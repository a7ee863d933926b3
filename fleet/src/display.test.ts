/** A virtual display against a server that says what a test wants. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createDisplay, type Display } from './display.ts'

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

async function against(answer: (path: string, body: Record<string, unknown>) => { status?: number; body: unknown }): Promise<Display> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const { status = 200, body } = answer(
        (request.url ?? '').split('?')[0]?.split('/').at(-1) ?? '',
        JSON.parse(text || '{}') as Record<string, unknown>,
      )
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const display = createDisplay(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, setup, () => 0)
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
  await vi.waitFor(() => expect(display.code()).toBe('123456'))
  expect(display.shown()).toBeUndefined()
})

test('it plays what it is given, does a command once that comes twice, and tells both times', async () => {
  const told: unknown[] = []
  const command = { id: '9', type: 'reboot', args: {}, expiresAt: Date.now() + 60_000 }
  const display = await against((path, body) => {
    if (path === 'register') return { body: { pending: false, deviceToken: 't', heartbeatSeconds: 0.05 } }
    if (path === 'manifest') return { body: { rev: 'r1', manifest } }
    told.push(...((body.done ?? []) as unknown[]))
    return { body: { rev: 'r1', now: Date.now(), commands: told.length < 2 ? [command] : [] } }
  })
  await vi.waitFor(() => expect(told.length).toBeGreaterThanOrEqual(2))
  expect(display.done()).toEqual(['reboot'])
  expect(display.shown()).toMatchObject({ kind: 'slide', index: 0 })
})

test('without its token it announces itself again', async () => {
  let registered = 0
  const display = await against((path) => {
    if (path === 'register')
      return { body: { pending: ++registered > 1, code: '777777', retrySeconds: 9, deviceToken: 't', heartbeatSeconds: 0.05 } }
    return { status: 401, body: {} }
  })
  await vi.waitFor(() => expect(display.code()).toBe('777777'), 10_000)
})
