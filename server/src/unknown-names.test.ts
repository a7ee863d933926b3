/** What is not there is not found: every operation of the contract is tried with a store, and with the id of a thing, that does not exist. */
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { operations, requestOf, type Operation, type Request, type Way } from './testing/foreign-calls.ts'
import { caller, seedAccount, seedStore } from './testing/seed.ts'
import { startTestApp } from './testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
await seedStore(context.context, 'OWN1')
const patience = 240_000

let calls = 0
/** From an address of its own: calls a minute are counted by it. */
async function send({ method, url, headers, payload }: Request) {
  const remoteAddress = `10.9.${(++calls >> 8) & 255}.${calls & 255}`
  const given = { ...headers, ...root.headers }
  const answer = await app.inject({ method, url, remoteAddress, headers: given, ...(payload !== undefined && { payload }) })
  return { status: answer.statusCode, body: answer.body }
}
/** What a list is searched for names nothing: it finds no row. */
function withoutFilters({ payload, ...request }: Request): Request {
  if (payload === undefined || Buffer.isBuffer(payload)) return { ...request, payload }
  return { ...request, payload: Object.fromEntries(Object.entries(payload).filter(([field]) => !field.startsWith('filter_'))) }
}
const isNamedIn = (text: string, { url, payload }: Request): boolean =>
  url.includes(text) || (Buffer.isBuffer(payload) ? payload.toString() : JSON.stringify(payload ?? '')).includes(text)

const wayTo = (storeCode: string): Way => ({ name: storeCode, path: storeCode, field: storeCode, list: [storeCode] })
const isForAccounts = ({ name, endpoint: { access } }: Operation): boolean =>
  !['public', 'gateway', 'device', 'bridge'].includes(access) && name !== 'session.logout'

/** Calls that are sent a code which no store has, and do not answer 404. */
const takesAnyStore: Record<string, string> = {
  'stores.create': 'makes it',
  'members.update': 'the account is looked for first, and is not there either',
}

test('an administrator who names a store that does not exist is told so by every call', { timeout: patience }, async () => {
  const wrong: Record<string, string> = {}
  // What makes the store comes last.
  const makes = ({ name }: Operation) => Number(name === 'stores.create')
  for (const operation of operations.filter(isForAccounts).toSorted((a, b) => makes(a) - makes(b))) {
    const request = withoutFilters(await requestOf(operation, wayTo('NOPE')))
    if (!isNamedIn('NOPE', request)) continue
    const { status, body } = await send(request)
    const isRefused = status === 404 && body.includes('"code":"unknown-store"') && body.includes('There is no store NOPE.')
    if (!isRefused) wrong[operation.name] = `${status} ${body.slice(0, 200)}`
  }
  expect(Object.entries(wrong).filter(([name]) => !(name in takesAnyStore))).toEqual([])
  expect(Object.keys(takesAnyStore).filter((name) => !(name in wrong))).toEqual([])
})

/** Calls whose address holds something else than the id of a thing that must be there. */
const ids = 'a word of a fixed set, or a number, that names no thing'
const search = 'looks for what a person has typed or scanned, and says that there is none'
const ownKey = 'the caller makes the key up for a file that is yet to come'
const takesAnyId: Record<string, string> = {
  'stores.overview': ids,
  'displays.overview': ids,
  'displays.overviewPage': ids,
  'media.search': ids,
  'media.list': ids,
  'contents.ofGroup': ids,
  'notifications.content': ids,
  'notifications.saveContent': ids,
  'exceptions.list': ids,
  'exceptions.search': ids,
  'scripts.versions': ids,
  'scripts.runs': ids,
  'scripts.try': ids,
  'tags.findByPrCode': search,
  'tags.find': search,
  'families.findByPrCode': search,
  'displays.find': search,
  'slideTemplates.save': 'makes the template of that name',
  'software.uploadState': ownKey,
  'software.uploadPart': ownKey,
  'software.finishUpload': ownKey,
  'software.cancelUpload': ownKey,
}

const storeParams = ['storeCode', 'storeCodeOrShared']
test('what stands in an address and is not there is not found', { timeout: patience }, async () => {
  const wrong: Record<string, string> = {}
  // What makes a thing comes behind what takes one away.
  const makes = ({ endpoint: { method } }: Operation) => Number(method !== 'DELETE')
  for (const operation of operations.filter(isForAccounts).toSorted((a, b) => makes(a) - makes(b))) {
    const named = [...operation.endpoint.path.matchAll(/:(\w+)/g)].filter(([, name = '']) => !storeParams.includes(name))
    if (named.length === 0) continue
    const { status, body } = await send(await requestOf(operation, wayTo('OWN1')))
    if (status !== 404) wrong[operation.name] = `${operation.endpoint.method} ${operation.endpoint.path}: ${status} ${body.slice(0, 120)}`
  }
  expect(Object.entries(wrong).filter(([name]) => !(name in takesAnyId))).toEqual([])
  expect(Object.keys(takesAnyId).filter((name) => !(name in wrong))).toEqual([])
  // Also where an address holds one of a fixed set of words, or a number.
  expect((await api('POST', '/plus/v1/content/group/777001', {})).status).toBe(404)
})

test('a store is looked up once, however often it is named; a new one is there at once, a deleted one is gone at once', async () => {
  const counts = (storeCode: string, who = api) => who('GET', `/status/store/${storeCode}/tag/counts`)
  const statements = async () => {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    expect((await counts('NEW1')).status).toBe(200)
    const count = asked.mock.calls.length
    asked.mockRestore()
    return count
  }
  expect(await counts('NEW1')).toMatchObject({ status: 404, body: { code: 'unknown-store', values: { storeCode: 'NEW1' } } })
  expect((await api('POST', '/config/store', { storeCode: 'NEW1', storeName: 'New' })).status).toBe(200)
  const first = await statements()
  expect([await statements(), await statements()]).toEqual([first - 1, first - 1])
  const clerk = caller(app, await seedAccount(context.context, { email: 'clerk@test.example', stores: ['OWN1'], privileges: ['tag.read'] }))
  // Whether it is there or not is not said to those whose it is not.
  for (const storeCode of ['NEW1', 'NOPE'])
    expect(await counts(storeCode, clerk)).toMatchObject({ status: 403, body: { code: 'other-store' } })
  expect((await api('DELETE', '/config/store/NEW1')).status).toBe(200)
  expect(await counts('NEW1')).toMatchObject({ status: 404, body: { code: 'unknown-store' } })
  expect(await api('DELETE', '/config/store/NEW1')).toMatchObject({ status: 404, body: { code: 'unknown-store' } })
})
