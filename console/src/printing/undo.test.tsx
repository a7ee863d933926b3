/** What was done to a print list, or to a saved one, is taken back: only where nothing else was done to it since. */
import { notifications } from '@mantine/notifications'
import { CallError } from '@endcap/contract/client'
import i18next from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import type { Services } from '../app/services.ts'
import { Notices } from '../shell/Notices.tsx'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { listStore } from './list-store.ts'
import { emptyList, readList, withoutRow, withProduct, withRows } from './list.ts'
import { undoOfChange, undoOfTemplate } from './undo.ts'

const said = () => [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent).join('\n')
const store = listStore('a@b.c', 'S1')
const codes = () => readList('a@b.c', 'S1').rows.map(({ prCode }) => prCode)
const row = (prCode: string) => ({ prCode, qty: 2, layoutId: null, description: '', prInfo: [] })

beforeEach(async () => {
  notifications.clean()
  localStorage.clear()
  await drawDialog(<Notices />, { path: '/print', services: {}, words: ['common', 'state', 'printing', 'error'] })
})

/** Two rows, of which the first is removed. */
function removeFirst() {
  store.change(() => withRows(emptyList, [row('p1'), row('p2')]))
  const before = store.get()
  store.change((now) => withoutRow(now, '1'))
  return undoOfChange(store, before, 'Put p1 back', i18next.t)
}

test('a removed row stands in its place again, on the screen that is open and after it was left', async () => {
  const undo = removeFirst()
  expect(codes()).toEqual(['p2'])
  let draws = 0
  const leave = store.subscribe(() => draws++)
  await undo.run()
  expect([codes(), store.get().rows.length, draws]).toEqual([['p1', 'p2'], 2, 1])
  leave()
  const later = removeFirst()
  await later.run()
  expect(codes()).toEqual(['p1', 'p2'])
})

test('a list to which a product was added since stays as it is, and it is said', async () => {
  const undo = removeFirst()
  store.change((now) => withProduct(now, 'p3').list)
  await undo.run()
  expect(codes()).toEqual(['p2', 'p3'])
  await eventually(() => expect(said()).toContain('The list was changed in the meantime. Nothing was put back.'))
})

test('what another page of the browser has stored since is not overwritten either', async () => {
  const undo = removeFirst()
  const stored = JSON.stringify(withRows(emptyList, [row('p9')]))
  for (const key of Object.keys(localStorage)) if (key.includes('S1')) localStorage.setItem(key, stored)
  await undo.run()
  expect(codes()).toEqual(['p9'])
})

test.each([
  ['is saved again', undefined, 'Saved list Week put back'],
  [
    'is not saved over another of its name',
    new CallError(409, { code: 'print-template-exists', message: 'x' }),
    'There is another saved list Week now. Nothing was put back.',
  ],
])('a saved list that was removed %s', async (_what, refusal, words) => {
  const sent: unknown[] = []
  const save = async (call: unknown) => {
    sent.push(call)
    if (refusal !== undefined) throw refusal
  }
  const api = { printing: { save } } as unknown as Services['api']
  let reloads = 0
  const saved = { storeCode: 'S1', name: 'Week', layoutId: 'A4', prList: [row('p1')] }
  await undoOfTemplate(saved, { t: i18next.t, api, saved: () => reloads++ }).run()
  const body = { name: 'Week', layoutId: 'A4', prList: [row('p1')], overwrite: false }
  expect([sent, reloads]).toEqual([[{ params: { storeCode: 'S1' }, body }], 1])
  await eventually(() => expect(said()).toContain(words))
})
