/** Hostile input: a clear 4xx in our own shape, never a fault, and the server goes on answering. */
import { contract } from '@endcap/contract'
import type { Endpoint } from '@endcap/contract/endpoint'
import { afterEach, describe, expect, test } from 'vitest'
import { sampleParams } from './testing/sample-params.ts'
import { multipart, seedStore } from './testing/seed.ts'
import { startTestApp } from './testing/test-app.ts'

const { context, app, root } = await startTestApp()
await seedStore(context.context, 'S1')
afterEach(async () => {
  expect((await app.inject('/ready')).json()).toEqual({ ready: true })
})

const samples: Record<string, string> = { storeCode: 'S1', ...sampleParams }
const urlOf = (path: string) => `/api${path.replaceAll(/:(\w+)/g, (_, name: string) => samples[name] ?? 'x')}`
const withBody = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries(all as Record<string, Endpoint>)
    .filter(([, endpoint]) => endpoint.kind === 'json' && endpoint.body !== undefined)
    .map(([name, { method, path }]) => ({ name: `${domain}.${name}`, method: method as 'POST' | 'PUT', url: urlOf(path) })),
)
let calls = 0
async function send(method: 'GET' | 'POST' | 'PUT', url: string, payload?: string | object, headers: object = {}) {
  const remoteAddress = `10.2.${Math.floor(++calls / 250)}.${calls % 250}`
  return app.inject({
    method,
    url,
    remoteAddress,
    headers: { 'content-type': 'application/json', ...root.headers, ...headers },
    ...(payload !== undefined && { payload }),
  })
}
function expectRefusal(answer: { statusCode: number; json(): unknown; body: string }) {
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  expect(answer.body).not.toMatch(/node_modules|at async|select |\.ts:/)
}

const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
describe.each(withBody)('$name', ({ method, url }) => {
  test.each([
    ['malformed JSON', '{"a":'],
    ['a list', '[1,2,3]'],
    ['a text', '"text"'],
    ['a number', '42'],
    ['null in a field', '{"storeCode":null,"email":null,"length":null,"password":null,"aliasList":null}'],
    ['lists for texts', '{"storeCode":["S1"],"email":["a"],"password":[],"start":[1],"tagList":{},"aliasList":"x"}'],
    ['objects for texts', '{"storeCode":{"a":1},"email":{"$ne":null},"password":{"$gt":""},"length":{},"aliasList":{}}'],
    ['an unknown field', '{"surprise":1}'],
    ['a prototype', '{"__proto__":{"roleId":0},"constructor":{"prototype":{}}}'],
    ['deep nesting', nested(5000)],
  ])('does not fail on this body: %s', async (_, body) => {
    const answer = await send(method, url, body)
    // Some bodies are empty but for defaults: logging out with a list in the body is no harm.
    if (answer.statusCode !== 200) expectRefusal(answer)
    expect(answer.statusCode).toBeLessThan(500)
  })
})

describe('tables', () => {
  const search = (body: object) => send('POST', '/api/status/store/S1/tag/search', body)
  test.each([
    ['a broken pattern', { filter_barcode: '([' }, 'pattern'],
    ['a number that is none', { filter_rssi: 'abc', condition_rssi: '>=' }, 'not a number'],
    ['an unknown order', { order: { column: 'password', dir: 'asc' } }, 'Cannot order by password'],
    ['SQL as order', { order: { column: 'barcode; drop table tags', dir: 'asc' } }, 'Cannot order by'],
    ['SQL as direction', { order: { column: 'barcode', dir: 'asc; drop table tags' } }, ''],
    ['an unknown filter', { filter_password: 'x' }, 'Unrecognized key'],
    ['a negative start', { start: -5 }, 'start'],
    ['a huge length', { length: 10_000_000 }, 'length'],
    ['a column index out of range', { columns: [], order: [{ column: 9, dir: 'asc' }] }, 'no column 9'],
  ])('refuses a search with %s', async (_, body, message) => {
    const answer = await search(body)
    expectRefusal(answer)
    expect(answer.json<{ message: string }>().message).toContain(message)
  })
  test.each(["' or 1=1 --", '"; drop table tags; --', '%27', '\\', '${1}', "x'); delete from stores; --"])(
    'SQL in a filter finds nothing: %s',
    async (text) => {
      const answer = await search({ filter_barcode: text, condition_barcode: '==' })
      expect(answer.json()).toMatchObject({ recordsFiltered: 0 })
    },
  )
  test('a NUL character in a filter', async () => {
    expectRefusal(await search({ filter_barcode: 'a\0b', condition_barcode: '==' }))
  })
})

describe('addresses', () => {
  test.each(['..%2f..%2fetc%2fpasswd', '%00', '%2e%2e', 'S1%2f..', 'a'.repeat(400), '%F0%9F%92%A9', "S1'--", 'S1 '])(
    'a store code %s',
    async (code) => {
      expectRefusal(await send('POST', `/api/status/store/${code}/tag/search`, {}))
    },
  )
  test.each(['tag', 'sensor', 'pagination'])('a store cannot be called %s', async (storeCode) => {
    expectRefusal(await send('POST', '/api/config/store', JSON.stringify({ storeCode, storeName: 'A name' })))
  })
  test.each(['../../../etc/passwd', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', 'zz', '0'.repeat(65)])('a bitmap hash %s', async (hash) => {
    const answer = await app.inject(`/api/gw/image/${hash}`)
    expect([400, 401, 404]).toContain(answer.statusCode)
  })
  test('files of the console do not lead out of their folder', async () => {
    for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets/../../package.json', '/..%2fpackage.json'])
      expect((await app.inject(url)).body).not.toContain('"workspaces"')
  })
})

describe('sizes', () => {
  test('a body of nine megabytes', async () => {
    const answer = await send('POST', '/api/product', JSON.stringify({ storeCode: 'S1', pad: 'x'.repeat(9_000_000) }))
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toMatchObject({ code: 'too-large' })
  })
  test('thousands of form fields', async () => {
    const body = Array.from({ length: 5000 }, (_, n) => `a[${n}]=1`).join('&')
    expectRefusal(await send('POST', '/api/status/store/S1/tag/search', body, { 'content-type': 'application/x-www-form-urlencoded' }))
  })
  test('form keys cannot reach a prototype', async () => {
    await send('POST', '/api/status/store/S1/tag/search', '__proto__[polluted]=1&constructor[prototype][polluted]=1', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
  test('another content type', async () => {
    expectRefusal(await send('POST', '/api/product', '<xml/>', { 'content-type': 'text/xml' }))
  })
})

describe('uploads', () => {
  const upload = (fields: Record<string, string>, file: Parameters<typeof multipart>[1]) => {
    const form = multipart(fields, file)
    return send('POST', '/api/product/file', form.payload, form.headers)
  }
  test('without a file, in another field, without a store, with JSON', async () => {
    expectRefusal(await upload({ storeCode: 'S1' }, { name: 'a.csv', content: 'x', field: 'document' }))
    expectRefusal(await upload({}, { name: 'a.csv', content: 'x' }))
    expectRefusal(await send('POST', '/api/product/file', { storeCode: 'S1' }))
    const noFile = Buffer.from('--b\r\ncontent-disposition: form-data; name="storeCode"\r\n\r\nS1\r\n--b--\r\n')
    expectRefusal(await send('POST', '/api/product/file', noFile, { 'content-type': 'multipart/form-data; boundary=b' }))
  })
  test('a file name with a path is only a name', async () => {
    const answer = await upload({ storeCode: 'S1' }, { name: '../../etc/passwd.csv', content: 'PRODUCT_CODE,NAME\n1,a\n' })
    expect(answer.statusCode).toBe(200)
    const { file_name } = await context.context.db.selectFrom('files').select('file_name').executeTakeFirstOrThrow()
    expect(file_name).not.toContain('/')
  })
  test('gateways: bad rows are named and nothing is registered', async () => {
    const form = multipart(
      {},
      {
        name: 'gw.csv',
        content: 'storeCode,gwMac,ip\nS1,02EC00000001,10.0.0.1:80\nNONE,02EC00000002,\nS1,xyz,\nS1,02EC00000003,10.0.0.3:8080\n',
      },
    )
    const answer = await send('POST', '/api/gw/predefined', form.payload, form.headers)
    expectRefusal(answer)
    expect(answer.json<{ error: string[] }>().error).toEqual(
      expect.arrayContaining([expect.stringContaining('line 2'), expect.stringContaining('line 3'), expect.stringContaining('line 4')]),
    )
    expect(await context.context.db.selectFrom('gateways').selectAll().execute()).toEqual([])
  })
})
