// @vitest-environment happy-dom
/** Prices that change while a slide is on the screen, or gets ready below it. */
import type { Manifest } from '@endcap/contract/player'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock } from './clock.ts'
import type { ContentStore } from './content-store.ts'
import { cardKey } from './required-content.ts'
import { slideView } from './screen/slide.ts'
import { createStage } from './screen/stage.ts'
import type { View } from './screen/view.ts'

/** Pictures that are being decoded: each until it is let go on. */
const decoding = new Map<string, { done(): void; broken(): void }>()
beforeEach(() => {
  vi.useFakeTimers()
  decoding.clear()
  document.body.replaceChildren()
  HTMLImageElement.prototype.decode = function decode() {
    return new Promise((resolve, reject) =>
      decoding.set(this.getAttribute('src') ?? '', { done: resolve, broken: () => reject(new Error('broken')) }),
    )
  }
})
afterEach(() => vi.useRealTimers())

const cardAt = (price: string) => `/api/player/v1/card/1/10x10/${price}`
const object = { type: 'product' as const, id: '1', left: 0, top: 0, width: 10, height: 10, index: 0 }
const slide = { duration: 10, bgColor: '#000000', object: [object], schedule: [], empty: false }
const planAt = (price: string) =>
  ({
    settings: { volume: 1 },
    screen: { width: 100, height: 100 },
    files: {},
    cards: [{ slot: 1, url: cardAt(price), width: 10, height: 10, look: 'screen' }],
  }) as unknown as Manifest

function slideAt(price: string) {
  const faults: string[] = []
  const view = slideView(slide, {
    store: { url: async (key: string) => key } as unknown as ContentStore,
    clock: createClock({ monotonic: () => 0, started: 0, stored: undefined }),
    manifest: planAt(price),
    online: () => true,
    failed: (content, code, reason) => faults.push(`${content} ${code} ${reason}`),
    opened: (content) => faults.push(`${content} there`),
    trouble: () => undefined,
  })
  return { view, faults }
}
const isDecoded = async (price: string, how: 'done' | 'broken' = 'done') => {
  while (!decoding.has(cardKey(cardAt(price)))) await vi.advanceTimersByTimeAsync(0)
  decoding.get(cardKey(cardAt(price)))?.[how]()
  await vi.advanceTimersByTimeAsync(0)
}
const pictureIn = (view: View) => view.element.querySelector('img')?.getAttribute('src')

test('the picture of an old price that is drawn late does not come after that of the new one', async () => {
  const { view } = slideAt('3.49')
  await isDecoded('3.49')
  view.update(planAt('2.99'))
  await vi.advanceTimersByTimeAsync(0)
  view.update(planAt('1.99'))
  await vi.advanceTimersByTimeAsync(0)
  // The newest picture would be there first.
  decoding.get(cardKey(cardAt('1.99')))?.done()
  await vi.advanceTimersByTimeAsync(0)
  await isDecoded('2.99')
  await isDecoded('1.99')
  expect(pictureIn(view)).toBe(cardKey(cardAt('1.99')))
})

test('a new price that cannot be drawn is named, and tried again', async () => {
  const { view, faults } = slideAt('3.49')
  await isDecoded('3.49')
  view.update(planAt('2.99'))
  await isDecoded('2.99', 'broken')
  expect(faults).toEqual(['product:1 there', 'product:1 product-failed broken'])
  expect(pictureIn(view)).toBe(cardKey(cardAt('3.49')))
  decoding.clear()
  await vi.advanceTimersByTimeAsync(60_000)
  await isDecoded('2.99')
  expect(faults.at(-1)).toBe('product:1 there')
  expect(pictureIn(view)).toBe(cardKey(cardAt('2.99')))
})

test('what gets ready below the screen when the price changes comes with the new one', async () => {
  const stage = createStage(document.body, { ready: () => undefined, switched: () => undefined })
  const { view } = slideAt('3.49')
  const target = { id: 'slide', since: 0, make: () => view }
  stage.prepare(target)
  await isDecoded('3.49')
  stage.update(planAt('2.99'))
  await isDecoded('2.99')
  expect(stage.show(target)).toBe('shown')
  expect(pictureIn(view)).toBe(cardKey(cardAt('2.99')))
})
