/** The exceptions as they are drawn: of all stores, of one, and where there is nothing wrong. */
import type { ChainExceptions, ExceptionStatistics, StoreExceptions } from '@endcap/contract/exceptions'
import type { TableCall } from '@endcap/contract/table'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { findStores } from '../testing/stores.ts'
import { ExceptionsScreen } from './exceptions.screen.tsx'

const none = { totalTags: 40, errorTags: 0, noProductTags: 0, duplicateTags: 0, batteryNgTags: 0, totalGWs: 2, ngGWs: 0 }
const berlin: StoreExceptions = { ...none, storeCode: 'B1', storeName: 'Berlin', errorTags: 3, ngGWs: 1 }
const hamburg: StoreExceptions = { ...none, storeCode: 'H1', storeName: 'Hamburg', noProductTags: 2 }
const both = [
  { storeCode: 'B1', storeName: 'Berlin' },
  { storeCode: 'H1', storeName: 'Hamburg' },
]
interface Given {
  chain?: Partial<ChainExceptions>
  stores?: typeof both
  privileges?: readonly string[]
  store?: Partial<ExceptionStatistics>
}
/** Draws the screen; answers what was asked for. */
async function draw({ chain, stores = both, privileges = ['tag', 'store'], store = {} }: Given) {
  const asked: unknown[] = []
  const readsStores = privileges.includes('store')
  const gateways = readsStores ? {} : { totalGWs: null, ngGWs: null }
  const session = {
    user: { email: 'a@shop.example', privilege: privileges.map((key) => ({ key, read: true, write: false })), systemConfig: {} },
  }
  await drawDialog(<ExceptionsScreen />, {
    path: '/exceptions',
    words: ['exceptions', 'dashboard', 'common', 'table'],
    services: {
      session: { get: () => session, subscribe: () => () => undefined },
      api: {
        ...findStores(stores).api,
        exceptions: {
          chain: () =>
            Promise.resolve({
              stores: 2,
              storesAffected: 2,
              ...none,
              errorTags: 3,
              noProductTags: 2,
              ngGWs: 1,
              updatedAt: 0,
              ...gateways,
              ...chain,
            }),
          stores: ({ body }: { body: TableCall<'storeCode' | 'storeName'> }) => {
            asked.push(body.order)
            const data = [berlin, hamburg].map((row) => ({ ...row, ...gateways }))
            return Promise.resolve({ draw: 0, recordsTotal: 2, recordsFiltered: 2, data })
          },
          statistics: ({ params }: { params: { storeCode: string } }) => {
            asked.push(params.storeCode)
            return Promise.resolve({ ...none, storeCode: params.storeCode, ngGWDetail: [], updatedAt: 0, ...gateways, ...store })
          },
        },
      },
    },
  })
  await eventually(() => expect(document.querySelector('h1')).not.toBeNull())
  return asked
}
const text = () => document.body.textContent
const headings = () => [...document.querySelectorAll('th')].map((one) => one.textContent).filter(Boolean)

beforeEach(() => {
  localStorage.clear()
  document.body.innerHTML = ''
})
afterEach(() => void vi.unstubAllGlobals())

test('all stores are added up, and asked for with the most errors first', async () => {
  const asked = await draw({})
  await eventually(() =>
    expect(document.querySelector('[data-part=sum]')?.textContent).toBe(
      'All storesError tags3No-product tags2Duplicate tags0Low-battery tags0NG gateways1',
    ),
  )
  expect(text()).toContain('2 of 2 stores have exceptions')
  expect(asked).toEqual([{ column: 'errorTags', dir: 'desc' }])
  // All kinds in sight before what a tablet has no room for.
  const kinds = ['Error tags', 'No-product tags', 'Duplicate tags', 'Low-battery tags', 'NG gateways']
  expect(headings()).toEqual(['Store', ...kinds, 'Tags', 'Code'])
})

test('on a phone a column of its own stands beside those of the kinds, and has no order', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }))
  await draw({})
  await eventually(() =>
    expect(headings()).toEqual([
      'Store',
      'Code',
      'Exceptions',
      'Error tags',
      'No-product tags',
      'Duplicate tags',
      'Low-battery tags',
      'NG gateways',
      'Tags',
    ]),
  )
  expect([...document.querySelectorAll('th')].find((one) => one.textContent === 'Exceptions')?.querySelector('button')).toBeNull()
})

test('without the privilege to read stores no gateway is spoken of', async () => {
  await draw({ privileges: ['tag'] })
  await eventually(() => expect(document.querySelector('[data-part=sum]')?.textContent).toContain('Low-battery tags0'))
  expect(text()).not.toContain('NG gateways')
})

test('where nothing is wrong, one line says it', async () => {
  await draw({ chain: { stores: 1600, storesAffected: 0, errorTags: 0, noProductTags: 0, ngGWs: 0 } })
  await eventually(() => expect(text()).toContain('Nothing is out of the ordinary in your 1,600 stores.'))
  expect(document.querySelector('table')).toBeNull()
})

test('a kind that a store has nothing of is a line and no ring', async () => {
  localStorage.setItem('endcap.store', 'H1')
  const asked = await draw({ store: { noProductTags: 2 } })
  await eventually(() => expect(document.querySelectorAll('[data-part=doughnut]')).toHaveLength(1))
  expect([...document.querySelectorAll('section')].map((one) => one.getAttribute('aria-label'))).toEqual(['No-product tags'])
  expect([...document.querySelectorAll('[data-part=well] li')].map((one) => one.textContent)).toEqual([
    'No error tags',
    'No duplicate tags',
    'No tags with a low battery',
    'All gateways are well',
  ])
  expect(asked).toEqual(['H1'])
  // The store was chosen in the sidebar, and all of them are there.
  expect([...document.querySelectorAll('a')].map((one) => one.textContent)).not.toContain('All stores')
})

test('the one store of an account is the chain', async () => {
  const asked = await draw({ stores: both.slice(0, 1), privileges: ['tag'] })
  await eventually(() => expect(text()).toContain('No error tags'))
  expect(text()).toContain('Berlin')
  expect(text()).not.toContain('gateways')
  expect(asked).toEqual(['B1'])
})

test('an account without stores is told so', async () => {
  await draw({ stores: [] })
  await eventually(() => expect(text()).toContain('No store is assigned to your account.'))
})
