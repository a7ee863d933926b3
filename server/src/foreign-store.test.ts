/** Accounts of one store walk every operation of the contract and name another store: they read nothing of it, and change nothing there. */
import { isWrite } from '@endcap/contract/endpoint'
import { privilegeKeys, type Privilege } from '@endcap/contract/privileges'
import { tokenPrefix } from '@endcap/contract/tokens'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { hashToken } from './people/session/tokens.ts'
import { notMet } from './testing/foreign-bodies.ts'
import { operations, requestOf, waysOf, type Operation, type Request, type Way } from './testing/foreign-calls.ts'
import { foreign, secret } from './testing/foreign-rows.ts'
import { rowsOfShop, seedForeignShop, shared, tablesOf } from './testing/foreign-shop.ts'
import { seedAccount, seedStore } from './testing/seed.ts'
import { createTestContext, type TestContext } from './testing/test-context.ts'

const own = 'OWN1'
const everything = privilegeKeys.flatMap((key): Privilege[] => [`${key}.read`, `${key}.write`])
const ways = waysOf(own)
const [plainest] = ways
const patience = 240_000

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
async function openOwnShop() {
  const context = await createTestContext()
  const app = await buildApp(context.context)
  ends.push(async () => {
    await app.close()
    await context.close()
  })
  await seedStore(context.context, own)
  const root = await seedAccount(context.context, { email: 'root@own.example', privileges: 'administrator' })
  const openOther = () => seedForeignShop(context.context, context.clock.now())
  return { context, app, db: context.context.db, root, openOther }
}
const keeperOf = ({ context }: TestContext, privileges = everything, email = 'keeper@own.example') =>
  seedAccount(context, { email, stores: [own], privileges })

/** A program of an administrator, with a token for one store. */
async function programOf({ context, clock }: TestContext, email: string) {
  const token = `${tokenPrefix}of-one-store`
  const rights = { name: 'one store', privileges: everything, store_codes: [own], expires_at: null, created_at: clock.now() }
  await context.db
    .insertInto('api_tokens')
    .values({ ...rights, token_hash: hashToken(token), email })
    .execute()
  return { authorization: `Bearer ${token}` }
}

let calls = 0
/** From an address of its own: calls a minute are counted by it. */
function send(app: FastifyInstance, { method, url, headers, payload }: Request, who: object) {
  const remoteAddress = `10.${(++calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
  return app.inject({ method, url, remoteAddress, headers: { ...headers, ...who }, ...(payload !== undefined && { payload }) })
}

/** Left out are public, gateway and device calls, which take no account, and calls that would end the walk. */
const isWalked = ({ name, endpoint: { access } }: Operation, way: Way): boolean =>
  !['public', 'gateway', 'device', 'bridge'].includes(access) &&
  name !== 'session.logout' &&
  !(name === 'stores.remove' && way.path === own)

/** What all shops share has the numbers of the other shop's things, and its own acts name what was tried. */
const isShared = ({ name, domain }: Operation): boolean =>
  ['brand', 'contents', 'shows', 'showSets', 'timelines', 'playlists', 'software', 'audit'].includes(domain) || name === 'servers.version'

/** What an answer says of the other shop, besides what the call has said itself. */
function leaksOf(operation: Operation, sent: string, body: string): string[] {
  const marks = isShared(operation) ? [secret, foreign.storeCode, foreign.plusMac] : [secret, ...Object.values(foreign)]
  return marks.filter((mark) => !sent.includes(mark) && body.toLowerCase().includes(mark.toLowerCase()))
}

async function walk(app: FastifyInstance, who: object, walked: readonly Way[], isIncluded = (_: Operation) => true) {
  const leaks: string[] = []
  const answers = new Map<string, string>()
  for (const operation of operations.filter(isIncluded)) {
    const seen = new Set<string>()
    for (const way of walked.filter((one) => isWalked(operation, one))) {
      const request = await requestOf(operation, way)
      if (seen.has(request.sent)) continue
      seen.add(request.sent)
      const answer = await send(app, request, who)
      const call = `${operation.name}, ${way.name}`
      for (const mark of leaksOf(operation, request.sent, answer.body)) leaks.push(`${call}: ${mark} in ${answer.body.slice(0, 300)}`)
      if (answer.statusCode >= 500) leaks.push(`${call}: ${answer.statusCode} ${answer.body.slice(0, 200)}`)
      answers.set(call, `${answer.statusCode} ${answer.body}`)
    }
  }
  return { leaks, answers }
}

test('the other shop has a row in every table that is not shared by all', { timeout: patience }, async () => {
  const { db, openOther } = await openOwnShop()
  await openOther()
  const rows = await rowsOfShop(db)
  const filled = new Set(rows.map((row) => row.slice(0, row.indexOf(' '))))
  expect((await tablesOf(db)).filter((table) => !filled.has(table) && !shared.includes(table))).toEqual([])
})

test.each([
  ['an account with every privilege', async (context: TestContext) => (await keeperOf(context)).headers],
  ['a program of an administrator with a token for one store', (context: TestContext) => programOf(context, 'root@own.example')],
])('%s reads and changes nothing of another store', { timeout: patience }, async (_, enter) => {
  const { context, app, db, openOther } = await openOwnShop()
  const who = await enter(context)
  await openOther()
  const before = await rowsOfShop(db)
  const { leaks } = await walk(app, who, ways)
  expect(leaks).toEqual([])
  const after = await rowsOfShop(db)
  expect(after.filter((row) => !before.includes(row))).toEqual([])
  expect(before.filter((row) => !after.includes(row))).toEqual([])
  // It has walked to the end with all that it had.
  const { storeList } = (await app.inject({ url: '/api/status/store', headers: who })).json<{ storeList: { storeCode: string }[] }>()
  expect(storeList.map(({ storeCode }) => storeCode)).toEqual([own])
})

test('an account with one privilege alone reads and changes nothing of another store', { timeout: patience }, async () => {
  const { context, app, db, openOther } = await openOwnShop()
  await openOther()
  const before = await rowsOfShop(db)
  for (const key of privilegeKeys) {
    const { headers } = await keeperOf(context, [`${key}.read`, `${key}.write`], `${key}@own.example`)
    const { leaks } = await walk(app, headers, [ways[3]!], ({ endpoint }) => endpoint.access.startsWith(`${key}.`))
    expect(leaks).toEqual([])
  }
  const after = await rowsOfShop(db)
  expect([...after.filter((row) => !before.includes(row)), ...before.filter((row) => !after.includes(row))]).toEqual([])
})

test('an account cannot tell by what it reads whether another store is there', { timeout: patience }, async () => {
  const { context, app, openOther } = await openOwnShop()
  const { headers } = await keeperOf(context)
  // A trial of a script says how long it took.
  const reads = (operation: Operation) =>
    !isWrite(operation.endpoint) && operation.endpoint.kind === 'json' && !isShared(operation) && operation.name !== 'scripts.try'
  const few = [ways[0]!, ways[3]!, ways[5]!]
  const without = await walk(app, headers, few, reads)
  await openOther()
  const beside = await walk(app, headers, few, reads)
  const changed = [...beside.answers].filter(([call, answer]) => without.answers.get(call) !== answer)
  expect(changed).toEqual([])
})

/** Reads first, the store itself last: what is deleted is not there for the next call. */
const turnOf = ({ name, endpoint }: Operation): number =>
  name === 'stores.remove' ? 4 : endpoint.method === 'DELETE' || /[rR]emove/.test(name) ? 3 : isWrite(endpoint) ? 2 : 1

test('the same calls of an administrator are whole: only those named are refused for what they hold', { timeout: patience }, async () => {
  const { app, root, openOther } = await openOwnShop()
  await openOther()
  const refused: Record<string, string> = {}
  for (const operation of operations.toSorted((a, b) => turnOf(a) - turnOf(b))) {
    if (!isWalked(operation, plainest!)) continue
    const answer = await send(app, await requestOf(operation, plainest!), root.headers)
    if (answer.statusCode === 400 || answer.statusCode >= 500) refused[operation.name] = `${answer.statusCode} ${answer.body.slice(0, 120)}`
  }
  expect(Object.entries(refused).filter(([name]) => !(name in notMet))).toEqual([])
  expect(Object.keys(notMet).filter((name) => !(name in refused))).toEqual([])
})
