/** What was saved is taken back as long as no other account has changed it, and with a look at prices where one is asked for. */
import { notifications } from '@mantine/notifications'
import { CallError } from '@endcap/contract/client'
import { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import type { Services } from '../app/services.ts'
import { undoOfDeassign, undoOfLifecycle } from '../tags/undo.ts'
import { Notices } from '../shell/Notices.tsx'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { undoOfSave } from './undo.tsx'

const before = { prInfo: ['', 'Milk', '', '1.99'], layoutId: null, nfc: null }
const after = { ...before, prInfo: ['', 'Milk', '', '2.99'] }
const said = () => [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent).join('\n')

interface Answers {
  now?: object
  priceCount?: number
  save?: () => Promise<object>
}
async function undo({ now = {}, priceCount = 0, save = async () => ({ taskId: '7', tagCount: 1 }) }: Answers) {
  notifications.clean()
  const sent: unknown[] = []
  const products = {
    get: async () => ({ prCode: 'p1', updateId: '12', tagCount: 1, ...after, ...now }),
    check: async () => ({ prices: [], priceCount, misfits: [], misfitCount: 0 }),
    list: async () => ({ productList: [{ prCode: 'p1', name: 'Milk', updateId: '12', tagCount: 1, ...after }], unknown: [] }),
    save: async ({ body }: { body: unknown }) => {
      sent.push(body)
      return save()
    },
  }
  const meant = { name: 1, price: 3, listPrice: null, unit: null, unitPrice: null, taxPrice: null }
  const api = { products, aliases: { list: async () => ({ aliasList: [], meant }) } } as unknown as Services['api']
  await drawDialog(<Notices />, { path: '/products', services: { api }, words: ['common', 'state', 'products', 'tags', 'error'] })
  const tools = { t: i18next.t, api, queries: new QueryClient() }
  const ask = await undoOfSave({ storeCode: 'S1', prCode: 'p1', name: 'Milk', before, after }, tools).run()
  return { sent, ask }
}

test('what stood there is saved again, on what was just saved, and said', async () => {
  const { sent, ask } = await undo({})
  expect(ask).toBeUndefined()
  expect(sent).toEqual([{ storeCode: 'S1', productList: [{ prCode: 'p1', ...before, updateId: '12' }] }])
  await eventually(() => expect(said()).toContain('Put back: Milk'))
})

test('a change of another account is not overwritten: nothing is sent, or the server refuses', async () => {
  const other = await undo({ now: { prInfo: ['', 'Milk', '', '3.49'] } })
  expect(other.sent).toEqual([])
  await eventually(() => expect(said()).toContain('Milk was changed by another account in the meantime. Nothing was put back.'))
  const refuse = async () => {
    throw new CallError(409, { code: 'changed-since', message: 'x' })
  }
  await undo({ save: refuse })
  await eventually(() => expect(said()).toContain('Milk was changed by another account in the meantime. Nothing was put back.'))
})

test('a price that is to be looked at is not put back at once: the dialog asks', async () => {
  const { sent, ask } = await undo({ priceCount: 1 })
  expect([sent, typeof ask]).toEqual([[], 'function'])
})

test('products taken off labels are given back to empty labels only; a refusal is said', async () => {
  const sent: unknown[] = []
  let answer: () => Promise<object> = async () => ({ taskId: '9', tagCount: 2, message: '' })
  const assignMultiple = async ({ body }: { body: unknown }) => {
    sent.push(body)
    return answer()
  }
  const api = { tags: { assignMultiple } } as unknown as Services['api']
  notifications.clean()
  await drawDialog(<Notices />, { path: '/tags', services: { api }, words: ['common', 'state', 'tags', 'error'] })
  const carried = [
    { tagMac: 'T1', prCodeList: ['p1', 'p2'], fmPrCode: null, layoutId: 'BIG', nfc: null },
    { tagMac: 'T2', prCodeList: ['p3'], fmPrCode: 'F1', layoutId: 'BIG', nfc: null },
  ]
  const tools = { t: i18next.t, api, queries: new QueryClient() }
  expect(undoOfDeassign('S1', [], tools)).toEqual([])
  const [act] = undoOfDeassign('S1', carried, tools)
  await act?.run()
  expect(sent).toEqual([
    {
      taskId: -1,
      priorTaskId: -1,
      storeCode: 'S1',
      onlyEmpty: true,
      tagList: [
        { tagMac: 'T1', prCodeList: ['p1', 'p2'], layoutId: 'BIG' },
        { tagMac: 'T2', prCodeList: [], fmPrCode: 'F1' },
      ],
    },
  ])
  await eventually(() => expect(said()).toContain('2 labels get their products back'))
  answer = async () => {
    throw new CallError(409, { code: 'tag-carries', message: 'x' })
  }
  await act?.run()
  await eventually(() => expect(said()).toContain('One of these tags carries a product again. Nothing was changed.'))
})

test('tags that were retired are in the states they were in; a refusal is said', async () => {
  const sent: unknown[] = []
  let answer: () => Promise<object> = async () => ({ changed: 2, rowList: [] })
  const set = async ({ body }: { body: unknown }) => {
    sent.push(body)
    return answer()
  }
  const api = { tagLifecycle: { set } } as unknown as Services['api']
  notifications.clean()
  await drawDialog(<Notices />, { path: '/tags', services: { api }, words: ['common', 'state', 'tags', 'error'] })
  const before = [
    { tagMac: 'T1', lifecycle: 'STOCK' },
    { tagMac: 'T2', lifecycle: 'SPARE' },
  ] as const
  const act = undoOfLifecycle('S1', before, { t: i18next.t, api, queries: new QueryClient() })
  await act.run()
  expect(sent).toEqual([{ storeCode: 'S1', confirmed: true, tagList: before }])
  await eventually(() => expect(said()).toContain('2 tags are in the states they were in'))
  answer = async () => {
    throw new CallError(409, { code: 'tag-lifecycle', message: 'One of them has a product.' })
  }
  await act.run()
  await eventually(() => expect(said()).toContain('One of them has a product.'))
})
