/** How shows are played: items of an area one after the other, films in step, windows turned back, pages of prices. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AreaItem } from '@endcap/signage/shows'
import { spreadPage } from '@endcap/signage/pages'
import { createArea } from './screen/area.ts'
import { courseOf, createStuckWatch, watchFilms, type Film } from './screen/film.ts'
import { fitted } from '@endcap/signage/fit'
import { showKey, turnOf } from './screen/show.ts'
import { requiredBy } from './required-content.ts'

const item = (id: string, start: number, duration: number): AreaItem => ({ id, start, duration, fit: 'contain', mute: true })
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

/** An area without a screen: what is made, shown and gone. */
function areaOf(items: AreaItem[], duration = 20) {
  const made: string[] = []
  const plays: string[] = []
  const onScreen = new Set<string>()
  const films: string[] = []
  const losses = new Map<string, () => void>()
  const answers = new Map<string, { resolve(): void; reject(): void }>()
  let count = 0
  const area = createArea({
    items,
    duration,
    moves: ({ id }) => id.startsWith('film'),
    changed: () => undefined,
    seen:
      ({ id }, from) =>
      (to) =>
        void plays.push(`${id} ${from}-${to}`),
    make: ({ id }, lost) => {
      const name = `${id}.${++count}`
      made.push(name)
      losses.set(name, lost)
      const film: Film | undefined = !id.startsWith('film')
        ? undefined
        : {
            name,
            follow: () => undefined,
            again: () => undefined,
            isStuck: () => false,
            setVolume: () => undefined,
            end: () => undefined,
            play: (seconds) => void films.push(`${name} ${seconds}`),
            stop: () => void films.push(`${name} stops`),
          }
      const ready = id.startsWith('slow')
        ? new Promise<undefined>((resolve, reject) =>
            answers.set(id, { resolve: () => resolve(undefined), reject: () => reject(new Error('no')) }),
          )
        : id.startsWith('bad')
          ? Promise.reject(new Error('not here'))
          : Promise.resolve(film)
      const classList = { add: () => onScreen.add(name) }
      return { ready, element: { classList, remove: () => onScreen.delete(name) } as unknown as HTMLElement }
    },
  })
  return { area, made, plays, films, answers, losses, shown: () => [...onScreen].join(' ') }
}

describe('an area of a show', () => {
  test('makes what comes next ready before its time, and changes at its instant', async () => {
    const { area, made, shown } = areaOf([item('a', 0, 10), item('b', 10, 10)])
    await area.prepare(0, 0)
    expect(area.step(0, 0)).toBe(6500)
    expect([made, shown()]).toEqual([['a.1'], 'a.1'])
    expect(area.step(0, 6500)).toBe(10_000)
    await settle()
    expect([made, shown()]).toEqual([['a.1', 'b.2'], 'a.1'])
    area.step(0, 9999)
    expect(shown()).toBe('a.1')
    area.step(0, 10_000)
    expect(shown()).toBe('b.2')
  })
  test('keeps what was there for two seconds when the next is late, then shows nothing, then that', async () => {
    const { area, answers, shown } = areaOf([item('a', 0, 10), item('slow', 10, 10)])
    await area.prepare(0, 0)
    area.step(0, 0)
    expect(area.step(0, 10_000)).toBe(12_000)
    area.step(0, 11_999)
    expect(shown()).toBe('a.1')
    area.step(0, 12_000)
    expect(shown()).toBe('')
    answers.get('slow')?.resolve()
    await settle()
    area.step(0, 13_000)
    expect(shown()).toBe('slow.2')
  })
  test('leaves out what cannot be shown, that alone, and tries again with its next turn', async () => {
    const { area, made, shown } = areaOf([item('bad', 0, 10), item('b', 10, 10)])
    await area.prepare(0, 0)
    await settle()
    area.step(0, 0)
    area.step(0, 8000)
    await settle()
    area.step(0, 9000)
    expect([shown(), made]).toEqual(['', ['bad.1', 'b.2']])
    area.step(0, 10_000)
    expect(shown()).toBe('b.2')
    area.step(0, 17_000)
    await settle()
    area.step(0, 20_000)
    expect([shown(), made]).toEqual(['', ['bad.1', 'b.2', 'bad.3']])
  })
  test('joins a film where it is by now, and begins it anew with each turn; a picture stays', async () => {
    const { area, films, made, plays } = areaOf([item('film', 0, 20)])
    await area.prepare(0, 4000)
    area.step(0, 4000)
    area.step(0, 17_000)
    await settle()
    area.step(0, 20_000)
    expect(films).toEqual(['film.1 4', 'film.2 0', 'film.1 stops'])
    expect(plays).toEqual(['film 4000-20000'])
    const still = areaOf([item('a', 0, 20)])
    await still.area.prepare(0, 0)
    for (const now of [0, 17_000, 20_000, 25_000]) still.area.step(0, now)
    still.area.end(26_000)
    still.area.stop()
    expect([still.made, made.length]).toEqual([['a.1'], 2])
    expect(still.plays).toEqual(['a 0-20000', 'a 20000-26000'])
  })
})

test('a picture that was made ready for another turn, as of a clock that jumped since, counts as one play', async () => {
  const { area, made, plays } = areaOf([item('a', 0, 10), item('b', 10, 10)])
  await area.prepare(0, 0)
  area.step(0, 0)
  area.step(0, 7000)
  await settle()
  // The picture that comes next is there; it is hours later now.
  for (const now of [3_612_000, 3_613_000, 3_617_000, 3_620_000]) {
    area.step(3_600_000, now)
    await settle()
  }
  expect(made).toEqual(['a.1', 'b.2', 'a.3'])
  expect(plays).toEqual(['a 0-3612000', 'b 3612000-3620000'])
})

describe('a film that breaks off in its turn', () => {
  test('leaves the screen, counts until then, and is tried again with its next turn', async () => {
    const { area, films, losses, plays, shown } = areaOf([item('film', 0, 10), item('b', 10, 10)])
    await area.prepare(0, 0)
    area.step(0, 0)
    expect(shown()).toBe('film.1')
    losses.get('film.1')?.()
    area.step(0, 4000)
    expect([shown(), plays, films]).toEqual(['', ['film 0-4000'], ['film.1 0', 'film.1 stops']])
    for (const now of [5000, 8000, 10_000, 18_000]) {
      area.step(0, now)
      await settle()
    }
    expect([shown(), films.length]).toEqual(['b.2', 2])
    area.step(0, 20_000)
    expect([shown(), films.slice(2)]).toEqual(['film.3', ['film.3 0']])
    // What has left the screen is lost no more.
    losses.get('film.1')?.()
    area.step(0, 21_000)
    expect(shown()).toBe('film.3')
  })
})

describe('a show that leaves the screen', () => {
  test('has told what it showed by then, and its picture stays until it is taken away', async () => {
    const { area, plays, shown } = areaOf([item('a', 0, 10), item('b', 10, 10)])
    await area.prepare(0, 11_000)
    area.step(0, 11_000)
    await settle()
    area.step(0, 12_000)
    area.end(20_000)
    expect([plays, shown()]).toEqual([['b 11000-20000'], 'b.1'])
    area.stop()
    expect([plays, shown()]).toEqual([['b 11000-20000'], ''])
  })
})

describe('a film', () => {
  test('hurries or waits when it is a little off, round its end, too, and jumps when it is far off', () => {
    expect(courseOf(5, 5.02, 10)).toEqual({ jump: false, speed: 1 })
    expect(courseOf(5, 5.08, 10)).toEqual({ jump: false, speed: 1.08 })
    expect(courseOf(5, 4.7, 10)).toEqual({ jump: false, speed: 0.9 })
    expect(courseOf(9.95, 0.01, 10)).toMatchObject({ jump: false, speed: expect.closeTo(1.06) as number })
    expect(courseOf(1, 5, 10)).toEqual({ jump: true })
  })
  test('that stands still for 15 s is stuck, and is judged anew after that', () => {
    const stuck = createStuckWatch()
    expect([stuck(1, 0), stuck(2, 10_000), stuck(2, 25_000), stuck(2, 25_001)]).toEqual([false, false, false, true])
    expect([stuck(2, 30_000), stuck(2, 40_002), stuck(3, 50_000)]).toEqual([false, true, false])
  })
})

describe('films that play', () => {
  afterEach(() => void vi.useRealTimers())
  test('are kept in step each second, and one that is stuck is loaded anew where it should be by now, and told', () => {
    vi.useFakeTimers({ now: 100_000 })
    const calls: string[] = []
    let stuck = false
    const film: Film = {
      name: 'content:7',
      play: () => undefined,
      setVolume: () => undefined,
      stop: () => undefined,
      follow: (seconds) => void calls.push(`follow ${seconds}`),
      again: (seconds) => void calls.push(`again ${seconds}`),
      end: () => undefined,
      isStuck: () => stuck,
    }
    const trouble = (content: string, code: string) => void calls.push(`${content} ${code}`)
    const watch = watchFilms(() => [{ film, since: 98_000 }], { clock: { now: Date.now }, trouble })
    vi.advanceTimersByTime(1000)
    stuck = true
    vi.advanceTimersByTime(1000)
    clearInterval(watch)
    expect(calls).toEqual(['follow 3', 'content:7 video-stuck', 'again 4'])
  })
})

describe('a show', () => {
  const file = (sha256: string) => ({ kind: 'image' as const, sha256, bytes: 5, type: 'image/png', chunks: ['x'], width: 1, height: 1 })
  const show = {
    width: 3840,
    height: 158,
    duration: 20,
    device: [0, 1920].map((left) => ({ type: 23 as const, width: 1920, height: 158, left, top: 0, rotation: 0 as const })),
    contentArea: [0, 1920].map((left) => ({ left, top: 0, width: 1920, height: 158 })),
    timeline: [
      [item('1', 0, 10), item('2', 10, 10)],
      [item('3', 0, 20), item('9', 5, 1)],
    ],
  }
  const plan = (screen: number) => ({
    line: 'v1' as const,
    rows: [{ id: 's', period: null, days: [], time: [] }],
    sets: {
      s: {
        list: [
          { id: 'price', duration: 5 },
          { id: 'a', duration: 9 },
        ],
      },
    },
    shows: { a: show },
    screen,
  })
  const files = { 'content:1': file('one'), 'content:2': file('two'), 'content:3': file('three') }
  test('is loaded as far as this screen sees it', () => {
    expect(requiredBy({ cards: [], files, plan: plan(0) }).map(({ key }) => key)).toEqual(['one', 'two'])
    expect(requiredBy({ cards: [], files, plan: plan(1) })).toMatchObject([{ key: 'three', url: '/api/player/v1/content/three' }])
    expect(requiredBy({ cards: [], files, plan: plan(2) })).toEqual([])
  })
  test('is another one when what this screen sees has other content', () => {
    const key = (screen: number, more = {}) => showKey({ plan: plan(screen), files: { ...files, ...more } } as never, 'a')
    expect(key(0, { 'content:2': file('new') })).not.toBe(key(0))
    expect(key(0, { 'content:3': file('new') })).toBe(key(0))
  })
  test('is turned back as its panel stands, or as the machine says that it stands', () => {
    expect([turnOf(0, { rotation: 90 }), turnOf(270, { rotation: 90 }), turnOf(90, { rotation: 90 }), turnOf(180, undefined)]).toEqual([
      90, 270, 90, 180,
    ])
  })
  test('its contents fit their areas as they are told to', () => {
    const place = (fit: AreaItem['fit']) => fitted({ width: 100, height: 50 }, { width: 200, height: 200 }, fit)
    expect(place('contain')).toEqual({ left: 0, top: 50, width: 200, height: 100 })
    expect(place('cover')).toEqual({ left: -100, top: 0, width: 400, height: 200 })
    expect(place('fill')).toEqual({ left: 0, top: 0, width: 200, height: 200 })
  })
})

test('pages of prices share the time of their entry evenly', () => {
  const page = (now: number) => spreadPage(now, { pages: 3, from: 1000, to: 10_000 })
  expect([page(1000), page(3999), page(4000), page(9999), page(10_001)]).toEqual([
    { page: 0, until: 4000 },
    { page: 0, until: 4000 },
    { page: 1, until: 7000 },
    { page: 2, until: 10_000 },
    { page: 2, until: 10_000 },
  ])
})
