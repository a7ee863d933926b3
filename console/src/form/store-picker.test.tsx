/** Ticking stores in a list, drawn for real: by mouse, by keys, all that was found, and only what is chosen; of thousands a page at a time. */
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { type } from '../testing/shoot.ts'
import { findStores, type FindCall } from '../testing/stores.ts'
import { StorePicker } from './StorePicker.tsx'

const three = ['Tokyo Central', 'Berlin North', 'Berlin Harbour'].map((storeName, index) => ({ storeCode: `S${index + 1}`, storeName }))
function Picker({ codes }: { codes: string[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(codes))
  return <StorePicker chosen={chosen} onChange={setChosen} />
}
async function draw({ stores = three, chosen = ['S1'] } = {}): Promise<FindCall[]> {
  const { asked, api } = findStores(stores)
  await drawDialog(<Picker codes={chosen} />, { path: '/members', services: { api }, words: ['members'] })
  return asked
}
const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)]
const names = () => all('[role=option]').map((line) => line.querySelector('span:nth-child(2)')?.textContent)
const ticked = () => all('[role=option][aria-selected=true]').map((line) => line.querySelector('small')?.textContent)
const active = () => all('[role=option][data-active] small').map((line) => line.textContent)
const list = () => document.querySelector<HTMLElement>('[data-part=store-picker-list]')!
const buttons = () => all<HTMLButtonElement>('[data-part=store-picker-foot] button')
const press = (...keys: string[]) =>
  keys.map((key) => list().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))

// Only lines in sight are drawn, and here nothing has a size.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(220)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
})
afterEach(() => void vi.restoreAllMocks())

test('what was chosen stands first; a click, the space bar and the buttons tick', async () => {
  await draw()
  await eventually(() => expect(names()).toEqual(['Tokyo Central', 'Berlin Harbour', 'Berlin North']))
  expect([list().role, list().getAttribute('aria-multiselectable')]).toEqual(['listbox', 'true'])
  all<HTMLElement>('[role=option]')[1]!.click()
  await eventually(() => expect([ticked(), active()]).toEqual([['S1', 'S3'], ['S3']]))
  press('Home')
  await eventually(() => expect(active()).toEqual(['S1']))
  press(' ')
  await eventually(() => expect(ticked()).toEqual(['S3']))
  press('End')
  await eventually(() => expect(active()).toEqual(['S2']))
  expect(document.getElementById(list().getAttribute('aria-activedescendant') ?? '')?.textContent).toBe('Berlin NorthS2')
  buttons()[1]!.click()
  await eventually(() => expect(ticked()).toEqual([]))
})

test('typing narrows the list, and all that was found is taken', async () => {
  await draw()
  await eventually(() => expect(names()).toHaveLength(3))
  const field = document.querySelector<HTMLInputElement>('input')!
  type(field, 'berlin')
  await eventually(() => expect(names()).toEqual(['Berlin Harbour', 'Berlin North']))
  await eventually(() => expect(buttons()[0]!.disabled).toBe(false))
  buttons()[0]!.click()
  await eventually(() => expect(ticked()).toEqual(['S3', 'S2']))
  type(field, '')
  await eventually(() => expect(ticked()).toEqual(['S1', 'S3', 'S2']))
  type(field, 'paris')
  await eventually(() => expect([list().role, list().textContent]).toEqual(['group', 'Nothing found']))
  expect(buttons().map(({ disabled }) => disabled)).toEqual([true, false])
})

test('only what is chosen is shown when that is asked for, and stays in sight when it is taken back', async () => {
  await draw({ chosen: ['S1', 'S2'] })
  await eventually(() => expect(names()).toHaveLength(3))
  document.querySelector<HTMLButtonElement>('button[aria-pressed]')!.click()
  await eventually(() => expect(names()).toEqual(['Berlin North', 'Tokyo Central']))
  all<HTMLElement>('[role=option]')[0]!.click()
  await eventually(() => expect(ticked()).toEqual(['S1']))
  expect(names()).toEqual(['Berlin North', 'Tokyo Central'])
})

test('of 1,600 stores a page is asked for, never the whole list', async () => {
  const stores = Array.from({ length: 1600 }, (_, place) => ({ storeCode: `S${place + 1}`, storeName: `Store ${place + 1}` }))
  const asked = await draw({ stores, chosen: ['S900'] })
  await eventually(() => expect(names()[0]).toBe('Store 900'))
  const field = document.querySelector<HTMLInputElement>('input')!
  type(field, 'store 15')
  await eventually(() => expect(names()[0]).toBe('Store 15'))
  expect(document.querySelector('[role=status]')?.textContent).toContain('1,600')
  expect(asked.length).toBeGreaterThan(1)
  for (const { length = Infinity } of asked) expect(length).toBeLessThanOrEqual(50)
  // All that was found is taken by its codes, as a person asks for them.
  type(field, '')
  await eventually(() => expect(buttons()[0]!.textContent).toContain('1,600'))
  await eventually(() => expect(buttons()[0]!.disabled).toBe(false))
  buttons()[0]!.click()
  await eventually(() => expect(document.querySelector('[role=status]')?.textContent).toContain('1,600 of 1,600'))
})
