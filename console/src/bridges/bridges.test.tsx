/** The list of bridges, drawn for real: how each does, its token shown once, and what taking it away does. */
import type { Bridge } from '@endcap/contract/access-points'
import { CallError } from '@endcap/contract/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { type } from '../testing/shoot.ts'
import { BridgeListScreen } from './bridge-list.screen.tsx'
import { RemoveBridge, RenewToken } from './bridge.modals.tsx'
import { standingOf } from './standing.ts'
import { eventually } from '../testing/eventually.ts'

const bridge: Bridge = {
  bridgeId: '2',
  name: 'Back office',
  storeCodes: ['S1', 'S2'],
  own: false,
  accessPoints: 3,
  createdBy: 'a@b.c',
  createdAt: 0,
  seenAt: 1_000_000,
  seenIp: '10.0.0.9',
  version: '0.1.0',
  signPort: 2300,
  problems: ['Port 2300 is taken.'],
}
const own: Bridge = { ...bridge, bridgeId: '1', name: 'Endcap', own: true, storeCodes: null, accessPoints: 0, seenAt: null, problems: [] }
const page = (data: readonly unknown[]) => ({ draw: 0, recordsTotal: data.length, recordsFiltered: data.length, data })

async function draw(what: React.ReactNode, bridges: object, { write = true } = {}) {
  const signedIn = { user: { privilege: [{ key: 'store', read: true, write }], systemConfig: { site: '' } } }
  const session = { get: () => signedIn, subscribe: () => () => undefined }
  const api = { bridges, stores: { list: async () => ({ storeList: [] }) } }
  const words = ['bridges', 'members', 'nav', 'state', 'stores', 'table', 'downloads']
  await drawDialog(what, { path: '/setting/bridges', services: { api, session }, words })
}
const pageText = () => document.body.textContent
const named = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === name || one.textContent.trim() === name)
const shown = (text: string) => eventually(() => expect(pageText()).toContain(text))

// Rows are drawn where there is room for them: without a browser nothing has a height.
beforeEach(() => {
  for (const side of ['clientHeight', 'clientWidth'] as const) vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(1000)
})
afterEach(() => void vi.restoreAllMocks())

describe('the list', () => {
  test('shows a skeleton until it is there', async () => {
    await draw(<BridgeListScreen />, { search: () => new Promise(() => undefined) })
    await eventually(() => expect(document.querySelector('[data-part=skeleton]')).not.toBeNull())
  })
  test('says that there is none', async () => {
    await draw(<BridgeListScreen />, { search: async () => page([]) })
    await shown('There is no bridge yet')
  })
  test('says why it cannot be had', async () => {
    await draw(<BridgeListScreen />, { search: () => Promise.reject(new CallError(403, { code: 'forbidden', message: 'No.' })) })
    await eventually(() => expect(pageText()).toContain('You have no permission to do this.'))
  })
  test('says of each what it serves, how it does and what is wrong; the servers’ own is left as it is', async () => {
    await draw(<BridgeListScreen />, { search: async () => page([own, bridge]) })
    await shown('Port 2300 is taken.')
    for (const text of ['Endcap (this server)', 'All stores', 'Rests', 'S1, S2', 'Silent', '0.1.0']) expect(pageText()).toContain(text)
    expect([named('Remove Back office'), named('Remove Endcap')].map((one) => one !== undefined)).toEqual([true, false])
  })
  test('who may only read makes, renews and removes none', async () => {
    await draw(<BridgeListScreen />, { search: async () => page([bridge]) }, { write: false })
    await shown('Back office')
    expect([named('New bridge'), named('Remove Back office'), named('New token for Back office')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
  test('a new one is made for all stores; its command is shown once', async () => {
    const create = vi.fn(async (_: unknown) => ({ bridgeId: '3', token: 'ecb_secret' }))
    await draw(<BridgeListScreen />, { search: async () => page([own]), create })
    await shown('Endcap')
    named('New bridge')?.click()
    await shown('Such as the machine that it runs on.')
    named('Make bridge')?.click()
    await shown('Enter a name.')
    type(document.querySelector<HTMLInputElement>('[role=dialog] input')!, 'Till')
    named('Make bridge')?.click()
    await shown('Choose a store.')
    document.querySelector<HTMLInputElement>('[role=dialog] input[type=checkbox]')?.click()
    await eventually(() => expect(document.querySelector('[data-part=store-picker]')).toBeNull())
    named('Make bridge')?.click()
    await shown(`ENDCAP_SERVER=${location.origin} ENDCAP_BRIDGE_TOKEN=ecb_secret npm run bridge`)
    expect(create.mock.calls).toEqual([[{ body: { name: 'Till', storeCodes: null } }]])
  })
})

test('a new token: what ends is said before, the token after', async () => {
  const renew = vi.fn(async (_: unknown) => ({ bridgeId: '2', token: 'ecb_new' }))
  await draw(<RenewToken bridge={bridge} close={() => undefined} />, { renew })
  await shown('Its 3 access points are offline until the bridge runs with the new token.')
  expect(renew).not.toHaveBeenCalled()
  named('Make new token')?.click()
  await shown('ENDCAP_BRIDGE_TOKEN=ecb_new')
})

test('one that still has access points is not removed', async () => {
  await draw(<RemoveBridge bridge={bridge} close={() => undefined} />, {})
  await shown('It still speaks for 3 access points.')
  expect(named('Remove')?.disabled).toBe(true)
})
test('one that has none is removed after the question', async () => {
  const remove = vi.fn(async (_: unknown) => ({}))
  const close = vi.fn()
  await draw(<RemoveBridge bridge={{ ...bridge, accessPoints: 0 }} close={close} />, { remove })
  await shown('Its token ends at once')
  named('Remove')?.click()
  await eventually(() => expect(close).toHaveBeenCalled())
  expect(remove.mock.calls).toEqual([[{ params: { bridgeId: '2' } }]])
})

test('how a bridge does follows from when it called last', () => {
  const at = 1_000_000
  const standing = (more: Partial<Bridge>, secondsLater = 60) => standingOf({ ...bridge, seenAt: at, ...more }, (at + secondsLater) * 1000)
  expect([standing({}), standing({}, 76), standing({ seenAt: null })]).toEqual(['calls', 'silent', 'new'])
  const ownOne = { own: true, accessPoints: 0 }
  expect([standing(ownOne, 900), standing({ ...ownOne, seenAt: null }), standing({ own: true, accessPoints: 1 }, 900)]).toEqual([
    'rests',
    'rests',
    'silent',
  ])
})
