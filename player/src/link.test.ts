/** The line to the server without a WebSocket: all of it goes by asking. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Command, Manifest } from '@endcap/contract/player'
import { createClock } from './clock.ts'
import { createLink } from './link.ts'

/** What is kept over restarts is not looked at here, and there is no browser's database. */
vi.mock('./database.ts', () => ({ keep: async () => undefined, forget: async () => undefined }))

const asked: string[] = []
let opened = 0
/** As in a network that lets no WebSocket through. */
class ClosedSocket extends EventTarget {
  constructor() {
    super()
    opened++
    setTimeout(() => this.dispatchEvent(Object.assign(new Event('close'), { code: 1006 })), 10)
  }
  close() {}
}
beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  opened = 0
  vi.stubGlobal('WebSocket', ClosedSocket)
  vi.stubGlobal('location', { origin: 'http://server' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a display without a WebSocket learns of another plan and of commands with its reports, and tells what it has done', async () => {
  let rev = 'one'
  let commands: Partial<Command>[] = []
  const reported: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    const path = url.split('/').at(-1) ?? ''
    asked.push(path)
    if (path === 'register') return Response.json({ pending: false, deviceToken: 't', heartbeatSeconds: 30, now: Date.now() })
    if (path.startsWith('manifest')) return Response.json({ rev, manifest: { rev } })
    reported.push(...(JSON.parse(body ?? '{}') as { done: unknown[] }).done)
    return Response.json({ rev, commands: commands.splice(0), now: Date.now(), ip: '10.0.0.9' })
  })
  let held: string | undefined
  const done: string[] = []
  const link = createLink({
    clock: createClock({ monotonic: () => performance.now(), started: 0, stored: undefined }),
    token: undefined,
    events: { next: async () => undefined, delivered: async () => undefined },
    untold: [],
    registration: () => ({}),
    report: () => ({}),
    heldRev: () => held,
    waits: () => undefined,
    refused: () => undefined,
    accepted: () => undefined,
    heard: () => undefined,
    manifest: async (manifest: Manifest) => void (held = manifest.rev),
    command: ({ id, type }) => {
      done.push(type)
      void link.finished({ id, result: 'ok' }).then(() => link.beat())
    },
  })
  link.start()
  await vi.advanceTimersByTimeAsync(1000)
  expect([held, asked[0]]).toEqual(['one', 'register'])

  rev = 'two'
  commands = [{ id: '5', type: 'identify' }]
  await vi.advanceTimersByTimeAsync(36_000)
  expect([held, done]).toEqual(['two', ['identify']])
  await vi.advanceTimersByTimeAsync(36_000)
  expect(reported).toEqual([{ id: '5', result: 'ok' }])
  // It tries the fast line now and then, and asks no more often for want of it.
  expect(opened).toBeGreaterThan(1)
  expect(asked.filter((path) => path === 'heartbeat').length).toBeLessThanOrEqual(6)
})
