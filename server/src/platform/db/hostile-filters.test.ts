/** Patterns (regular expressions), names and numbers of callers in every list: refused in words, or answered within bounded work. */
import { contract } from '@endcap/contract'
import type { Endpoint } from '@endcap/contract/endpoint'
import { afterAll, describe, expect, test } from 'vitest'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root } = await startTestApp()
await seedStore(context.context, 'S1')

const samples: Record<string, string> = {
  storeCode: 'S1',
  gwMac: '02EC5A010001',
  tagMac: tagId(1),
  sensorMac: tagId(2),
  exception: 'error',
  plusKind: 'image',
  mediaFileKind: 'image',
  email: 'me',
}
const urlOf = (path: string) => `/api${path.replaceAll(/:(\w+)/g, (_, name: string) => samples[name] ?? '1')}`
/** All that take a list's request. */
const lists = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries(all as Record<string, Endpoint & { filters?: readonly string[] }>).flatMap(([name, { path, filters }]) =>
    filters === undefined ? [] : [{ name: `${domain}.${name}`, url: urlOf(path), filters }],
  ),
)

interface Refusal {
  code: string
  message: string
  field?: string
  values?: Record<string, unknown>
}
let calls = 0
async function ask(url: string, payload: object | string) {
  const remoteAddress = `10.3.${Math.floor(++calls / 250)}.${calls % 250}`
  const answer = await app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'content-type': 'application/json', ...root.headers },
    payload,
  })
  return { status: answer.statusCode, ...answer.json<Refusal>() }
}

const refused = [
  String.raw`^(.+)(.+)(.+)(.+)(.+)(.+)\1\2\3\4\5\6$`,
  String.raw`(a*)\1`,
  '(?i)a',
  '(?=a)b',
  '(?<!a)b',
  '***=a',
  '***:a',
  '((((.{90}){90}){90}){90}){90}',
  '(?:(?:a?){100}){100}',
  String.raw`(?:(?:\b|.)*){20}`,
  '(?:(?:^|a|$)*){12}',
  '[\u0100-\uffff]'.repeat(12),
  'a?'.repeat(1900),
  '(',
  '[',
]
const allowed = ['(a*)*b', '(a|a)*$', '^(.*).*.*.*.*.*.*z$', '.*a.{60}z', '[[]', 'é|牛乳', '(a|b|ab)*c']

afterAll(async () => expect((await app.inject('/ready')).json()).toEqual({ ready: true }))

test('every list is known by its filters', () => {
  expect(lists.length).toBeGreaterThan(40)
})

describe.each(lists)('$name', ({ url, filters }) => {
  test('patterns that only backtracking matches, or that are too large, are refused where they stand', async () => {
    const [name] = filters
    if (name === undefined) return
    const answers = await Promise.all(refused.map((pattern) => ask(url, { [`filter_${name}`]: pattern })))
    for (const [index, answer] of answers.entries()) {
      // What the list is of may not be there.
      if (answer.status === 404) continue
      expect([refused[index], answer]).toEqual([refused[index], expect.objectContaining({ status: 400, field: `filter_${name}` })])
    }
    for (const pattern of allowed) expect((await ask(url, { [`filter_${name}`]: pattern })).status).toBeOneOf([200, 400, 404])
  })
  test('a name that every object has is no column, and no filter', async () => {
    for (const column of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      const answer = await ask(url, { order: { column, dir: 'asc' } })
      expect([column, answer.status]).toEqual([column, expect.toBeOneOf([400, 404])])
      expect((await ask(url, `{"filter_${column}":"a"}`)).status).toBe(400)
    }
  })
  test('a time out of the calendar is refused', async () => {
    for (const field of ['filter_startDate', 'filter_endDate', 'filter_statusStartDate', 'filter_statusEndDate'])
      for (const value of ['1e15', '-1e15', '1e308', '"999999999999999"', '"NaN"', '253402300800', '9007199254740991'])
        expect([field, value, (await ask(url, `{"${field}":${value}}`)).status]).toEqual([field, value, 400])
  })
  test('every filter answers numbers that are too large or none', async () => {
    for (const name of filters)
      for (const value of ['1e15', '-1e15', '1e308', '9'.repeat(400), 'NaN', 'Infinity', '-0'])
        for (const condition of ['~', '==', '>='])
          expect([
            name,
            value,
            condition,
            (await ask(url, { [`filter_${name}`]: value, [`condition_${name}`]: condition })).status,
          ]).toEqual([name, value, condition, expect.toBeOneOf([200, 400, 404])])
  })
})

test('the patterns of one request count together', async () => {
  const url = '/api/status/store/S1/product/search'
  const half = 'a'.repeat(60)
  expect(await ask(url, { filter_prCode: half })).toMatchObject({ status: 200 })
  const answer = await ask(url, { filter_prCode: half, filter_prInfo: half })
  expect(answer).toMatchObject({ status: 400, code: 'pattern-large', field: 'filter_prInfo', values: { steps: 100 } })
})
test('a refusal names what is refused, and where', async () => {
  const answer = await ask('/api/status/store/S1/product/search', { filter_prInfo: String.raw`(.+)\1` })
  expect(answer).toMatchObject({
    status: 400,
    code: 'pattern-refused',
    field: 'filter_prInfo',
    values: { position: 5, text: String.raw`\1` },
  })
  expect(answer.message).toContain(String.raw`filter_prInfo is a pattern that could take for ever: at position 5, "\1" is not allowed`)
})
