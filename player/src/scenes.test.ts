/** What is on the screen when a slide has nothing left that can be shown. */
import type { Manifest } from '@endcap/contract/player'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock } from './clock.ts'
import type { ContentStore } from './content-store.ts'
import { createScenes } from './scenes.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  vi.stubGlobal('innerWidth', 1920)
  vi.stubGlobal('innerHeight', 540)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const noon = Date.UTC(2026, 10, 28, 12)
const settings = { timeZone: 'UTC', opentime: '', closetime: '', orientation: 0, infoSeconds: 30 }
const slideOf = (id: string) => ({
  duration: 10,
  bgColor: '#000000',
  object: [{ type: 'image', id, left: 0, top: 0, width: 10, height: 10, index: 0 }],
  schedule: [],
  empty: false,
})
/** Three slides of ten seconds, as the server gives them. */
const planOf = (products: object[] = [], more: object = {}) =>
  ({
    device: { mac: 'm', name: 'Bread' },
    settings,
    mode: 'normal',
    products,
    files: {},
    screen: { width: 1920, height: 540 },
    plan: { line: 'v0', slides: ['1', '2', '3'].map(slideOf), schedules: {}, showIdx: null, ...more },
  }) as unknown as Manifest

const scenesOf = () =>
  createScenes({
    clock: createClock({ monotonic: () => performance.now(), started: 0, stored: undefined }),
    store: {} as ContentStore,
    facts: () => ({ ip: '', version: '', online: true }),
    plays: { begin: () => () => undefined },
    faults: { failed: () => undefined, opened: () => undefined, trouble: () => undefined },
  })

test('the next one is shown in its turn, and it is tried again with its next one', () => {
  const [scenes, plan] = [scenesOf(), planOf()]
  const shown = (seconds: number) => scenes.targetAt(plan, noon + seconds * 1000, undefined).slide
  scenes.passOver(plan, scenes.targetAt(plan, noon + 1000, undefined))
  expect([shown(1), shown(9.9), shown(10), shown(20), shown(30)]).toEqual([1, 1, 1, 2, 0])
  scenes.passOver(plan, scenes.targetAt(plan, noon + 1000, undefined))
  expect(shown(1)).toBe(2)
})

test('with nothing left the products are shown, else who the display is; a slide alone is tried again after a minute', () => {
  const scenes = scenesOf()
  const [bare, full] = [planOf([], { showIdx: 1 }), planOf([{ slot: 1 }], { showIdx: 1 })]
  const kind = (plan: Manifest) => scenes.targetAt(plan, noon, undefined).kind
  scenes.passOver(bare, scenes.targetAt(bare, noon, undefined))
  expect([kind(bare), kind(full)]).toEqual(['black', 'products'])
  vi.advanceTimersByTime(59_000)
  expect(kind(bare)).toBe('black')
  vi.advanceTimersByTime(2000)
  expect([kind(bare), kind(full)]).toEqual(['slide', 'slide'])
})
