/** Aliases that something uses: other names with what uses them, or not at all. */
import type { Alias, AliasChange } from '@endcap/contract/products'
import { beforeEach, expect, test } from 'vitest'
import { caller, seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, api } = await startTestApp()
const { db } = context.context
await seedStore(context.context, 'RN')
const first = (await api('GET', '/config/alias')).body.aliasList as Alias[]
const save = (aliasList: readonly Alias[], more: object = {}) => api('POST', '/config/alias', { aliasList, ...more })
const named = (names: Record<string, string>) => first.map((alias) => ({ ...alias, name: names[alias.name] ?? alias.name }))
const usage = async (aliasList: readonly Alias[]) => (await api('POST', '/config/alias/usage', { aliasList })).body.changes as AliasChange[]
const preview = async (prInfo = ['1', 'Milk', '', '198', '298']) =>
  (await api('POST', '/product/preview/encoded', { storeCode: 'RN', prCode: '1', prInfo, tagType: 'B5', layoutId: 'SHELF_PRICE' })).body
const stored = async () => ({
  aliases: await db.selectFrom('aliases').selectAll().orderBy('index').execute(),
  drafts: await db.selectFrom('layout_drawings').select(['drawing_id', 'draft']).orderBy('drawing_id').execute(),
  versions: await db.selectFrom('layout_versions').selectAll().orderBy('drawing_id').orderBy('version').execute(),
  rules: await db.selectFrom('layout_rules').selectAll().execute(),
})

beforeEach(async () => {
  const now = (await api('GET', '/config/alias')).body.aliasList as Alias[]
  if (now.some(({ name }, place) => name !== first[place]?.name)) await save(first, { rename: true, despiteScripts: true })
})

test('what uses a name is told before, and keeps it from changing; nothing is changed then', async () => {
  const requested = named({ PRICE: 'KAKAKU' })
  const [change, ...others] = await usage(requested)
  expect(others).toEqual([])
  expect(change).toMatchObject({ name: 'PRICE', newName: 'KAKAKU' })
  expect(change?.uses).toContainEqual({ kind: 'layout', name: 'SHELF_PRICE 2.90', storeCode: '' })
  const before = await stored()
  const refused = await save(requested)
  expect(refused).toMatchObject({ status: 409, body: { code: 'alias-used' } })
  expect(refused.body.error).toContain('PRICE is used by the layout SHELF_PRICE 2.90')
  expect(await stored()).toEqual(before)
})

test('renamed there, the next label shows the price as before, also after a second and a third name', async () => {
  const before = await preview()
  expect(before.problems).toEqual([])
  for (const [from, to] of [
    ['PRICE', 'KAKAKU'],
    ['KAKAKU', 'VKP'],
    ['VKP', 'PRICE'],
  ] as const) {
    const now = (await api('GET', '/config/alias')).body.aliasList as Alias[]
    const next = now.map((alias) => (alias.name === from ? { ...alias, name: to } : alias))
    expect(await save(next, { rename: true })).toMatchObject({ status: 200 })
    expect(JSON.stringify((await stored()).drafts)).not.toContain(`"field":"${from}"`)
    expect(await preview()).toEqual(before)
    expect((await preview(['1', 'Milk', '', '', '298'])).problems).toMatchObject([{ reason: 'no-price' }])
  }
})

test('two names that change places take their layouts along', async () => {
  const before = await preview()
  expect((await save(named({ PRICE: 'LIST_PRICE', LIST_PRICE: 'PRICE' }), { rename: true })).status).toBe(200)
  expect(await preview()).toEqual(before)
})

test('rules are renamed with their names; scripts must be said to be changed by hand', async () => {
  const when = [{ field: 'STOCK', is: 'equals', value: '0' }]
  const rule = { name: 'Sold out', enabled: true, overrides: true, layoutId: 'OUT_OF_STOCK', when }
  const { body } = await api('GET', '/layout/rule')
  const saved = await api('PUT', '/layout/rule', { ruleList: [rule], rev: body.rev ?? 0 })
  expect(saved).toMatchObject({ status: 200 })
  const code = "def decorate(product, tag, ctx):\n    return {'prInfo': {'STOCK': '1'}}\n"
  await db
    .insertInto('scripts')
    .values({ store_code: 'RN', kind: 'tag-data-decorator', code, use_type: 'OWN', version: 1, updated_by: 'a', updated_at: new Date(0) })
    .execute()
  const requested = named({ STOCK: 'BESTAND' })
  expect((await usage(requested))[0]?.uses.map(({ kind }) => kind).toSorted()).toEqual(['rule', 'script'])
  expect((await save(requested, { rename: true })).body).toMatchObject({
    code: 'alias-used',
    error: ['STOCK is used by the script tag-data-decorator (RN)'],
  })
  expect((await save(requested, { rename: true, despiteScripts: true })).status).toBe(200)
  const [list] = (await stored()).rules
  expect(list?.rules[0]?.when[0]?.field).toBe('BESTAND')
})

test('a name that is used is not removed, whatever is asked for; one that nothing uses is', async () => {
  for (const gone of ['PRICE', 'NAME']) {
    const left = first.filter(({ name }) => name !== gone)
    expect((await save(left, { rename: true, despiteScripts: true })).body.code).toBe('alias-used')
  }
  expect((await save(first.filter(({ name }) => name !== 'TAX_PRICE'))).status).toBe(200)
})

test('who sees some stores alone is told nothing of the others', async () => {
  const some = await seedAccount(context.context, { email: 'some@test.example', privileges: ['alias.read', 'alias.write'] })
  expect(await caller(app, some)('POST', '/config/alias/usage', { aliasList: [] })).toMatchObject({
    status: 403,
    body: { code: 'all-stores' },
  })
})
