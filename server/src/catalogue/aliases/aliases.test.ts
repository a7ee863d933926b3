/** The alias configuration, and what it changes at once: files, previews, lists. */
import type { Alias } from '@endcap/contract/products'
import { expect, test } from 'vitest'
import { caller, multipart, seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const read = async () => (await api('GET', '/config/alias')).body as unknown as { aliasList: Alias[]; version: string }
const save = (aliasList: object[], more: object = {}) => api('POST', '/config/alias', { aliasList, ...more })
/** Layouts that come with the server would hold on to the names of theirs. */
await context.context.db.deleteFrom('layout_drawings').execute()
const column = (index: number, name: string, more: object = {}) => ({ index, name, key: false, chart: false, type: 'text', ...more })

test('marking one as key clears it from the others; entries with a blank name are dropped', async () => {
  const { status, body } = await save([column(0, 'CODE', { key: true }), column(1, '  '), column(2, ' SKU ', { key: true, chart: true })])
  expect(status).toBe(200)
  expect(body.aliasList).toEqual([column(0, 'CODE'), column(2, 'SKU', { key: true, chart: true })])
})
test('what is wrong is named', async () => {
  expect(await save([column(0, 'A', { key: true }), column(1, 'a')])).toMatchObject({
    status: 400,
    body: { message: 'Two aliases have the name a.' },
  })
  expect(await save([column(0, 'A', { key: true }), column(0, 'B')])).toMatchObject({
    status: 400,
    body: { message: 'Two aliases have the index 0.' },
  })
  expect((await save([column(255, 'A')])).status).toBe(400)
  expect((await save([column(0, 'A', { type: 'colour' })])).status).toBe(400)
  const whole = Array.from({ length: 255 }, (_, index) => column(index, `C${index}`, { key: index === 0 }))
  expect((await save(whole)).status).toBe(200)
})
test('without a name at all, or without a key, nothing is saved', async () => {
  const before = await read()
  expect(await save([])).toMatchObject({ status: 400, body: { field: 'aliasList', message: expect.stringContaining('At least one') } })
  expect((await save([column(0, '  ', { key: true })])).status).toBe(400)
  expect(await save([column(0, 'A')])).toMatchObject({ status: 400, body: { message: expect.stringContaining('must be the key') } })
  expect(await read()).toEqual(before)
})
test('two who save on the same state: the later one is told', async () => {
  const { aliasList, version } = await read()
  const both = await Promise.all([save([...aliasList].slice(0, 3), { version }), save([...aliasList].slice(0, 4), { version })])
  expect(both.map((one) => one.status).toSorted()).toEqual([200, 409])
  expect(both.find((one) => one.status === 409)?.body).toMatchObject({ code: 'changed-since' })
})
test('an alias has a name to read in each language: those of a new system are there, a person’s stay, blank ones are none', async () => {
  const price = async () => (await read()).aliasList.find(({ index }) => index === 3)
  const [code, names] = [column(0, 'PRODUCT_CODE', { key: true }), { en_US: 'Price', ja_JP: '価格', ko_KR: '가격' }]
  // A program that knows only names.
  await save([code, column(3, 'PRICE', { type: 'price' })])
  expect((await price())?.displayNames).toEqual(names)
  const own = { en_US: ' Shelf price ', ja_JP: ' ', ko_KR: '가격' }
  expect((await save([code, column(3, 'PRICE', { displayNames: own })])).status).toBe(200)
  expect((await price())?.displayNames).toEqual({ en_US: 'Shelf price', ko_KR: '가격' })
  // Under another name what a person wrote stays, and what came with the old name goes.
  await save([code, column(3, 'AMOUNT')])
  expect((await price())?.displayNames).toEqual({ en_US: 'Shelf price' })
  await save([code, column(3, 'AMOUNT', { displayNames: {} })])
  expect(await price()).toEqual(column(3, 'AMOUNT'))
})
test('a display name is refused that is too long, or of a language that the console does not have', async () => {
  for (const displayNames of [{ en_US: 'x'.repeat(61) }, { fr_FR: 'Prix' }])
    expect((await save([column(0, 'A', { key: true, displayNames })])).status).toBe(400)
})
test('a change is for accounts of the whole chain, is recorded, and is announced to all stores', async () => {
  const some = await seedAccount(context.context, { email: 'some@test.example', privileges: ['alias.read', 'alias.write'] })
  expect(await caller(app, some)('POST', '/config/alias', { aliasList: [] })).toMatchObject({ status: 403, body: { code: 'all-stores' } })
  const announced: unknown[] = []
  const forget = context.context.signals.on('changed', (change) => void announced.push(change))
  await save([column(0, 'CODE', { key: true }), column(1, 'TITLE', { type: 'name' }), column(3, 'PRICE', { type: 'price' })])
  forget()
  expect(announced).toEqual([{ storeCode: '', changes: ['settings'] }])
  const { body } = await api('POST', '/audit/search', { filter_subject: 'alias', condition_subject: '==', length: 1 })
  expect(body.data[0]).toMatchObject({ action: 'aliases.save', changed: expect.arrayContaining(['TITLE']) })
})
test('files are read by the new names at once', async () => {
  await seedStore(context.context, 'AL')
  const upload = async (content: string) => {
    const form = multipart({ storeCode: 'AL' }, { name: 'a.csv', content })
    return app.inject({ method: 'POST', url: '/api/product/file', payload: form.payload, headers: { ...form.headers, ...root.headers } })
  }
  expect((await upload('CODE,TITLE,PRICE\n1,Milk,100\n')).statusCode).toBe(200)
  expect((await api('GET', '/product/1/store/AL')).body.prInfo).toEqual(['1', 'Milk', '', '100'])
  await save([column(0, 'CODE', { key: true }), column(1, 'NAME', { type: 'name' }), column(3, 'PRICE', { type: 'price' })])
  expect((await upload('CODE,TITLE,PRICE\n1,Milk,100\n')).json()).toMatchObject({ error: [expect.stringContaining('TITLE')] })
})
