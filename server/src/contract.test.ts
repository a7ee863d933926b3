/** Rules that hold for every endpoint of the contract: it is bound, and it lets in whom it says. */
import { contract } from '@endcap/contract'
import type { Endpoint } from '@endcap/contract/endpoint'
import { privilegeKeys, type Privilege } from '@endcap/contract/privileges'
import { tokenPrefix } from '@endcap/contract/tokens'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { openApi } from './platform/http/openapi.ts'
import { hashToken } from './people/session/tokens.ts'
import { setSetting } from './settings/settings.service.ts'
import { sampleParams } from './testing/sample-params.ts'
import { createTestContext, type TestContext } from './testing/test-context.ts'
import { multipart, seedAccount, seedStore, tagId, tusHeaders, type SeededAccount } from './testing/seed.ts'

let test_: TestContext
let app: FastifyInstance
let everything: SeededAccount
let nothing: SeededAccount
/** An administrator without a second factor, where administrators need one. */
let due: SeededAccount
/** An API token that may all that its account may. */
let program: string

const endpoints = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries(all as Record<string, Endpoint>).map(([name, endpoint]) => ({ name: `${domain}.${name}`, endpoint })),
)
const [own, foreign] = ['OWN1', 'FOREIGN1']

beforeAll(async () => {
  test_ = await createTestContext()
  app = await buildApp(test_.context)
  for (const store of [own, foreign]) {
    await seedStore(test_.context, store)
    await test_.context.db
      .insertInto('tasks')
      .values({ store_code: store, task_type: 'UPDATE', created_by: 'test', layout_id: null, prior_task_id: null })
      .execute()
    await test_.context.db
      .insertInto('files')
      .values({ store_code: store, file_name: 'a.csv', file_type: 'product', source: 'test', blob: null, task_id: null })
      .execute()
    const at = test_.clock.now()
    await test_.context.db
      .insertInto('alarms')
      .values({ store_code: store, type: 'UPDATE FAILURE', class: 2, subject: store, data: '{}', raised_at: at, updated_at: at })
      .execute()
  }
  // A store that is open is not deleted: the tests behind that of the deletion need it.
  await test_.context.db
    .insertInto('gateways')
    .values({ store_code: own, gw_mac: '02EC5A01FFFF', shard: 0, secret_hash: '', status: 'NORMAL', config: '{}' })
    .execute()
  // Everything but the whole chain: the store rule must do its work.
  const all = privilegeKeys.flatMap((key): Privilege[] => [`${key}.read`, `${key}.write`])
  everything = await seedAccount(test_.context, { email: 'everything@test.example', stores: [own], privileges: all })
  nothing = await seedAccount(test_.context, { email: 'nothing@test.example', stores: [own], privileges: [] })
  due = await seedAccount(test_.context, { email: 'due@test.example', privileges: 'administrator' })
  await setSetting(test_.context.db, 'passwords', { maxAgeDays: 0, warnDays: 7, requireSecondFactor: true })
  program = `${tokenPrefix}of-everything`
  const rights = { name: 'all', privileges: all, store_codes: null, expires_at: null, created_at: test_.clock.now() }
  await test_.context.db
    .insertInto('api_tokens')
    .values({ ...rights, token_hash: hashToken(program), email: everything.email })
    .execute()
})
afterAll(async () => {
  await app.close()
  await test_.close()
})

/** Bodies that pass the schema, for endpoints whose access is decided by what is in them. */
const bodies: Record<string, (storeCode: string) => object> = {
  'gateways.approve': (storeCode) => ({ storeCode }),
  'gateways.add': (storeCode) => ({ storeCode, gwMac: '02EC5A0100AD' }),
  'accessPoints.create': (storeCode) => ({ storeCode, kind: 'trmnl', name: 'Signs', bridgeId: '1' }),
  'gateways.configure': () => ({ gwList: [{ gwMac: '02EC5A010001' }] }),
  'stores.save': (storeCode) => ({ storeCode }),
  'products.save': (storeCode) => ({ storeCode, productList: [{ prCode: '1', prInfo: [] }] }),
  'products.check': (storeCode) => ({ storeCode, productList: [{ prCode: '1', prInfo: [] }] }),
  'families.save': (storeCode) => ({ storeCode, productList: [{ fmPrCode: '1', prCodeList: ['1'], layoutId: 'MULTI' }] }),
  'families.remove': (storeCode) => ({ storeCode, fmPrCodeList: ['1'] }),
  'tags.assign': (storeCode) => ({ storeCode, tagList: [{ tagMac: tagId(1), prCode: '1' }] }),
  'tags.assignMultiple': (storeCode) => ({ storeCode, tagList: [{ tagMac: tagId(1), prCodeList: ['1'] }] }),
  'products.list': () => ({ prCodeList: [] }),
  'tagList.pictures': () => ({ prCodeList: [] }),
  'tagLifecycle.set': (storeCode) => ({ storeCode, tagList: [{ tagMac: tagId(1), lifecycle: 'SPARE' }] }),
  'tags.swap': (storeCode) => ({ storeCode, from: tagId(1), to: tagId(2) }),
  'tags.deassign': (storeCode) => ({ storeCode, tagList: [{ tagMac: tagId(1) }] }),
  'tags.reassign': (storeCode) => ({ storeCode, tagList: [tagId(1)] }),
  'tags.reassignAll': (storeCode) => ({ storeCode }),
  'tagControl.led': (storeCode) => ({ storeCode, tagList: [{ tagMac: tagId(1) }] }),
  'tagControl.page': (storeCode) => ({ storeCode, tagList: [{ tagMac: tagId(1) }] }),
  'statusCheck.start': (storeCode) => ({ storeCode, cmd: 'GATEWAY_SCAN' }),
  'updates.removeUnused': (storeCode) => ({ storeCode }),
  'samples.remove': (storeCode) => ({ storeCode }),
  'printing.products': () => ({ prCodeList: [] }),
  'printing.preview': (storeCode) => ({ storeCode, prList: [] }),
  'printing.page': () => ({ prList: [] }),
  'printing.pdf': () => ({ prList: [] }),
  'printing.save': () => ({ name: 'x', layoutId: null, prList: [] }),
  'papers.print': (storeCode) => ({ storeCode, taskId: '1' }),
  'papers.printFailed': (storeCode) => ({ storeCode, taskId: '1' }),
  'statusCheck.stop': (storeCode) => ({ storeCode, cmd: 'GATEWAY_SCAN' }),
}
const display = '02:ec:5a:01:00:01'
const displays = { macList: [display], devList: [display] }
const shape = { type: 'shape', id: '0', left: 0, top: 0, width: 8, height: 8, index: 0, shape: { kind: 'line' } }
Object.assign(bodies, {
  'displays.assign': (storeCode: string) => ({ storeCode, devList: [{ mac: display, product: '1' }] }),
  'displays.deassign': (storeCode: string) => ({ storeCode, devList: [{ mac: display }] }),
  'displays.saveConfig': (storeCode: string) => ({ storeCode, mac: display }),
  'displays.drawObject': () => ({ object: shape }),
  'displays.accept': () => ({ mac: display, code: '1' }),
  'displays.pair': () => ({ mac: display }),
  'displays.takeScreenshot': () => ({ mac: display }),
  'displays.blink': () => ({ prCode: '1' }),
  'displays.setShowIndex': () => ({ ...displays, showIdx: 0 }),
  'displays.unsetShowIndex': () => displays,
  'displays.switchMode': () => ({ ...displays, mode: 'off' }),
  'displays.showInfo': () => ({ ...displays, duration: 20 }),
  'displays.sync': () => displays,
  'displays.reboot': () => displays,
  'displays.updateSoftware': () => displays,
  'displays.saveShow': () => ({ screenWidth: 1920, screenHeight: 158, show: [] }),
  'displays.applyTemplate': () => ({ ...displays, template: '' }),
  'displays.saveAlarmSetting': () => ({ memoryThreshold: 90, diskThreshold: 90 }),
  'media.beginFile': () => ({ filename: 'a.png' }),
  'contents.beginFile': () => ({ filename: 'a.png' }),
  'media.uploadSoftware': () => ({ os: 'a', model: 'b', ver: '1' }),
  'slideTemplates.save': () => ({ size: '29', show: [] }),
  'slideTemplates.copy': () => ({ storeList: ['S1'] }),
  'slideTemplates.import': () => ({ templates: [{ name: 'x', size: '29', show: [] }] }),
  'schedules.save': () => ({ name: 'x', days: [1] }),
  'brand.saveColours': () => ({ colourList: [] }),
  'brand.removeFont': () => ({ id: '1' }),
  'contents.saveGroup': () => ({ name: 'x' }),
  'contents.removeGroup': () => ({ id: '1' }),
  'contents.rename': () => ({ id: '1', name: 'x' }),
  'contents.move': () => ({ content: ['1'], group: null }),
  'contents.remove': () => ({ ids: ['1'] }),
  'shows.remove': () => ({ ids: ['1'] }),
  'showSets.save': () => ({ name: 'x', list: [{ id: 'price', duration: 1 }] }),
  'showSets.remove': () => ({ ids: ['1'] }),
  'timelines.save': () => ({ name: 'x' }),
  'timelines.remove': () => ({ ids: ['1'] }),
  'playlists.save': () => ({ name: 'x', items: [{ id: 'price', duration: 1 }], device: [] }),
  'playlists.remove': () => ({ ids: ['1'] }),
  'displayMasters.list': () => ({ _id: [display] }),
  'displayMasters.saveConfig': (storeCode: string) => ({ mac: display, config: { storeCode } }),
  'displayMasters.assign': () => ({ mac: display, product: [] }),
  'displayMasters.remove': () => [display],
  'displayMasters.reboot': () => [display],
  'displayMasters.updateSoftware': () => [display],
})
const definition = { format: 1, name: 'x', width: 296, height: 128, pages: [{ elements: [] }] }
Object.assign(bodies, {
  'layouts.create': (storeCode: string) => ({ storeCode, layoutId: 'X', size: '2.90', modelClass: 'bw' }),
  'layouts.saveDraft': () => ({ definition, rev: 0 }),
  'layouts.discardDraft': () => ({ rev: 0 }),
  'layouts.archive': () => ({ archived: true }),
  'layouts.exportFile': () => ({ drawingList: ['1'] }),
  'layouts.draw': (storeCode: string) => ({
    storeCode,
    definition,
    size: '2.90',
    modelClass: 'bw',
    products: [{ prCode: '1', prInfo: [] }],
  }),
  'layouts.samples': (storeCode: string) => ({ storeCode }),
  'layouts.startCheck': () => ({ rev: 0 }),
  'layouts.publish': () => ({ rev: 0 }),
  'layouts.saveRules': (storeCode: string) => ({ storeCode, ruleList: [], rev: 0 }),
  'layouts.tryRules': (storeCode: string) => ({ storeCode, ruleList: [] }),
})
for (const name of ['ProductFileParser', 'PaperParser', 'TagDecorator', 'DisplayDecorator'])
  bodies[`scripts.save${name}`] = () => ({ code: '' })
Object.assign(bodies, { 'scripts.restore': () => ({ restore: 1 }), 'scripts.try': () => ({ code: '' }) })
const samples: Record<string, string> = {
  ...sampleParams,
  updateId: '1',
  at: '1',
  line: '1',
  script: 'tag-data-decorator',
  scriptVersion: '1',
  runId: '1',
  plusMac: display,
  plusKind: 'device',
  mediaFileKind: 'image',
  mediaKind: 'image',
  resumableId: '0'.repeat(32),
  displaySoftware: 'sw',
  mediaUse: 'findByImage',
  fileId: '1',
  scheduleId: '1',
  contentId: '1',
  contentGroup: 'all',
  showId: '1',
  setId: '1',
  timelineId: '1',
  madeKind: 'set',
  madeId: '1',
  slot: '1',
  drawingId: '1',
  version: '1',
  cardSize: '320x158',
}

function call(name: string, { method, path, kind }: Endpoint, storeCode: string, headers: object) {
  const url = `/api${path.replaceAll(/:(\w+)/g, (_, param: string) => (param === 'storeCode' ? storeCode : (samples[param] ?? 'x')))}`
  if (kind === 'upload' || kind === 'converted') {
    const form = multipart({ storeCode, ...bodies[name]?.(storeCode) }, { name: 'a.csv', content: 'x' })
    return app.inject({ method, url, payload: form.payload, headers: { ...form.headers, ...headers } })
  }
  if (kind === 'tus')
    return app.inject({ method, url, payload: Buffer.alloc(10), headers: { ...tusHeaders(bodies[name]?.(storeCode) ?? {}), ...headers } })
  return app.inject({ method, url, headers: { ...headers }, ...(method === 'GET' ? {} : { payload: bodies[name]?.(storeCode) ?? {} }) })
}

describe.each(endpoints)('$name', ({ name, endpoint }) => {
  const { access, store } = endpoint
  const forAccounts = access !== 'public' && access !== 'gateway' && access !== 'device' && access !== 'bridge'
  test('is bound to a route', () => {
    expect(app.hasRoute({ method: endpoint.method, url: `/api${endpoint.path}` })).toBe(true)
  })
  if (access !== 'public')
    test('refuses who is not signed in', async () => {
      const answer = await call(name, endpoint, own, {})
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({ code: 'unauthorized' })
    })
  if (forAccounts)
    test('refuses a token with another e-mail', async () => {
      expect((await call(name, endpoint, own, { ...everything.headers, 'access-email': nothing.email })).statusCode).toBe(401)
    })
  if (endpoint.people === true)
    test('refuses tokens of programs', async () => {
      const answer = await call(name, endpoint, own, { authorization: `Bearer ${program}` })
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ code: 'token' })
    })
  if (forAccounts && endpoint.duringSetUp !== true)
    test('refuses an administrator who must set up a second factor first', async () => {
      const answer = await call(name, endpoint, own, due.headers)
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ code: 'second-factor-required' })
    })
  if (forAccounts && access !== 'session')
    test('refuses an account without its privilege', async () => {
      const answer = await call(name, endpoint, own, nothing.headers)
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ code: 'forbidden' })
    })
  if (store.startsWith('params.') || store === 'body.storeCode')
    test('refuses another store and takes the own one', async () => {
      expect((await call(name, endpoint, foreign, everything.headers)).json()).toMatchObject({ code: 'other-store' })
      expect([401, 403]).not.toContain((await call(name, endpoint, own, everything.headers)).statusCode)
    })
  if (store === 'account' && endpoint.kind === 'json')
    test('answers nothing of other stores', async () => {
      const answer = await call(name, endpoint, own, everything.headers)
      expect(JSON.stringify(answer.json())).not.toContain(foreign)
    })
})

test('a file of another store is not found', async () => {
  const rows = await test_.context.db.selectFrom('files').select(['file_id', 'store_code']).execute()
  const get = (store: string) =>
    app.inject({
      url: `/api/product/file/upload/history/detail/${rows.find((row) => row.store_code === store)?.file_id}`,
      headers: everything.headers,
    })
  expect((await get(foreign)).statusCode).toBe(404)
  expect((await get(own)).statusCode).toBe(200)
})

test('the document says what requests of the tus protocol hold', () => {
  const { paths } = openApi() as {
    paths: Record<string, Record<string, { parameters: { name: string }[]; responses: object; requestBody?: object }>>
  }
  const { post } = paths['/api/plus/store/{storeCode}/{mediaKind}/resumable'] ?? {}
  const { patch } = paths['/api/plus/store/{storeCode}/{mediaKind}/resumable/{resumableId}'] ?? {}
  expect(post?.parameters.map(({ name }) => name)).toEqual(['storeCode', 'mediaKind', 'Tus-Resumable', 'Upload-Length', 'Upload-Metadata'])
  expect([Object.keys(post?.responses ?? {}), post?.requestBody]).toEqual([['201', 'default'], undefined])
  expect(patch?.parameters.map(({ name }) => name)).toContain('Upload-Offset')
  expect(patch?.requestBody).toMatchObject({ content: { 'application/offset+octet-stream': {} } })
})

test('the document lists every operation with its access', () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, { description: string }>> }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(operations).toHaveLength(endpoints.length)
  expect(paths['/api/auth/token']?.post?.description).toBe(
    'Needs the privilege server_config.write. For people alone: API tokens are refused. Answers only what belongs to the account’s stores.',
  )
  expect(JSON.stringify(openApi())).not.toContain('9007199254740991')
})
