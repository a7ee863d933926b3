/** The invitation in a chain of one store: it is ticked from the start, and stays without its tick when that is taken away. */
import { expect, test, vi } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { type } from '../testing/shoot.ts'
import { findStores } from '../testing/stores.ts'
import { InviteMember } from './invite.modal.tsx'

const ticked = () => [...document.querySelectorAll('[role=option][aria-selected=true] small')].map((line) => line.textContent)

test('the only store is ticked until its tick is taken away; what else is typed does not tick it again', async () => {
  // Only lines in sight are drawn, and here nothing has a size.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(220)
  const { find } = findStores([{ storeCode: 'S1', storeName: 'Tokyo Central' }])
  const overview = async () => ({ total: 1, mail: false, roles: [] })
  const signedIn = { user: { enableWholeStore: true, systemConfig: {} } }
  const session = { get: () => signedIn, subscribe: () => () => undefined }
  const services = { api: { stores: { find }, members: { overview } }, session }
  await drawDialog(<InviteMember close={() => undefined} />, { path: '/members', services, words: ['members'] })
  await eventually(() => expect(ticked()).toEqual(['S1']))
  document.querySelector<HTMLButtonElement>('[data-part=store-picker-foot] button:last-child')!.click()
  await eventually(() => expect(ticked()).toEqual([]))
  type(document.querySelector<HTMLInputElement>('input[type=email]')!, 'mika@endcap.example')
  await eventually(() => expect(document.querySelector<HTMLInputElement>('input[type=email]')!.value).toBe('mika@endcap.example'))
  expect(ticked()).toEqual([])
  vi.restoreAllMocks()
})
