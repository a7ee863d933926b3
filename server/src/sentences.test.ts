/** What a refused call is told: the specification's sentence alone with the field named beside it, and never the words of a library. */
import { expect, test } from 'vitest'
import { operations, requestOf } from './testing/foreign-calls.ts'
import { seedStore, tagId } from './testing/seed.ts'
import { startTestApp } from './testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
await seedStore(context.context, 'S1')
const gwMac = '02EC5A010001'
const product = { prCode: '1', prInfo: [] }
const family = { fmPrCode: '1', prCodeList: ['1'], layoutId: 'MULTI' }
const smtp = { enable: true, server: 'mail.example', port: 25, account: 'a', ssl: false, tls: false }
const account = { email: 'a@test.example', name: 'A', password: 'plover-cabin-tundra-7' }
const noRow = 'No row selected. Please select one or more rows.'

test.each([
  [
    'POST',
    '/product',
    { storeCode: 'S1', productList: [{ ...product, prCode: ' ' }] },
    'Please enter Product Code',
    'productList.0.prCode',
  ],
  ['POST', '/product', { storeCode: 'S1', productList: [{ prInfo: [] }] }, 'Please enter Product Code', 'productList.0.prCode'],
  [
    'POST',
    '/product',
    { storeCode: 'S1', productList: [{ ...product, layoutId: ' ' }] },
    'Please enter Layout ID',
    'productList.0.layoutId',
  ],
  ['POST', '/product', { storeCode: 'S1', productList: [] }, 'No data to save.', 'productList'],
  [
    'POST',
    '/product/family',
    { storeCode: 'S1', productList: [{ ...family, fmPrCode: '' }] },
    'Enter Family Code, Please!',
    'productList.0.fmPrCode',
  ],
  [
    'POST',
    '/product/family',
    { storeCode: 'S1', productList: [{ ...family, layoutId: undefined }] },
    'Please enter Layout ID',
    'productList.0.layoutId',
  ],
  [
    'POST',
    '/tag/assign',
    { storeCode: 'S1', tagList: [{ tagMac: tagId(1), prCode: ' ' }] },
    'Enter Product Code, Please!',
    'tagList.0.prCode',
  ],
  ['POST', '/tag/assign', { storeCode: 'S1', tagList: [{ tagMac: '', prCode: '1' }] }, 'Enter Tag ID, Please!', 'tagList.0.tagMac'],
  ['POST', '/tag/assign', { storeCode: 'S1', tagList: [{ prCode: '1' }] }, 'Enter Tag ID, Please!', 'tagList.0.tagMac'],
  ['POST', '/tag/assign', { storeCode: 'S1', tagList: [] }, 'Enter Tag ID, Please!', 'tagList'],
  ['POST', '/tag/assign/multiple', { storeCode: 'S1', tagList: [{ tagMac: tagId(1) }] }, 'Enter Product Code, Please!', 'tagList.0'],
  [
    'POST',
    '/tag/assign/multiple',
    { storeCode: 'S1', tagList: [{ tagMac: tagId(1), fmPrCode: ' ' }] },
    'Enter Family Code, Please!',
    'tagList.0.fmPrCode',
  ],
  ['POST', '/tag/deassign', { storeCode: 'S1', tagList: [] }, noRow, 'tagList'],
  ['POST', '/tag/reassign', { storeCode: 'S1', tagList: [] }, noRow, 'tagList'],
  ['POST', '/tag/led', { storeCode: 'S1' }, noRow, ''],
  ['POST', '/tag/page/individual', { storeCode: 'S1', productList: [] }, noRow, ''],
  ['POST', '/product/family/delete', { storeCode: 'S1', fmPrCodeList: [] }, noRow, 'fmPrCodeList'],
  ['PUT', '/config/store/S1/gw', { gwList: [{ gwMac, gwIndex: 'x' }] }, 'Enter a number for the GW Index.', 'gwList.0.gwIndex'],
  [
    'PUT',
    '/config/store/S1/gw',
    { gwList: [{ gwMac, channelGroupIndex: '' }] },
    'Enter a number for the Channel Group Index.',
    'gwList.0.channelGroupIndex',
  ],
  [
    'PUT',
    '/config/store/S1/gw',
    { gwList: [{ gwMac, eslServerPort: 'x' }] },
    'Enter a number for the ESL Server Port.',
    'gwList.0.eslServerPort',
  ],
  ['PUT', '/config/store/S1/gw', { gwList: [{ gwMac, ip: '10.0.0.1' }] }, 'Enter the correct ipv4 format in Gateway IP.', 'gwList.0.ip'],
  ['PUT', '/config/smtp', { ...smtp, port: '' }, 'Enter Port, Please!', 'port'],
  ['POST', '/auth/account', { ...account, email: ' ' }, 'Enter Email, please!', 'email'],
  ['POST', '/auth/account', { ...account, name: ' ' }, 'Enter Name, please!', 'name'],
] as const)('%s %s %j: %s', async (method, path, body, message, field) => {
  const answer = await api(method, path, body)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message } })
  expect(answer.body.field ?? '').toBe(field)
})

test.each([
  ['POST', '/tag/assign', { storeCode: 'S1', priorTaskId: 'abc', tagList: [] }, 'priorTaskId: must be the id of a task'],
  [
    'POST',
    '/tag/assign',
    { storeCode: 'S1', tagList: [{ tagMac: 'xyz', prCode: '1' }] },
    'tagList.0.tagMac: must be a tag id: 16 hexadecimal digits',
  ],
  ['POST', '/product', {}, 'storeCode: is missing'],
  ['POST', '/product', { storeCode: 'S1', productList: 'x' }, 'productList: must be a list'],
  ['POST', '/product', { storeCode: 'S1', productList: [{ ...product, prInfo: [5] }] }, 'productList.0.prInfo.0: must be a text'],
  ['POST', '/auth/account', { ...account, email: 'a' }, 'email: must be an e-mail address'],
  ['POST', '/file/download', { type: 3, storeCode: 'S1', filter: {} }, 'filter.barcode: must name a tag'],
  ['POST', '/file/download', { type: 4, storeCode: 'S1', filter: { format: 'exe' } }, 'filter.format: must be one of csv, xlsx'],
] as const)('%s %s %j names the field: %s', async (method, path, body, message) => {
  expect(await api(method, path, body)).toMatchObject({ status: 400, body: { message, field: message.slice(0, message.indexOf(':')) } })
})

test('no call answers in the words of the library that checks it', async () => {
  const library =
    /Invalid (input|option|string|date|ISO|UUID|email)|Too (small|big)|expected (string|number|boolean|array|object|int|record|date)/
  const wrong: string[] = []
  let calls = 0
  const way = { name: 'own', path: 'S1', field: 'S1', list: ['S1'] }
  for (const operation of operations.filter(({ endpoint }) => endpoint.kind === 'json' && endpoint.method !== 'GET')) {
    const { method, url, payload } = await requestOf(operation, way)
    const fields = payload === undefined || Buffer.isBuffer(payload) ? [] : Object.keys(payload)
    const turned = (value: unknown) => Object.fromEntries(fields.map((field) => [field, value]))
    for (const body of [{}, turned(null), turned(1.5), turned('\n'), turned([]), turned({}), turned([{}]), turned('x'.repeat(200))]) {
      if (operation.name === 'session.logout') continue
      const remoteAddress = `10.8.${(++calls >> 8) & 255}.${calls & 255}`
      const answer = await app.inject({ method, url, payload: body, headers: root.headers, remoteAddress })
      if (library.test(answer.body)) wrong.push(`${operation.name} ${JSON.stringify(body).slice(0, 80)}: ${answer.body.slice(0, 200)}`)
    }
  }
  expect(wrong).toEqual([])
})
