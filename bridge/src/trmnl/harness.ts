/** A driver whose port is a test: calls are made by hand, and pictures are loaded or not as the test says. */
import { openSqliteState } from '@endcap/gateway-link/gateway/sqlite-state'
import type { Bitmap } from '@endcap/label/bitmap'
import type { Palette } from '@endcap/label/palettes'
import { pictureOf } from '../behaviour.ts'
import { createManualClock } from '../clock.ts'
import type { End, HeardTag } from '../driver.ts'
import { createUnitState } from '../unit-state.ts'
import { createTrmnlDriver } from './driver.ts'
import type { Place } from './port.ts'
import { readPng } from './read-png.ts'
import { tagOf } from './tag-id.ts'

export const base = 'http://bridge.example:2300/shop'
export const mac = 'A0B1C2D3E4F5'
export const tag = tagOf(mac)
type Headers = Record<string, string>
export interface Shown {
  status: number
  image_url: string
  filename: string
  refresh_rate: number
}

export function createHarness(options: Record<string, unknown> = {}) {
  const clock = createManualClock()
  const sqlite = openSqliteState(':memory:')
  const { driver: state } = createUnitState(sqlite)
  const ends: { op: string; end: End }[] = []
  const heard: HeardTag[] = []
  const notes: string[] = []
  let place: Place | undefined
  const create = (settings: Record<string, unknown>) =>
    createTrmnlDriver(
      {
        address: 'shop',
        options: settings,
        state,
        clock,
        events: {
          heard: (one) => void heard.push(one),
          ended: (op, end) => void ends.push({ op, end }),
          doubt: () => undefined,
          state: () => undefined,
          note: (text) => void notes.push(text),
        },
      },
      {
        port: 2300,
        add: (_, added) => void (place = added),
        remove: () => undefined,
        idle: () => Promise.resolve(),
        close: () => Promise.resolve(),
      },
    )
  let driver = create(options)
  const now = () => {
    if (place === undefined) throw new Error('the driver is not open')
    return place
  }
  const headersOf = (more: Headers): Headers => ({ id: 'A0:B1:C2:D3:E4:F5', width: '800', height: '480', model: 'og', ...more })
  const harness = {
    clock,
    ends,
    heard,
    notes,
    state,
    driver: () => driver,
    open: () => driver.open(),
    /** As after a kill: on the same state, with other settings perhaps. */
    async again(settings: Record<string, unknown> = options) {
      await driver.close()
      driver = create(settings)
      await driver.open()
    },
    setup: (more: Headers = {}) => {
      const { status, body } = now().setup(headersOf(more), base)
      const read: { api_key: string; friendly_id: string; status: number; image_url: string } = JSON.parse(String(body))
      return { http: status, ...read }
    },
    /** A call for the display; `slept` as the firmware tells it. */
    call(more: Headers = {}): Shown & { http: number; text: string } {
      const { status, body } = now().display(headersOf(more), base)
      const read: Shown = JSON.parse(String(body))
      return { ...read, http: status, text: String(body) }
    },
    log: (message: string, more: Headers = {}) => now().log(headersOf(more), JSON.stringify({ logs: [{ message }] })),
    /** Begins to load a picture; answers its bytes, and how to end that. */
    begin({ image_url }: Pick<Shown, 'image_url'>) {
      const [, secret = '', name = ''] = /\/picture\/([0-9a-f]+)\/(.+)$/.exec(image_url) ?? []
      return now().picture(secret, name)
    },
    /** Loads a picture to its end, and draws it. */
    async load(answer: Pick<Shown, 'image_url'>): Promise<Buffer> {
      const found = harness.begin(answer)
      if (found === undefined) throw new Error('there is no such picture')
      found.done(true)
      await clock.advance(41_000)
      return Buffer.from(found.body)
    },
    /** What a panel makes of it. */
    seen: (file: Uint8Array, palette: Palette = 'bw', size = { width: 800, height: 480 }): Bitmap | undefined =>
      readPng(Buffer.from(file), { ...size, palette }),
    /** Another one for each number. */
    picture(number: number, palette: Palette = 'bw'): Bitmap {
      const bitmap = pictureOf({ width: 800, height: 480, palette }, number)
      bitmap.pixels[number] = 1 - Math.min(1, bitmap.pixels[number] ?? 0)
      return bitmap
    },
    show: (op: string, bitmap: Bitmap, more: { refresh?: boolean; tag?: string } = {}) =>
      driver.show({ op, tag, type: 'trmnl-og', refresh: false, bitmap, ...more }),
    outcomes: (op: string) => ends.filter((one) => one.op === op).map(({ end }) => end.outcome),
    async close() {
      await driver.close()
      sqlite.close()
    },
  }
  return harness
}
export type Harness = ReturnType<typeof createHarness>
