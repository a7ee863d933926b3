/** Sample products in and out, drawn for real: what is left alone is said, and what will happen stands in the dialog. */
import type { Contract } from '@endcap/contract'
import type { CallOf } from '@endcap/contract/endpoint'
import { sampleCodes } from '@endcap/contract/samples'
import { expect, test, vi } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { notifyAbout } from '../ui/notify.ts'
import { RemoveSamples } from './remove-samples.modal.tsx'
import { TakeSamples } from './TakeSamples.tsx'

vi.mock('../ui/notify.ts', () => ({ notify: vi.fn(), notifyAbout: vi.fn() }))

const none = { prCodeList: [] as readonly string[], locale: 'ja-JP', currency: 'JPY', held: 0, tagCount: 0, sharedCount: 0 }
const aliases = { aliasList: [], meant: { name: 1, price: 3, listPrice: null, unit: null, unitPrice: null, taxPrice: null } }
type SaveCall = CallOf<Contract['products']['save']>
interface Drawn {
  state: Partial<typeof none>
  rights?: string[]
}
async function draw(what: 'take' | 'remove', { state, rights = ['product', 'tag'] }: Drawn) {
  const save = vi.fn(async (_: SaveCall) => ({ taskId: null }))
  const remove = vi.fn(async () => ({ removed: 20, tagCount: 2, taskId: '7' }))
  const api = {
    samples: { state: async () => ({ ...none, ...state }), remove },
    aliases: { list: async () => aliases },
    products: { save },
  }
  const signedIn = { user: { privilege: rights.map((key) => ({ key, read: true, write: true })) } }
  const session = { get: () => signedIn, subscribe: () => () => undefined }
  const close = vi.fn()
  const part = what === 'take' ? <TakeSamples storeCode="S1" /> : <RemoveSamples storeCode="S1" close={close} />
  await drawDialog(part, { path: '/dashboard', services: { api, session }, words: ['samples', 'common', 'state'] })
  return { save, remove, close }
}
const button = (text: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === text)
const said = () => vi.mocked(notifyAbout).mock.lastCall?.[1]

test('those that are not there are saved as new products of the store; the others are left alone, and that is said', async () => {
  const { save } = await draw('take', { state: { prCodeList: sampleCodes.slice(0, 3) } })
  await eventually(() => expect(button('Take sample products')).toBeDefined())
  button('Take sample products')!.click()
  await eventually(() => expect(said()).toBe('17 sample products are there. 3 were there already and were left alone.'))
  const { storeCode, productList = [] } = save.mock.lastCall?.[0].body ?? {}
  expect(storeCode).toBe('S1')
  expect(productList.map(({ prCode }) => prCode)).toEqual(sampleCodes.slice(3))
  // Refused where one has come meanwhile.
  expect(new Set(productList.map(({ updateId }) => updateId))).toEqual(new Set(['0']))
})

test('nothing is saved where all are there, and who may write no products has no button', async () => {
  const { save } = await draw('take', { state: { prCodeList: sampleCodes } })
  await eventually(() => expect(button('Take sample products')).toBeDefined())
  button('Take sample products')!.click()
  await eventually(() => expect(said()).toBe('20 were there already and were left alone.'))
  expect(save).not.toHaveBeenCalled()
})

test('taking them away names how many go, the labels that turn blank, and what a family holds', async () => {
  const { remove, close } = await draw('remove', { state: { prCodeList: sampleCodes, held: 1, tagCount: 2, sharedCount: 1 } })
  await eventually(() => expect(document.body.textContent).toContain('19 sample products go'))
  for (const text of ['2 labels show one of them: they turn blank', '1 of these shows other products beside it', '1 stays with its labels'])
    expect(document.body.textContent).toContain(text)
  button('Take away')!.click()
  await eventually(() => expect(close).toHaveBeenCalledWith(true))
  expect(remove).toHaveBeenCalledWith({ body: { storeCode: 'S1' } })
  expect(said()).toBe('20 sample products are gone. 2 labels turn blank.')
})

test('who may not take products off labels is told so before', async () => {
  await draw('remove', { state: { prCodeList: sampleCodes, tagCount: 2 }, rights: ['product'] })
  await eventually(() => expect(document.body.textContent).toContain('you may not take products off labels'))
  expect(button('Take away')!.disabled).toBe(true)
})

test('without any there is nothing to take away', async () => {
  await draw('remove', { state: {} })
  await eventually(() => expect(document.body.textContent).toContain('There are no sample products that can go.'))
  expect(button('Take away')!.disabled).toBe(true)
})
