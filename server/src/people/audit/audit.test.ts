/** The audit log has every write, under the name of who made it, and cannot be changed. */
import { contract } from '@endcap/contract'
import { isWrite, type Endpoint } from '@endcap/contract/endpoint'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { answerOf } from '../../testing/answer-of.ts'
import { caller, multipart, seedAccount, seedStore, tagId } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { asAct } from '../../platform/audit/act.ts'
import { recordChange } from '../../platform/audit/audit.service.ts'

const { context: test_, app, root, api } = await startTestApp()
const { db } = test_.context

const lastOf = async (action: string) => {
  const { body } = await api('POST', '/audit/search', { filter_action: action, condition_action: '==', length: 1 })
  const [row] = body.data
  return row && (await api('GET', `/audit/${String(row.auditId)}`)).body
}
const count = async () => (await api('POST', '/audit/search', {})).body.recordsTotal

test('a write says who, when, from where, and what was asked for', async () => {
  await api('POST', '/config/store', { storeCode: 'AU1', storeName: 'One' })
  expect(await lastOf('stores.create')).toMatchObject({
    email: root.email,
    ip: '127.0.0.1',
    updatedAt: Math.floor(test_.clock.now().getTime() / 1000),
    kind: 'store',
    before: null,
    after: { storeCode: 'AU1', storeName: 'One' },
  })
  // With a store in it, and through a transaction of the domain.
  await api('POST', '/product', { storeCode: 'AU1', productList: [{ prCode: 'p1', prInfo: ['', 'Milk', '', '199'] }] })
  expect(await lastOf('products.save')).toMatchObject({ storeCode: 'AU1', after: { productList: [{ prCode: 'p1' }] } })
})

test('reads and searches leave nothing, and a refused write neither', async () => {
  const before = await count()
  await api('POST', '/status/store/AU1/product/search', {})
  await api('GET', '/config/store/AU1')
  expect((await api('POST', '/config/store', { storeCode: 'AU1', storeName: 'Again' })).status).toBe(409)
  expect((await api('POST', '/config/store', { storeCode: 'AU2' })).status).toBe(400)
  expect(await count()).toBe(before)
})

test('passwords are not in it', async () => {
  const secret = 'plover-cabin-tundra-7'
  const ann = await seedAccount(test_.context, { email: 'ann@test.example', privileges: [], password: secret })
  const change = { oldPassword: secret, password: 'walnut-harbor-quilt-3' }
  expect((await caller(app, ann)('POST', '/auth/account/password', change)).status).toBe(200)
  const record = await lastOf('session.changePassword')
  expect(record).toMatchObject({ email: ann.email })
  expect(JSON.stringify(record)).not.toMatch(/plover|walnut/)
})

test('a long list is cut and ends with the number of what is left out; the list counts with it, in old records too', async () => {
  await seedStore(test_.context, 'AU3')
  const tagList = Array.from({ length: 100 }, (_, number) => ({ tagMac: tagId(number), prCode: 'p1' }))
  await api('POST', '/tag/assign', { storeCode: 'AU3', tagList })
  const { after } = (await lastOf('tags.assign')) as unknown as { after: { tagList: unknown[] } }
  expect(after.tagList).toHaveLength(21)
  expect(after.tagList.at(-1)).toEqual({ leftOut: 80 })
  expect((await rowOf('tags.assign')).name).toBe(`${tagId(0)} +99`)
  await asAct({ ...act(), action: 'test.cut' }, () =>
    inTransaction(db, (tx) => recordChange(tx, { subject: { kind: 'cut', id: '' }, before: null, after: { text: 'x'.repeat(2500) } })),
  )
  const cut = { tagList: [tagId(1), '… 8 more'] }
  await asAct({ ...act(), action: 'test.old-cut' }, () =>
    inTransaction(db, (tx) => recordChange(tx, { subject: { kind: 'cut', id: '' }, before: null, after: cut })),
  )
  expect((await rowOf('test.old-cut')).name).toBe(`${tagId(1)} +8`)
  expect((await lastOf('test.cut'))?.after).toMatchObject({ text: `${'x'.repeat(2000)}… (+500)` })
})

test('accounts of some stores see what was done there; what is of no store takes the whole chain', async () => {
  await api('POST', '/product', { storeCode: 'AU3', productList: [{ prCode: 'p3', prInfo: [] }] })
  const bob = await seedAccount(test_.context, { email: 'bob@test.example', privileges: ['member.read'], stores: ['AU3'] })
  const asBob = caller(app, bob)
  const { body } = await asBob('POST', '/audit/search', {})
  expect(body.data.length).toBeGreaterThan(0)
  expect(body.data.every((row) => row.storeCode === 'AU3')).toBe(true)
  const created = await lastOf('stores.create')
  expect((await asBob('GET', `/audit/${String(created?.auditId)}`)).status).toBe(404)
})

test('settings of gateways say what they were and what they are, one record for each gateway; so do channels, files, and what goes', async () => {
  await seedStore(test_.context, 'AU5')
  const [one, two] = ['02EC28A00001', '02EC28A00002']
  const predefine = (...lines: string[]) => {
    const form = multipart(
      {},
      { name: 'gateways.csv', content: Buffer.from(['storeCode,gwMac,gwIndex,ip,dataChannel,eventChannel', ...lines].join('\n')) },
    )
    return app.inject({ method: 'POST', url: '/api/gw/predefined', payload: form.payload, headers: { ...form.headers, ...root.headers } })
  }
  expect((await predefine(`AU5,${one},1,,11,26`, `AU5,${two},2,,12,25`)).statusCode).toBe(200)
  expect(await lastOf('gateways.predefine')).toMatchObject({ kind: 'gateway', subject: 'gateways.csv', before: { gateways: [] } })
  expect((await predefine(`AU5,${one},1,,13,24`)).statusCode).toBe(200)
  expect(await lastOf('gateways.predefine')).toMatchObject({
    before: { gateways: [{ gwMac: one, dataChannel: 11 }] },
    after: { gateways: [{ gwMac: one, dataChannel: 13 }] },
  })
  const gwList = [
    { gwMac: one, dataChannel: 15 },
    { gwMac: two, netmask: '255.255.255.0' },
  ]
  expect((await api('PUT', '/config/store/AU5/gw', { gwList })).status).toBe(200)
  const { body } = await api('POST', '/audit/search', { filter_action: 'gateways.configure', condition_action: '==' })
  expect(body.data).toMatchObject([
    { kind: 'gateway', subject: two, storeCode: 'AU5', changed: ['netmask'] },
    { kind: 'gateway', subject: one, storeCode: 'AU5', changed: ['dataChannel'] },
  ])
  expect((await api('GET', `/audit/${String(body.data[1]?.auditId)}`)).body).toMatchObject({
    before: { gwMac: one, dataChannel: 13, eventChannel: 24 },
    after: { gwMac: one, dataChannel: 15, eventChannel: 24 },
  })
  const channel = { 7: { dataChannel: 14, eventChannel: 22 } }
  expect((await api('POST', '/config/gw/channel', { channel })).status).toBe(200)
  expect((await api('POST', '/config/gw/channel', { channel: { 7: { dataChannel: 16, eventChannel: 22 } } })).status).toBe(200)
  expect(await lastOf('gateways.setChannels')).toMatchObject({
    kind: 'setting',
    subject: 'channels',
    before: channel,
    after: { 7: { dataChannel: 16, eventChannel: 22 } },
  })
  expect((await api('DELETE', `/config/store/AU5/gw/${one}`)).status).toBe(200)
  expect(await lastOf('gateways.remove')).toMatchObject({ subject: one, before: { dataChannel: 15 }, after: null })
})

/** The newest row of a call, as the list tells it. */
async function rowOf(action: string) {
  const { body } = await api('POST', '/audit/search', { filter_action: action, condition_action: '==', length: 1 })
  const [row] = answerOf(contract.audit.search, body).data
  if (row === undefined) throw new Error(`There is no record of ${action}`)
  return row
}

test('a saved product is told from its history: what the price was and is, which fields besides, and how many products', async () => {
  await seedStore(test_.context, 'AU6', { currency: 'EUR', locale: 'en-IE' })
  const save = async (...prices: string[]) => {
    const productList = prices.map((price, index) => ({
      prCode: `m${index}`,
      prInfo: ['', `Milk ${index}`, price === '1.49' ? 'Farm' : '', price],
    }))
    expect((await api('POST', '/product', { storeCode: 'AU6', productList })).status).toBe(200)
    return rowOf('products.save')
  }
  expect(await save('3.29')).toMatchObject({
    storeCode: 'AU6',
    storeName: 'Store AU6',
    products: { count: 1, prCode: 'm0', name: 'Milk 0', is: 'new', price: null },
  })
  const changed = await save('3.49')
  expect(changed.products).toMatchObject({ is: 'changed', price: { before: '3.29', after: '3.49' }, differences: [] })
  // What was before is in the history alone, not in the log as well.
  expect(JSON.stringify((await api('GET', `/audit/${changed.auditId}`)).body.before)).toBe('null')
  const both = await save('1.49')
  expect(both.products).toMatchObject({ price: { before: '3.49', after: '1.49' }, differences: [{ before: null, after: 'Farm' }] })
  expect((await save('1.49', '2.00', '3.00')).products).toMatchObject({ count: 2, prCode: 'm1', is: 'new' })
  // Nothing was different: there is no update to tell of, and the record names the product.
  expect(await save('1.49')).toMatchObject({ products: null, name: 'm0' })
})

test('tags say which products they carried and carry now, one by one and for many', async () => {
  await seedStore(test_.context, 'AU7')
  const productList = ['a', 'b'].map((prCode) => ({ prCode, prInfo: [] }))
  await api('POST', '/product', { storeCode: 'AU7', productList })
  const [one, two] = [tagId(0x9e0001), tagId(0x9e0002)]
  const assign = async (...tagList: object[]) => expect((await api('POST', '/tag/assign', { storeCode: 'AU7', tagList })).status).toBe(200)
  await assign({ tagMac: one, prCode: 'a' })
  expect(await rowOf('tags.assign')).toMatchObject({
    kind: 'tag',
    subject: one,
    name: one,
    differences: [{ field: one, before: null, after: 'a' }],
  })
  await assign({ tagMac: one, prCode: 'b' }, { tagMac: two, prCode: 'a' })
  expect(await rowOf('tags.assign')).toMatchObject({
    subject: '',
    name: `${one} +1`,
    differences: [
      { field: one, before: 'a', after: 'b' },
      { field: two, before: null, after: 'a' },
    ],
  })
  expect((await api('POST', '/tag/deassign', { storeCode: 'AU7', tagList: [{ tagMac: two }] })).status).toBe(200)
  expect(await rowOf('tags.deassign')).toMatchObject({ subject: two, differences: [{ field: two, before: 'a', after: null }] })
})

test('what has short values is told in the list; long ones and what is inside of others stand in the record', async () => {
  const subject = { kind: 'told', id: '9' }
  const before = { name: 'Old', price: 1, text: 'x'.repeat(100), inner: { a: 1 }, stores: ['S1'] }
  const after = { name: 'New', price: 2, text: 'y'.repeat(100), inner: { a: 2 }, stores: ['S1', 'S2'] }
  await asAct({ ...act(), action: 'test.told' }, () => inTransaction(db, (tx) => recordChange(tx, { subject, before, after })))
  await asAct({ ...act(), action: 'test.old' }, () =>
    inTransaction(db, (tx) =>
      recordChange(tx, { subject: { kind: 'told', id: '' }, before: null, after: { tagList: [{ tagMac: 'T', prCode: 'p' }] } }),
    ),
  )
  const { body } = await api('POST', '/audit/search', { filter_kind: 'told', condition_kind: '==' })
  const [old, row] = answerOf(contract.audit.search, body).data
  expect(row).toMatchObject({ name: 'New', gone: false, changed: expect.arrayContaining(['name', 'price', 'text', 'inner', 'stores']) })
  expect(row?.differences).toEqual([
    { field: 'name', before: 'Old', after: 'New' },
    { field: 'price', before: '1', after: '2' },
    { field: 'stores', before: 'S1', after: 'S1, S2' },
  ])
  // As records were written before there was anything to compare.
  expect(old).toMatchObject({ name: 'T', products: null, differences: [{ field: 'T', before: null, after: 'p' }] })
})

const act = () => ({
  email: 'x@test.example',
  ip: '10.0.0.1',
  at: test_.clock.now(),
  action: 'test.act',
  storeCode: null,
  kind: 'test',
  subject: '1',
  given: { a: 1 },
  recorded: false,
})
const recorded = () => db.selectFrom('audit_log').selectAll().where('action', '=', 'test.act').orderBy('audit_id').execute()

test('before and after are told field by field', async () => {
  const subject = { kind: 'thing', id: '7', storeCode: 'AU1' }
  await asAct(act(), () =>
    inTransaction(db, (tx) => recordChange(tx, { subject, before: { a: 1, b: 2, pwd: 'x' }, after: { a: 1, b: 3, c: 4, pwd: 'y' } })),
  )
  const { body } = await api('POST', '/audit/search', { filter_kind: 'thing', condition_kind: '==' })
  // What a secret was cannot be seen, only that there is one.
  expect(body.data).toMatchObject([{ subject: '7', storeCode: 'AU1', email: 'x@test.example', changed: ['b', 'c'] }])
  expect(await recorded()).toHaveLength(1)
})

test('a record goes with its transaction: given up together, and there once when it is tried again', async () => {
  const was = (await recorded()).length
  await expect(
    asAct(act(), () =>
      inTransaction(db, async () => {
        throw new Error('no')
      }),
    ),
  ).rejects.toThrow('no')
  expect(await recorded()).toHaveLength(was)
  let attempts = 0
  await asAct(act(), () =>
    inTransaction(db, async (tx) => {
      await recordChange(tx, { subject: { kind: 'test', id: '2' }, before: null, after: {} })
      if (++attempts === 1) throw Object.assign(new Error('serialization'), { code: '40001' })
    }),
  )
  expect(await recorded()).toHaveLength(was + 1)
  // A second transaction of the same act adds nothing; what goes on behind the act neither.
  let later: Promise<void> | undefined
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  await asAct(act(), async () => {
    await inTransaction(db, async () => {})
    await inTransaction(db, async () => {})
    later = over.then(() => inTransaction(db, async () => {}))
  })
  end()
  await later
  expect(await recorded()).toHaveLength(was + 2)
})

test('nothing changes it: no call, and not even the database itself', async () => {
  const calls = Object.values(contract.audit as Record<string, Endpoint>)
  expect(calls.filter(isWrite)).toEqual([])
  await expect(db.updateTable('audit_log').set({ email: 'nobody' }).execute()).rejects.toThrow('never changed')
  await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('never changed')
})

test('calls that change something are told from those that read', () => {
  const of = (expected: boolean) =>
    Object.entries(contract).flatMap(([domain, all]) =>
      Object.entries(all as Record<string, Endpoint>).flatMap(([name, one]) => (isWrite(one) === expected ? [`${domain}.${name}`] : [])),
    )
  expect(of(true)).toEqual(expect.arrayContaining(['session.changePassword', 'gateways.predefine', 'notifications.saveContent']))
  // Calls that are no GET and still leave no record, besides searches.
  const unrecorded = of(false).filter((name) => {
    const [domain = '', call = ''] = name.split('.')
    const one = (contract as Record<string, Record<string, Endpoint>>)[domain]?.[call]
    return one?.method !== 'GET' && !one?.path.endsWith('/search') && !one?.path.includes('/pagination')
  })
  expect(unrecorded.toSorted()).toEqual([...signingIn, ...looking, ...beginning, ...reporting].toSorted())
})

/** Stands in the login history. */
const signingIn = ['session.login', 'session.logout', 'secondFactor.verify', 'oidc.start', 'oidc.finish']
/** Changes nothing. */
const looking = [
  'accessPoints.find',
  'stores.find',
  'accessPoints.probe',
  'products.check',
  'promotions.check',
  'products.list',
  'products.preview',
  'updates.checkRevert',
  'tagList.pictures',
  'aliases.usage',
  'session.readLink',
  'families.preview',
  'layouts.draw',
  'layouts.exportFile',
  'layouts.samples',
  'layouts.tryRules',
  'productFiles.check',
  'productFiles.wrongLines',
  'notifications.preview',
  'notifications.test',
  'settings.testSmtp',
  'scripts.try',
  'downloads.status',
  'downloads.cancel',
  'printing.products',
  'printing.read',
  'printing.preview',
  'printing.page',
  'printing.pdf',
  'contents.list',
  'contents.ofGroup',
  'shows.list',
  'showSets.list',
  'timelines.list',
  'displayMasters.list',
  'displays.drawObject',
]
/** What displays tell of themselves. */
const reporting = [
  'bridges.answer',
  'bridges.sync',
  'player.register',
  'player.heartbeat',
  'player.menu',
  'player.events',
  'player.screenshot',
]
/** The call that finishes it is recorded. */
const beginning = [
  'secondFactor.enrol',
  'software.uploadPart',
  'software.cancelUpload',
  'media.beginFile',
  'media.dropFile',
  'contents.beginFile',
  'contents.dropFile',
]

test('old rows of signage are found under the words of today, and rows still cannot be changed', async () => {
  await asAct({ ...act(), action: 'plusDevices.saveShow' }, () =>
    inTransaction(db, (tx) => recordChange(tx, { subject: { kind: 'renamed', id: '1' }, before: null, after: { a: 1 } })),
  )
  const migration = new URL('../../platform/db/migrations/0055-signage-words.sql', import.meta.url)
  await db.transaction().execute((tx) => sql.raw(readFileSync(migration, 'utf8')).execute(tx))
  const rows = db.selectFrom('audit_log').select('action').where('kind', '=', 'renamed')
  expect(await rows.execute()).toEqual([{ action: 'displays.saveShow' }])
  await expect(db.deleteFrom('audit_log').where('kind', '=', 'renamed').execute()).rejects.toThrow('never changed')
})
