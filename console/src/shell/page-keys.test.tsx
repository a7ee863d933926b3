/** Keys that lead to a place of the menu from everywhere. */
import { privilegeKeys } from '@endcap/contract/privileges'
import { expect, test } from 'vitest'
import { whereIs } from '../app/nav.ts'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { places } from '../app/nav.ts'
import { usePageKeys } from './page-keys.ts'
import { Places } from './Places.tsx'

const session = { user: { email: 'a@shop.example', privilege: privilegeKeys.map((key) => ({ key, read: key !== 'plus', write: false })) } }
const services = {
  session: { get: () => session, subscribe: () => () => undefined },
  api: { alarms: { openCritical: () => Promise.resolve({ count: 0 }) } },
}
function Screen() {
  usePageKeys(() => undefined)
  return (
    <>
      <Places storeCode={undefined} current={whereIs('/task')} />
      <input aria-label="Code" />
    </>
  )
}
/** Where the menu was pressed. */
async function draw(): Promise<string[]> {
  const pressed: string[] = []
  await drawDialog(<Screen />, { path: '/', services, words: ['nav', 'common'] })
  await eventually(() => expect(document.querySelector('nav a')).not.toBeNull())
  document.querySelector('nav')?.addEventListener('click', (event) => {
    event.preventDefault()
    if (event.target instanceof Element) pressed.push(event.target.textContent ?? '')
  })
  return pressed
}
let now = 1000
function press(key: string, pauseMs = 100, target: Element = document.body): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: (now += pauseMs) })
  target.dispatchEvent(event)
}

test('g and the key of a place, one after the other, lead there', async () => {
  const pressed = await draw()
  press('p')
  expect(pressed).toEqual([])
  press('g')
  press('p')
  expect(pressed).toEqual(['Products'])
  press('l')
  expect(pressed).toEqual(['Products'])
  press('g')
  press('g')
  press('l')
  press('g')
  press('l', 60_000)
  expect(pressed).toEqual(['Products', 'Labels'])
})
test('each place has a key of its own', () => {
  expect(new Set(places.map(({ key }) => key)).size).toBe(places.length)
})
test('a place that may not be read has no key', async () => {
  const pressed = await draw()
  press('g')
  press('d')
  expect(pressed).toEqual([])
})
test('the letters of a scanned code lead nowhere', async () => {
  const pressed = await draw()
  press('g')
  press('p', 10)
  press('g', 10)
  press('l', 10)
  expect(pressed).toEqual([])
})
test('a press of the mouse or a field in between takes the g back', async () => {
  const pressed = await draw()
  press('g')
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  press('p')
  const field = document.querySelector('input')
  field?.focus()
  if (field !== null) {
    press('g', 100, field)
    press('p', 100, field)
  }
  expect(pressed).toEqual([])
})
