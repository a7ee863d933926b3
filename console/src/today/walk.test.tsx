/** The walking list: each label opens in the aisle of its own store, and a list that is a part says so. */
import type { WalkLabel } from '@endcap/contract/today'
import { beforeEach, expect, test, vi } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { WalkScreen } from './walk.screen.tsx'

const label = (storeCode: string, tagMac: string): WalkLabel => ({
  storeCode,
  storeName: `Shop ${storeCode}`,
  timeZone: 'Asia/Tokyo',
  tagMac,
  prCode: '1',
  prName: 'Milk',
  gwMac: '02ED00000001',
  gwIndex: 1,
  priceOnGlass: '¥198',
  price: '¥178',
  percent: 11.2,
  since: null,
})
const draw = (answer: object) =>
  drawDialog(<WalkScreen />, {
    path: '/dashboard/walk',
    services: { api: { today: { walk: () => Promise.resolve(answer) } } },
    words: ['today'],
  })
const text = () => document.body.textContent
const linksOf = (part: string) => [...document.querySelectorAll<HTMLAnchorElement>(part)].map((one) => one.getAttribute('href'))
beforeEach(
  () =>
    void vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined })),
)

test('on a handheld each label, and each store, opens in the aisle of its own store', async () => {
  await draw({ labelList: [label('A', '5A3C000000000001'), label('B', '5A3C000000000002')], more: false, orMore: false })
  const toLabel = (store: string, tagMac: string) =>
    expect.stringMatching(new RegExp(`^/tag/detail/${store}\\?view=aisle&do=find&walk=wrong-price&code=.*${tagMac}`))
  // That it is a handheld is known after the first drawing.
  await eventually(() =>
    expect(linksOf('[data-part=walk-label]')).toEqual([toLabel('A', '5A3C000000000001'), toLabel('B', '5A3C000000000002')]),
  )
  expect(linksOf('header a')).toEqual(['A', 'B'].map((code) => `/tag/detail/${code}?view=aisle&do=find&walk=wrong-price`))
  expect(text()).not.toContain('there are more')
})
test('a list that is cut says so, and so does one of more failed labels than are compared', async () => {
  await draw({ labelList: [label('A', '5A3C000000000001')], more: true, orMore: false })
  await eventually(() => expect(text()).toContain('The first 1 labels are listed; there are more.'))
  document.body.replaceChildren()
  await draw({ labelList: [label('A', '5A3C000000000001')], more: true, orMore: true })
  await eventually(() => expect(text()).toContain('More than 2,000 labels have failed.'))
})
