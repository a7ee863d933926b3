/** What the player decides without a screen: who it is, what time it is, what it loads, what it does once. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClock } from './clock.ts'
import { createCommandLog } from './command-log.ts'
import type { ContentStore } from './content-store.ts'
import { restartDaily } from './daily.ts'
import { addressOf, makeAddress, makeSecret } from './identity.ts'
import { loadAll, pieceBytes } from './loader.ts'
import { createPictures } from './pictures.ts'
import { cardKey, piecesOf, requiredBy } from './required-content.ts'
import { unzip } from './zip.ts'

describe('who it is', () => {
  test('a made-up address is a local one, and never a group’s', () => {
    expect(makeAddress((bytes) => bytes.fill(0xff))).toBe('fe:ff:ff:ff:ff:ff')
    expect(makeAddress((bytes) => bytes.fill(0))).toBe('02:00:00:00:00:00')
  })
  test('its secret has at least 128 bits and the letters that the server takes', () => {
    expect(makeSecret((bytes) => bytes.fill(0xff))).toMatch(/^[\w-]{32}$/)
    expect(makeSecret()).not.toBe(makeSecret())
  })
  test('an address is understood as people type it', () => {
    expect(addressOf('02-EC-D1-00-00-0A')).toBe('02:ec:d1:00:00:0a')
    expect(addressOf('02ecd100000')).toBeUndefined()
  })
})

describe('the server’s clock', () => {
  const clockAt = (stored?: number) => {
    let at = 0
    return { clock: createClock({ monotonic: () => at, started: 1000, stored }), go: (to: number) => (at = to) }
  }
  test('is that of the quickest ping', () => {
    const { clock } = clockAt()
    clock.heard({ sent: 1000, received: 1400, server: 6350 })
    clock.heard({ sent: 2000, received: 2010, server: 7005 })
    clock.heard({ sent: 3000, received: 3500, server: 8480 })
    expect(clock.offset()).toBe(5000)
  })
  test('goes on evenly, and from what was kept before anything is heard', () => {
    const { clock, go } = clockAt(7000)
    go(500)
    expect(clock.now()).toBe(8500)
  })
  test('takes up a small difference bit by bit, a large one at once', () => {
    const { clock } = clockAt()
    clock.heard({ sent: 1000, received: 1010, server: 1105 })
    clock.heard({ sent: 2000, received: 2008, server: 2112 })
    expect(clock.offset()).toBe(102)
    clock.heard({ sent: 3000, received: 3002, server: 4001 })
    expect(clock.offset()).toBe(1000)
  })
  test('is heard anew when the machine has slept, or one of the clocks was put right: what was quicker before says nothing', () => {
    const { clock } = clockAt()
    clock.heard({ sent: 1000, received: 1002, server: 6001 })
    clock.heard({ sent: 2000, received: 2100, server: 3_607_050 })
    expect(clock.offset()).toBe(3_605_000)
    clock.heard({ sent: 3000, received: 3100, server: 8050 })
    expect(clock.offset()).toBe(5000)
  })
  test('forgets pings of more than ten minutes ago', () => {
    const { clock } = clockAt()
    clock.heard({ sent: 0, received: 2, server: 101 })
    clock.heard({ sent: 700_000, received: 700_050, server: 700_525 })
    expect(clock.offset()).toBe(500)
  })
})

describe('commands', () => {
  const command = { id: '7', expiresAt: 1000 }
  test('are done once, also after a restart, and told again when they come again', () => {
    const stored = createCommandLog().note({ id: '7', result: 'reloaded' })
    expect(createCommandLog(stored).stateOf(command, 0)).toEqual({ id: '7', result: 'reloaded' })
    expect(createCommandLog(stored).stateOf({ ...command, id: '8' }, 0)).toBe('do')
  })
  test('are not done when their time is over', () => expect(createCommandLog().stateOf(command, 1000)).toBe('late'))
  test('are remembered, the last hundred of them', () => {
    const log = createCommandLog()
    let noted = log.note({ id: '0', result: 'ok' })
    for (let id = 1; id <= 100; id++) noted = log.note({ id: String(id), result: 'ok' })
    expect([noted.length, noted[0]?.id, noted.at(-1)?.id]).toEqual([100, '1', '100'])
  })
})

const digestOf = async (text: string) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
/** A store in memory. */
function memoryStore() {
  const pieces = new Map<string, Blob>()
  const store: ContentStore = {
    startsAlone: false,
    has: async (key, piece) => pieces.has(`${key}/${piece}`),
    put: async (key, piece, content) => void pieces.set(`${key}/${piece}`, content),
    read: async (key, count) => {
      const found = Array.from({ length: count }, (_, piece) => pieces.get(`${key}/${piece}`))
      return found.some((one) => one === undefined) ? undefined : new Blob(found as Blob[])
    },
    url: async (key) => key,
    drop: async (key) => {
      for (const name of pieces.keys()) if (name.startsWith(`${key}/`)) pieces.delete(name)
    },
    keys: async () => [...pieces.keys()],
  }
  return { store, pieces }
}

describe('content', () => {
  const object = (type: 'image' | 'product' | 'webpage', id: string) => ({ type, id, left: 0, top: 0, width: 8, height: 8, index: 0 })
  test('is loaded cards first, then files as slides come, each once; what the plan does not know is left out', () => {
    const file = (sha256: string) => ({ kind: 'image' as const, sha256, bytes: 5, type: 'image/png', chunks: ['x'], width: 1, height: 1 })
    const slide = (...objects: ReturnType<typeof object>[]) => ({
      duration: 1,
      bgColor: '#000000',
      object: objects,
      schedule: [],
      empty: false,
    })
    const url = '/api/player/v1/card/1/8x8/abc'
    const required = requiredBy({
      cards: [{ slot: 1, width: 8, height: 8, url }],
      files: { 'image:1': file('one'), 'image:2': file('two') },
      plan: {
        line: 'v0',
        schedules: {},
        showIdx: null,
        slides: [
          slide(object('image', '2'), object('webpage', 'http://a')),
          slide(object('image', '1'), object('image', '2'), object('image', '3')),
        ],
      },
    })
    expect(required.map(({ key }) => key)).toEqual(['card-1-8x8-abc', 'two', 'one'])
    expect(cardKey(url)).toBe(required[0]?.key)
  })
  test('comes in pieces; the last one is what is left', () => {
    expect(piecesOf({ bytes: 21 }, 10)).toEqual([
      { start: 0, end: 9 },
      { start: 10, end: 19 },
      { start: 20, end: 20 },
    ])
  })
  test('that is here is not loaded again, what broke off goes on, and a damaged piece is asked for once more', async () => {
    const { store } = memoryStore()
    const file = { key: 'k', url: '/k', type: 'text/plain', bytes: 5, chunks: [await digestOf('hello')] }
    const answers = ['hellx', 'hello']
    const asked: string[] = []
    const get = async (url: string, headers: Record<string, string> = {}) => {
      asked.push(`${url} ${headers.range ?? ''}`)
      return new Response(answers.shift() ?? 'xxxxx', { status: 206 })
    }
    expect(await loadAll({ store, get }, [file])).toEqual([])
    expect(await loadAll({ store, get }, [file])).toEqual([])
    expect(asked).toEqual(['/k bytes=0-4', '/k bytes=0-4'])
    expect(await (await store.read('k', 1))?.text()).toBe('hello')
  })
  test('that stays damaged is not kept, and what was damaged since is loaded anew when it is looked at again', async () => {
    const { store, pieces } = memoryStore()
    const file = { key: 'k', url: '/k', type: 'text/plain', bytes: 5, chunks: [await digestOf('hello')] }
    expect(await loadAll({ store, get: async () => new Response('xxxxx') }, [file])).toMatchObject([{ key: 'k' }])
    expect(pieces.size).toBe(0)
    pieces.set('k/0', new Blob(['broke']))
    const get = async () => new Response('hello')
    await loadAll({ store, get }, [file])
    expect(await pieces.get('k/0')?.text()).toBe('broke')
    await loadAll({ store, get }, [file], true)
    expect(await pieces.get('k/0')?.text()).toBe('hello')
  })
})

describe('a large file', () => {
  test('whose load breaks off goes on where it was', async () => {
    const { store, pieces } = memoryStore()
    const bytes = 2 * pieceBytes + 3
    const file = { key: 'film', url: '/film', type: 'video/mp4', bytes, chunks: [] }
    const asked: string[] = []
    let cut = true
    const get = async (_url: string, { range = '' }: Record<string, string> = {}) => {
      asked.push(range)
      const [, from, to] = /(\d+)-(\d+)/.exec(range) ?? []
      if (cut && Number(from) > 0) throw new TypeError('network error')
      return new Response(new Uint8Array(Number(to) - Number(from) + 1), { status: 206 })
    }
    expect(await loadAll({ store, get }, [file])).toEqual([{ key: 'film', why: 'network error' }])
    expect([...pieces.keys()]).toEqual(['film/0'])
    cut = false
    asked.length = 0
    expect(await loadAll({ store, get }, [file])).toEqual([])
    expect(asked).toEqual([`bytes=${pieceBytes}-${2 * pieceBytes - 1}`, `bytes=${2 * pieceBytes}-${bytes - 1}`])
    expect((await store.read('film', 3))?.size).toBe(bytes)
  })
})

describe('once a day', () => {
  const zone = 'Europe/Berlin'
  /** A display whose clock says this when it begins. */
  const run = (begun: string, mayRestart = () => true) => {
    vi.useFakeTimers({ now: Date.parse(begun) })
    const restarts: string[] = []
    restartDaily({ now: Date.now, timeZone: () => zone, mayRestart, restart: () => void restarts.push(new Date().toISOString()) })
    return restarts
  }
  afterEach(() => void vi.useRealTimers())
  test('the page starts anew, at four in the morning of its own clock', () => {
    const restarts = run('2026-11-21T12:34:56Z')
    vi.advanceTimersByTime(Date.parse('2026-11-22T02:59:59.999Z') - Date.now())
    expect(restarts).toEqual([])
    vi.advanceTimersByTime(1)
    expect(restarts).toEqual(['2026-11-22T03:00:00.000Z'])
  })
  test('also on the day on which the clock is put forward', () => {
    const restarts = run('2027-03-28T00:30:00Z')
    vi.advanceTimersByTime(2 * 3_600_000)
    expect(restarts).toEqual(['2027-03-28T02:00:00.000Z'])
  })
  test('not while the page could not be loaded: then on the next day', () => {
    let reachable = false
    const restarts = run('2026-11-22T02:00:00Z', () => reachable)
    vi.advanceTimersByTime(2 * 3_600_000)
    reachable = true
    vi.advanceTimersByTime(24 * 3_600_000)
    expect(restarts).toEqual(['2026-11-23T03:00:00.000Z'])
  })
})

test('pictures of the screen are sent in the rhythm that is set, and one that fails does not end them', async () => {
  vi.useFakeTimers()
  let sent = 0
  const take = createPictures(async () => {
    if (++sent === 2) throw new Error('no network')
  })
  take(60)
  await vi.advanceTimersByTimeAsync(180_000)
  take(60)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(sent).toBe(3)
  take(0)
  await vi.advanceTimersByTimeAsync(600_000)
  vi.useRealTimers()
  expect(sent).toBe(3)
})

describe('an archive', () => {
  test('that is none is refused', () => expect(unzip(new ArrayBuffer(100))).rejects.toThrow('no zip archive'))
})
