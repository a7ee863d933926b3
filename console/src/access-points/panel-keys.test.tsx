/** Panels that are changed: keys are entered once, never shown, forgotten one by one; how often panels are visited. */
import type { AccessPoint } from '@endcap/contract/access-points'
import { expect, test, vi } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { type } from '../testing/shoot.ts'
import { EditAccessPoint } from './edit.modal.tsx'

const panels: AccessPoint = {
  gwMac: '02EB00000001',
  storeCode: 'S1',
  storeName: 'Shop',
  kind: 'opendisplay',
  name: 'Panels',
  address: '',
  options: {},
  keyed: ['D0CF5E000001', 'D0CF5E000002'],
  bridgeId: '2',
  bridgeName: 'Shop',
  status: 'NORMAL',
  tagCount: 3,
  lastHeardAt: 1_000_000,
  device: null,
}
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name || one.getAttribute('aria-label') === name)
const input = (label: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
const listed = () => [...document.querySelectorAll('[data-part=ap-keys] li')].map((one) => one.textContent)

async function draw(accessPoint: AccessPoint) {
  const update = vi.fn(async (_: { body: object }) => ({}))
  const probe = vi.fn(async (_: { body: object }) => ({ probed: null, problem: null }))
  const session = { get: () => ({ user: { privilege: [{ key: 'store', read: true, write: true }] } }), subscribe: () => () => undefined }
  await drawDialog(<EditAccessPoint accessPoint={accessPoint} close={vi.fn()} />, {
    path: '/store/detail/$storeCode',
    services: { api: { accessPoints: { update, probe } }, session },
    words: ['accessPoints', 'gateways'],
  })
  await eventually(() => expect(button('Save')).toBeDefined())
  return { update, probe }
}
async function enter(mac: string, key: string) {
  type(input('MAC of the panel')!, mac)
  type(input('Key, 32 hexadecimal digits')!, key)
  await eventually(() => expect(button('Add key')?.disabled).toBe(false))
  button('Add key')?.click()
}

test('a key is entered, another one forgotten; what was entered is not shown', async () => {
  const { update, probe } = await draw(panels)
  expect(listed()).toEqual(['D0CF5E000001KnownForget', 'D0CF5E000002KnownForget'])
  button('Forget the key of D0CF5E000001')?.click()
  await enter('d0:cf:5e:00:00:03', '00112233445566778899aabbccddeeff')
  await eventually(() => expect(listed()).toEqual(['D0CF5E000002KnownForget', 'D0CF5E000003NewForget']))
  expect(document.body.innerHTML).not.toContain('00112233')
  // Tried with the key that is not saved yet, and with those that are known.
  button('Test')?.click()
  await eventually(() => expect(probe).toHaveBeenCalled())
  expect(probe.mock.calls[0]?.[0].body).toMatchObject({ gwMac: panels.gwMac, keys: { D0CF5E000003: '00112233445566778899aabbccddeeff' } })
  button('Save')?.click()
  await eventually(() => expect(update).toHaveBeenCalled())
  expect(update.mock.calls[0]?.[0].body).toMatchObject({ keys: { D0CF5E000001: null, D0CF5E000003: '00112233445566778899aabbccddeeff' } })
})
test('what is no MAC or no key is said at once', async () => {
  await draw(panels)
  await enter('d0:cf', '00112233445566778899aabbccddeeff')
  await eventually(() => expect(document.body.textContent).toContain('A MAC has 12 hexadecimal digits.'))
  await enter('D0CF5E000003', 'short')
  await eventually(() => expect(document.body.textContent).toContain('A key has 32 hexadecimal digits.'))
  expect(listed()).toHaveLength(2)
})
test('how often panels are visited is set', async () => {
  const { update } = await draw({ ...panels, options: { discover: true, visit: 45 } })
  const choice = [...document.querySelectorAll('select')].find((one) => one.closest('label')?.textContent.startsWith('Visit panels'))!
  expect([choice.value, choice.selectedOptions[0]?.textContent]).toEqual(['45', 'every 45 seconds'])
  choice.value = '300'
  choice.dispatchEvent(new Event('change', { bubbles: true }))
  await eventually(() => expect(button('Save')?.disabled).toBe(false))
  button('Save')?.click()
  await eventually(() => expect(update).toHaveBeenCalled())
  expect(update.mock.calls[0]?.[0].body).toMatchObject({ options: { discover: true, visit: 300 } })
})
test('other kinds have none', async () => {
  await draw({ ...panels, kind: 'openepaperlink', address: '10.0.0.30', keyed: [] })
  expect(document.querySelector('[data-part=ap-keys]')).toBeNull()
})
