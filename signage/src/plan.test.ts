import { describe, expect, test } from 'vitest'
import { models, parseDeviceId, sizeOf, slotsOf, templateSizes } from './models.ts'
import { sceneAt, type DevicePlan, type SlidePlan, type TimelinePlan } from './plan.ts'
import {
  areaTurn,
  contentLayoutOf,
  factsOf,
  itemAt,
  nextItemChange,
  overlap,
  windowOf,
  type Panel,
  type Show,
  type Slide,
  webAddress,
} from './shows.ts'

const at = (text: string) => Date.parse(text)
const noon = at('2026-11-21T12:00:00Z')
const slide = (duration: number, more: Partial<Slide> = {}): Slide => ({
  duration,
  bgColor: '#000000',
  object: [],
  schedule: [],
  empty: false,
  ...more,
})
const device = (plan: DevicePlan['plan'], more: Partial<DevicePlan> = {}): DevicePlan => ({
  timeZone: 'UTC',
  mode: 'normal',
  opentime: '',
  closetime: '',
  hasProducts: false,
  plan,
  ...more,
})
const slides = (list: Slide[], more: Partial<SlidePlan> = {}): SlidePlan => ({
  line: 'v0',
  slides: list,
  schedules: {},
  showIdx: null,
  ...more,
})

describe('slides', () => {
  test('one after the other since midnight, each for its time, and again', () => {
    const plan = device(slides([slide(30), slide(20), slide(10)]))
    const index = (seconds: number) => sceneAt(plan, noon + seconds * 1000)
    expect(index(0)).toEqual({ kind: 'slide', index: 0, next: [1, 2], since: noon, until: noon + 30_000 })
    expect(index(29.999)).toMatchObject({ index: 0 })
    expect(index(30)).toEqual({ kind: 'slide', index: 1, next: [2, 0], since: noon + 30_000, until: noon + 50_000 })
    expect(index(59.9)).toMatchObject({ index: 2 })
    expect(index(60)).toMatchObject({ index: 0, since: noon + 60_000 })
  })
  test('two devices whose clocks agree are in step, whenever they were started', () => {
    const plan = device(slides([slide(7), slide(11)]), { timeZone: 'Asia/Tokyo' })
    for (let ms = 0; ms < 60_000; ms += 777) {
      const first = sceneAt(plan, noon + ms)
      expect(sceneAt(plan, first.since)).toEqual(first)
    }
  })
  test('empty ones, and those whose schedules do not hold, are not played; a schedule that is gone does not hold', () => {
    const schedules = { morning: { period: null, days: [], time: [{ start: '06:00', end: '12:00' }] } }
    const plan = device(
      slides([slide(30, { empty: true }), slide(30, { schedule: ['morning'] }), slide(30, { schedule: ['gone'] }), slide(40)], {
        schedules,
      }),
    )
    expect(sceneAt(plan, noon)).toMatchObject({ kind: 'slide', index: 3 })
    // Before twelve both play in turn; the scene ends when the schedule does.
    const kinds = [0, 30].map((seconds) => sceneAt(plan, noon - 70_000 * 3 + seconds * 1000))
    expect(kinds.map((scene) => (scene.kind === 'slide' ? scene.index : -1)).toSorted()).toEqual([1, 3])
    expect(sceneAt(plan, noon - 5000).until).toBeLessThanOrEqual(noon)
  })
  test('one alone, whatever the schedules say; a place that is not there is none', () => {
    expect(sceneAt(device(slides([slide(30, { schedule: ['gone'] }), slide(30)], { showIdx: 0 })), noon + 31_000)).toMatchObject({
      index: 0,
    })
    expect(sceneAt(device(slides([slide(30)], { showIdx: 5 })), noon)).toMatchObject({ kind: 'slide', index: 0 })
  })
  test('without a slide the products, without products black', () => {
    expect(sceneAt(device(slides([]), { hasProducts: true }), noon).kind).toBe('products')
    expect(sceneAt(device(slides([slide(30, { empty: true })])), noon).kind).toBe('black')
  })
  test('modes, and hours of opening, come before all of it', () => {
    const plan = slides([slide(30)])
    expect(sceneAt(device(plan, { mode: 'off' }), noon).kind).toBe('off')
    expect(sceneAt(device(plan, { mode: 'product', hasProducts: true }), noon).kind).toBe('products')
    const hours = { opentime: '12:30', closetime: '02:00' }
    expect(sceneAt(device(plan, { ...hours, mode: 'product' }), noon)).toMatchObject({ kind: 'closed', until: noon + 30 * 60_000 })
    expect(sceneAt(device(plan, hours), noon + 31 * 60_000).kind).toBe('slide')
    expect(sceneAt(device(plan, hours), at('2026-11-21T01:59:00Z')).kind).toBe('slide')
    expect(sceneAt(device(plan, { opentime: '09:00', closetime: '09:00' }), noon).kind).toBe('slide')
  })
})

const panel = (left: number, more: Partial<Panel> = {}): Panel => ({
  type: 23,
  width: 1920,
  height: 158,
  left,
  top: 0,
  rotation: 0,
  ...more,
})
const show = (more: Partial<Show> = {}): Show => ({
  width: 3840,
  height: 158,
  duration: 20,
  device: [panel(0), panel(1920)],
  contentArea: [],
  timeline: [],
  ...more,
})
const always = { period: null, days: [], time: [] }

describe('timelines', () => {
  const plan = (more: Partial<TimelinePlan> = {}): TimelinePlan => ({
    line: 'v1',
    rows: [
      { id: 'base', ...always },
      { id: 'lunch', ...always, time: [{ start: '11:30', end: '13:00' }] },
    ],
    sets: {
      base: { list: [{ id: 'long', duration: 60 }] },
      lunch: {
        list: [
          { id: 'menu', duration: 50 },
          { id: 'price', duration: 10 },
          { id: 'single', duration: 5 },
        ],
      },
    },
    shows: { long: show({ duration: 90 }), menu: show(), single: show({ device: [panel(0)] }) },
    screen: 1,
    ...more,
  })
  const lunch = at('2026-11-21T11:30:00Z')
  test('the last row that holds is played, from the moment it began', () => {
    expect(sceneAt(device(plan()), lunch - 1)).toMatchObject({ kind: 'show', showId: 'long', until: lunch })
    expect(sceneAt(device(plan()), lunch)).toEqual({
      kind: 'show',
      showId: 'menu',
      screen: 1,
      begin: lunch,
      since: lunch,
      until: lunch + 20_000,
    })
  })
  test('a show that is shorter than its entry begins anew, a longer one is cut', () => {
    expect(sceneAt(device(plan()), lunch + 45_000)).toMatchObject({ showId: 'menu', begin: lunch + 40_000, until: lunch + 50_000 })
    expect(sceneAt(device(plan()), lunch - 1000)).toMatchObject({ since: lunch - 60_000, begin: lunch - 60_000 })
  })
  test('prices, and black where a show has no such screen', () => {
    const entry = { since: lunch + 50_000, until: lunch + 60_000 }
    expect(sceneAt(device(plan(), { hasProducts: true }), lunch + 55_000)).toEqual({ kind: 'price', end: lunch + 60_000, ...entry })
    expect(sceneAt(device(plan()), lunch + 55_000)).toEqual({ kind: 'black', ...entry })
    expect(sceneAt(device(plan()), lunch + 61_000)).toMatchObject({ kind: 'black', until: lunch + 65_000 })
    expect(sceneAt(device(plan({ screen: 0 })), lunch + 61_000)).toMatchObject({ kind: 'show', showId: 'single' })
  })
  test('without a row that holds, or with a set that is gone or empty: prices where there are any', () => {
    expect(sceneAt(device(plan({ rows: [] })), lunch).kind).toBe('black')
    expect(sceneAt(device(plan({ rows: [] }), { hasProducts: true }), lunch).kind).toBe('products')
    expect(sceneAt(device(plan({ sets: {} })), lunch).kind).toBe('black')
  })
  test('what an area shows, and when it changes', () => {
    const item = (id: string, start: number, duration: number) => ({ id, start, duration, fit: 'contain' as const, mute: true })
    const area = [item('a', 0, 10), item('b', 12, 5)]
    expect([0, 9.9, 10, 12, 16.9, 17].map((seconds) => itemAt(area, seconds)?.id)).toEqual(['a', 'a', undefined, 'b', 'b', undefined])
    const times = { timeline: [area, [item('c', 3, 30)]], duration: 20 }
    expect([0, 3, 10, 12, 17].map((seconds) => nextItemChange(times, seconds))).toEqual([3, 10, 12, 17, 20])
  })
})

describe('an area', () => {
  const item = (id: string, start: number, duration: number) => ({ id, start, duration, fit: 'contain' as const, mute: true })
  const area = [item('a', 2, 8), item('b', 10, 30)]
  const begin = at('2026-11-21T11:30:00Z')
  const turn = (ms: number, duration = 20) => {
    const { item, next, from, until } = areaTurn(area, { begin, duration }, begin + ms)
    return [item?.id, from === undefined ? undefined : from - begin, until - begin, next?.id]
  }
  test('shows its items one after the other, and says what comes next', () => {
    expect(turn(0)).toEqual([undefined, undefined, 2000, 'a'])
    expect(turn(9999)).toEqual(['a', 2000, 10_000, 'b'])
  })
  test('is cut where its show begins anew, and begins with it', () => {
    expect(turn(10_000)).toEqual(['b', 10_000, 20_000, undefined])
    expect(turn(20_000)).toEqual([undefined, undefined, 22_000, 'a'])
    expect(turn(43_000)).toEqual(['a', 42_000, 50_000, 'b'])
    expect(areaTurn([item('whole', 0, 20)], { begin, duration: 20 }, begin + 19_000)).toMatchObject({
      until: begin + 20_000,
      next: { id: 'whole' },
    })
  })
  test('has nothing to show when nothing was put into it', () =>
    expect(areaTurn([], { begin, duration: 20 }, begin + 1)).toMatchObject({ item: undefined, next: undefined }))
})

describe('a show', () => {
  test('its windows: turned by a quarter, width and height change places', () => {
    expect(windowOf(panel(100, { rotation: 90 }))).toEqual({ left: 100, top: 0, width: 158, height: 1920 })
    expect(overlap(windowOf(panel(0)), windowOf(panel(1920)))).toBe(false)
    expect(overlap(windowOf(panel(0)), windowOf(panel(1919)))).toBe(true)
  })
  test('rows and columns of its areas, when they fill it', () => {
    const grid = (rows: number, columns: number) =>
      Array.from({ length: rows * columns }, (_, cell) => ({
        left: (cell % columns) * 100,
        top: Math.floor(cell / columns) * 50,
        width: 100,
        height: 50,
      }))
    expect(contentLayoutOf({ width: 300, height: 100, contentArea: grid(2, 3) })).toBe('2x3')
    expect(contentLayoutOf({ width: 300, height: 100, contentArea: grid(2, 3).slice(1) })).toBe('-')
    expect(contentLayoutOf({ width: 400, height: 100, contentArea: grid(2, 3) })).toBe('-')
    const uneven = [
      { left: 0, top: 0, width: 250, height: 100 },
      { left: 250, top: 0, width: 50, height: 100 },
    ]
    expect(contentLayoutOf({ width: 300, height: 100, contentArea: uneven })).toBe('1x2')
    expect(contentLayoutOf({ width: 300, height: 100, contentArea: [...uneven, ...uneven] })).toBe('-')
    expect(contentLayoutOf({ width: 300, height: 100, contentArea: [] })).toBe('-')
  })
  test('what follows from it', () => {
    const item = { id: 'film', start: 0, duration: 5, fit: 'cover' as const, mute: false }
    const facts = factsOf(
      show({ contentArea: [{ left: 0, top: 0, width: 3840, height: 158 }], timeline: [[item, { ...item, start: 5 }], []] }),
    )
    expect(facts).toEqual({
      resolution: '3840x158',
      contentLayout: '1x1',
      contentIdList: ['film'],
      deviceCount: 2,
      contentCount: 1,
      contentAreaCount: 1,
      timelineCount: 1,
      deviceTypeCount: { 23: 2, 29: 0 },
    })
  })
})

describe('devices', () => {
  test('the size of a template by the model, else by the screen', () => {
    expect(models.map((model) => model.code)).toHaveLength(10)
    expect(sizeOf('IP354A', { width: 1, height: 1 })).toBe('35.4')
    expect(sizeOf('TV', { width: 1920, height: 540 })).toBe('29')
    expect(sizeOf('TV', { width: 2560, height: 160 })).toBe('35.4')
    expect(sizeOf('TV', { width: 1600, height: 150 })).toBe('23.1')
  })
  test('places for products', () => {
    expect([templateSizes['23.1'], templateSizes['35.4'], templateSizes['29']].map(({ width }) => slotsOf(width))).toEqual([20, 32, 20])
  })
  test.each([
    ['', { state: 0 }],
    ['A4:9B:12:34:56:7', { state: 0 }],
    ['a49b1234567g', { state: 0 }],
    ['A4-9B-12-34-56-7F', { state: 1, mac: 'a4:9b:12:34:56:7f' }],
    [' a49b1234567f ', { state: 1, mac: 'a4:9b:12:34:56:7f' }],
    ['A4:9B:12:34:56:7F12', { state: 2, mac: 'a4:9b:12:34:56:7f', slot: 12 }],
    ['a49b1234567f1x', { state: 0 }],
  ])('an address as it is scanned: %s', (text, expected) => expect(parseDeviceId(text)).toEqual(expected))
})

test('addresses of webpages begin with http', () => {
  expect([webAddress(' example.com/a '), webAddress('https://example.com'), webAddress('  ')]).toEqual([
    'http://example.com/a',
    'https://example.com',
    '',
  ])
})
