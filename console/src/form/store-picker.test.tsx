/** Ticking stores in a list, drawn for real: by mouse, by keys, all that was found, and only what is chosen. */
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { type } from '../testing/shoot.ts'
import { StorePicker } from './StorePicker.tsx'

const stores = ['Tokyo Central', 'Berlin North', 'Berlin Harbour'].map((storeName, index) => ({ storeCode: `S${index + 1}`, storeName }))
function Picker() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['S1']))
  return <StorePicker stores={stores} chosen={chosen} onChange={setChosen} />
}
const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)]
const names = () => all('[role=option]').map((line) => line.querySelector('span:nth-child(2)')?.textContent)
const ticked = () => all('[role=option][aria-selected=true]').map((line) => line.querySelector('small')?.textContent)
const active = () => all('[role=option][data-active] small').map((line) => line.textContent)
const list = () => document.querySelector<HTMLElement>('[data-part=store-picker-list]')!
const press = (...keys: string[]) =>
  keys.map((key) => list().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))

// Only lines in sight are drawn, and here nothing has a size.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(220)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
})
afterEach(() => void vi.restoreAllMocks())

test('what was chosen stands first; a click, the space bar and the buttons tick', async () => {
  await drawDialog(<Picker />, { path: '/members', services: {}, words: ['members'] })
  await eventually(() => expect(names()).toEqual(['Tokyo Central', 'Berlin Harbour', 'Berlin North']))
  expect([list().role, list().getAttribute('aria-multiselectable'), list().hasAttribute('aria-busy')]).toEqual(['listbox', 'true', false])
  all<HTMLElement>('[role=option]')[1]!.click()
  await eventually(() => expect([ticked(), active()]).toEqual([['S1', 'S3'], ['S3']]))
  press('Home')
  await eventually(() => expect(active()).toEqual(['S1']))
  press(' ')
  await eventually(() => expect(ticked()).toEqual(['S3']))
  press('End')
  await eventually(() => expect(active()).toEqual(['S2']))
  expect(document.getElementById(list().getAttribute('aria-activedescendant') ?? '')?.textContent).toBe('Berlin NorthS2')
  all<HTMLButtonElement>('[data-part=store-picker-foot] button')[1]!.click()
  await eventually(() => expect(ticked()).toEqual([]))
})

test('typing narrows the list, and all that was found is taken', async () => {
  await drawDialog(<Picker />, { path: '/members', services: {}, words: ['members'] })
  await eventually(() => expect(names()).toHaveLength(3))
  const field = document.querySelector<HTMLInputElement>('input')!
  type(field, 'berlin')
  await eventually(() => expect(names()).toEqual(['Berlin Harbour', 'Berlin North']))
  all<HTMLButtonElement>('[data-part=store-picker-foot] button')[0]!.click()
  await eventually(() => expect(ticked()).toEqual(['S3', 'S2']))
  type(field, '')
  await eventually(() => expect(ticked()).toEqual(['S1', 'S3', 'S2']))
  type(field, 'paris')
  await eventually(() => expect([list().role, list().textContent]).toEqual(['group', 'Nothing found']))
  expect(all<HTMLButtonElement>('[data-part=store-picker-foot] button').map(({ disabled }) => disabled)).toEqual([true, false])
})
