/** The form of a new store, drawn for real: few fields, and what follows from its address. */
import { act } from 'react'
import { expect, test } from 'vitest'
import { useFirstStore } from '../data/use-stores.ts'
import { drawDialog } from '../testing/dialog.tsx'
import { type } from '../testing/shoot.ts'
import { findStores } from '../testing/stores.ts'
import { StoreModal } from './store.modal.tsx'

async function open() {
  const created: Record<string, unknown>[] = []
  const api = { stores: { create: async ({ body }: { body: Record<string, unknown> }) => void created.push(body) } }
  const session = { get: () => ({ user: { systemConfig: {} } }), subscribe: () => () => undefined }
  await drawDialog(<StoreModal close={() => undefined} />, {
    path: '/setting/store-config',
    services: { api, session },
    words: ['common', 'storeConfig', 'table'],
  })
  await expect.poll(() => document.querySelector('#store-storeCode')).not.toBeNull()
  const field = (name: string) => document.querySelector<HTMLInputElement>(`#store-${name}`)!
  const submit = async () => act(async () => document.querySelector('form')!.requestSubmit())
  return { created, field, submit }
}

test('a new store asks for name and code alone; clock, language and currency follow from the address', async () => {
  const { created, field, submit } = await open()
  expect([...document.querySelectorAll('label')].filter((one) => one.textContent.includes('*')).map((one) => one.textContent)).toEqual([
    'Store Name *',
    'Store Code *',
  ])
  expect(field('cpDuration').closest('details')?.open).toBe(false)
  type(field('storeName'), '新宿東口店')
  type(field('storeCode'), 'TYO01')
  type(field('address'), '서울특별시 강남구')
  await expect.poll(() => field('currency').value).toBe('KRW')
  // What was chosen by hand stays, whatever the address says afterwards.
  type(field('locale'), 'en-JP')
  type(field('address'), '東京都新宿区新宿3-1')
  await expect.poll(() => field('currency').value).toBe('JPY')
  await submit()
  await expect.poll(() => created).toHaveLength(1)
  expect(created[0]).toMatchObject({ storeCode: 'TYO01', timeZone: 'Asia/Tokyo', locale: 'en-JP', currency: 'JPY', cpDuration: 39 })
})

test('what is wrong in a folded part is unfolded; the standard values come back with a button', async () => {
  const { created, field, submit } = await open()
  type(field('storeName'), 'Kobe')
  type(field('storeCode'), 'KOBE')
  type(field('eventDuration'), '')
  await submit()
  await expect.poll(() => field('eventDuration').closest('details')?.open).toBe(true)
  expect(created).toEqual([])
  const back = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Back to the standard values')
  await act(async () => back!.click())
  await expect.poll(() => field('eventDuration').value).toBe('1')
  await submit()
  await expect.poll(() => created).toHaveLength(1)
})

test('a store that was made is at once among those that are chosen from, also before the server tells of it', async () => {
  const stores: { storeCode: string; storeName: string }[] = []
  const { find } = findStores(stores)
  const create = async ({ body }: { body: { storeCode: string; storeName: string } }) => void stores.push(body)
  const session = { get: () => ({ user: { systemConfig: {} } }), subscribe: () => () => undefined }
  const Only = () => <output>{useFirstStore()?.only ?? 'none'}</output>
  await drawDialog(
    <>
      <StoreModal close={() => undefined} />
      <Only />
    </>,
    { path: '/setting/store-config', services: { api: { stores: { create, find } }, session }, words: ['common', 'storeConfig', 'table'] },
  )
  await expect.poll(() => document.querySelector('#store-storeCode')).not.toBeNull()
  for (const name of ['storeName', 'storeCode']) type(document.querySelector<HTMLInputElement>(`#store-${name}`)!, 'TYO01')
  expect(document.querySelector('output')!.textContent).toBe('none')
  await act(async () => document.querySelector('form')!.requestSubmit())
  await expect.poll(() => document.querySelector('output')!.textContent).toBe('TYO01')
})
