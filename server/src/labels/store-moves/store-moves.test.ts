/** A store is taken out of a server as a file and brought into another: in parts, checked as a whole, and applied in pieces. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { caller, seedAccount, seedStore, sendFile, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { clearStores } from '../../chain/stores/stores.service.ts'
import { moveStores } from './store-moves.service.ts'

const { context, app, engine, api, root } = await startTestEngine()
const { db } = context.context
type Body = Record<string, unknown>
let numbers = 0

async function send(storeCode: string, content: string | Buffer, fields: Record<string, string> = {}, headers: object = root.headers) {
  return sendFile<Body>(app, { headers }, `/upload/db/${storeCode}`, { name: 'store.jsonl', content }, fields)
}
const exported = async (storeCode: string, headers: object = root.headers) =>
  app.inject({ method: 'GET', url: `/api/config/store/${storeCode}/export`, headers: { ...headers } })
const state = async (storeCode: string) => (await api('GET', `/upload/db/${storeCode}`)).body.move as Body
const settle = async () => {
  while (await moveStores(context.context, 'test'));
}
async function emptyStore() {
  const storeCode = `IN${++numbers}`
  await seedStore(context.context, storeCode)
  return storeCode
}
const holds = async (storeCode: string) => (await api('GET', `/config/store/${storeCode}/removal`)).body

/** A store with everything; its tags show products, its gateway is gone. */
async function fullStore(products = 3) {
  const number = ++numbers
  const storeCode = `OUT${number}`
  await seedStore(context.context, storeCode, { nfRetryCnt: 5, address: 'Ginza 1', storeType: 'HYPER', timeServerIp: '10.1.1.1' })
  const gateway = await engine.gateway(storeCode, `02EC80${number.toString(16).toUpperCase().padStart(6, '0')}`)
  await gateway.online()
  const tags = Array.from({ length: 3 }, (_, place) => tagId(0x90000 + number * 0x100 + place))
  await gateway.hear(...tags.map((tag) => ({ tag })))
  const productList = Array.from({ length: products }, (_, place) => ({
    prCode: `p${place}`,
    prInfo: ['', `Name ${place}`, '', `${100 + place}`],
  }))
  await api('POST', '/product', { storeCode, productList })
  await api('POST', '/product/family', { storeCode, productList: [{ fmPrCode: 'F1', prCodeList: ['p0', 'p1'], layoutId: 'MULTI' }] })
  await api('POST', '/tag/assign', { storeCode, tagList: tags.slice(0, 2).map((tagMac, place) => ({ tagMac, prCode: `p${place}` })) })
  await sql`insert into second_codes (second_code, pr_code, updated_at) values (${`SC${number}`}, 'p0', ${context.clock.now()}) on conflict do nothing`.execute(
    db,
  )
  await engine.engine.settle()
  const lines = (await exported(storeCode)).body
  await gateway.breakOff()
  return { storeCode, gwMac: gateway.gwMac, tags, lines }
}
/** The same, and then this server does not know it any more. */
async function movedOut(products?: number) {
  const store = await fullStore(products)
  expect((await api('DELETE', `/config/store/${store.storeCode}`)).status).toBe(200)
  while (await clearStores(context.context, 'test'));
  return store
}

describe('a store as a file', () => {
  test('has a line for each thing, without secrets, and comes whole into an empty store: labels are drawn', async () => {
    const { lines, gwMac, tags, storeCode: from } = await movedOut()
    const kinds = lines
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind)
    expect([...new Set(kinds)]).toEqual(['store', 'config', 'gateway', 'product', 'family', 'secondCode', 'tag', 'end'])
    expect(lines).not.toContain('secret')
    const storeCode = await emptyStore()
    const { body } = await send(storeCode, lines)
    expect(body).toMatchObject({ state: 'CHECKING', size: Buffer.byteLength(lines), received: Buffer.byteLength(lines), error_msg: null })
    await settle()
    expect(await state(storeCode)).toMatchObject({ state: 'DONE', done: kinds.length, lines: kinds.length, taskId: expect.any(String) })
    expect(await holds(storeCode)).toMatchObject({ tags: 3, assigned: 2, gateways: 1, products: 3, families: 1 })
    expect((await api('GET', `/config/store/${storeCode}`)).body).toMatchObject({
      storeCode,
      nfRetryCnt: 5,
      address: 'Ginza 1',
      storeType: 'HYPER',
    })
    // What comes out of it is what came in.
    const again = (await exported(storeCode)).body
    expect(again.replaceAll(storeCode, from)).toBe(lines)
    // Its gateway comes with the secret it was given here, and shows the labels.
    const gateway = await engine.reach(storeCode, gwMac)
    await gateway.online('moved')
    await gateway.sendStatus()
    await gateway.hear(...tags.map((tag) => ({ tag })))
    await engine.engine.settle()
    expect(
      gateway
        .taken()
        .map((one) => one.tag)
        .toSorted(),
    ).toEqual(tags.slice(0, 2))
    expect(gateway.settings()[0]).toMatchObject({ timeServer: '10.1.1.1:123', store: { nfRetryCnt: 5 } })
  })
  test('goes on where the connection was lost, part by part', async () => {
    const { lines } = await movedOut()
    const storeCode = await emptyStore()
    const bytes = Buffer.from(lines)
    const size = String(bytes.byteLength)
    const cut = Math.floor(bytes.byteLength / 3)
    expect((await send(storeCode, bytes.subarray(0, cut), { size, offset: '0' })).body).toMatchObject({ state: 'RECEIVING', received: cut })
    await settle()
    expect(await state(storeCode)).toMatchObject({ state: 'RECEIVING', received: cut })
    // What was sent before its answer was lost is not taken twice.
    expect(await send(storeCode, bytes.subarray(0, 5), { size, offset: '5' })).toMatchObject({
      status: 409,
      body: { code: 'move-offset', message: `Migration failed : The next part begins at ${cut}.` },
    })
    await send(storeCode, bytes.subarray(cut, 2 * cut), { size, offset: String(cut) })
    expect((await send(storeCode, bytes.subarray(2 * cut), { size, offset: String(2 * cut) })).body).toMatchObject({ state: 'CHECKING' })
    expect((await send(storeCode, lines)).status).toBe(409)
    await settle()
    expect(await state(storeCode)).toMatchObject({ state: 'DONE' })
    // One record for all of its parts.
    const { data } = (await api('POST', '/audit/search', { filter_storeCode: storeCode, condition_storeCode: '==' })).body
    const records = (data as Body[]).filter((one) => one.action === 'storeMoves.upload')
    expect(records).toMatchObject([{ kind: 'storeMoves', subject: storeCode, email: root.email }])
    expect((await api('GET', `/audit/${String(records[0]!.auditId)}`)).body).toMatchObject({
      after: { file: 'store.jsonl', size: Number(size) },
    })
  })
  test('that is given up leaves nothing, and another one can begin', async () => {
    const storeCode = await emptyStore()
    await send(storeCode, 'abc', { size: '10', offset: '0' })
    expect((await api('DELETE', `/upload/db/${storeCode}`)).status).toBe(200)
    expect((await api('DELETE', `/upload/db/${storeCode}`)).status).toBe(409)
    expect(await send(storeCode, 'abcdef', { size: '3', offset: '0' })).toMatchObject({ status: 400, body: { field: 'size' } })
  })
  test('applied halfway by a process that was killed is finished by another, each line once', async () => {
    const { lines } = await movedOut(1203)
    const storeCode = await emptyStore()
    await send(storeCode, lines)
    // Checked; configuration, gateways, and the first 500 products.
    for (let step = 0; step < 4; step++) expect(await moveStores(context.context, 'first')).toBe(true)
    expect(await holds(storeCode)).toMatchObject({ products: 500, tags: 0 })
    expect(await moveStores(context.context, 'second')).toBe(false)
    await sql`update leases set expires_at = now() where name like 'store move %'`.execute(db)
    while (await moveStores(context.context, 'second'));
    expect(await holds(storeCode)).toMatchObject({ products: 1203, tags: 3, assigned: 2 })
    expect(await state(storeCode)).toMatchObject({ state: 'DONE' })
    expect(await db.selectFrom('store_move_lines').select('line').execute()).toEqual([])
  })
})

describe('a file that is wrong', () => {
  const cases: [string, (lines: string[]) => string[], string][] = [
    ['no file of a store', () => ['PRODUCT_CODE,NAME', '1,One'], 'line 1: is not JSON'],
    ['another format', (lines) => ['{"kind":"store","format":"other","version":1,"storeCode":"X"}', ...lines.slice(1)], 'line 1: format'],
    [
      'a newer version',
      (lines) => ['{"kind":"store","format":"endcap-store","version":2,"storeCode":"X"}', ...lines.slice(1)],
      'line 1: version',
    ],
    [
      'a value that cannot be',
      (lines) => lines.map((line) => line.replace('"nfRetryCnt":5', '"nfRetryCnt":-1')),
      'line 2: config.nfRetryCnt',
    ],
    ['a product twice', (lines) => [...lines.slice(0, 4), lines[3]!, ...lines.slice(4)], 'line 5: names product p0, as line 4 does'],
    ['a tag with a product that is not there', (lines) => lines.filter((line) => !line.includes('"prCode":"p1"')), 'is not in the file'],
    ['another order', (lines) => [...lines.slice(0, 2), lines.at(-2)!, ...lines.slice(2)], 'stands behind tag'],
    ['a file that was cut', (lines) => lines.slice(0, -1), 'The file ends too early'],
    ['a file with a hole', (lines) => lines.filter((_, place) => place !== 5), 'some are lacking'],
    ['an unknown kind', (lines) => [...lines.slice(0, 3), '{"kind":"robot"}', ...lines.slice(3)], 'line 4: has no kind'],
  ]
  test('is refused with the number of each wrong line, and nothing is changed', async () => {
    const { lines } = await movedOut()
    for (const [name, change, message] of cases) {
      const storeCode = await emptyStore()
      await send(storeCode, `${change(lines.trim().split('\n')).join('\n')}\n`)
      await settle()
      const move = await state(storeCode)
      expect({ name, move }).toMatchObject({ move: { state: 'FAILED', taskId: null } })
      expect({ name, errors: (move.errors as string[]).join('; ') }).toMatchObject({ errors: expect.stringContaining(message) })
      expect(move.error_msg).toBe((move.errors as string[])[0])
      expect(await holds(storeCode)).toMatchObject({ tags: 0, gateways: 0, products: 0 })
      expect((await api('GET', `/config/store/${storeCode}`)).body).toMatchObject({ nfRetryCnt: 8 })
    }
  })
  test('names what another store of this server has already', async () => {
    const { lines, storeCode: holder, tags } = await fullStore()
    const storeCode = await emptyStore()
    await send(storeCode, lines)
    await settle()
    const { errors, errorCount } = await state(storeCode)
    expect(errorCount).toBe(4)
    expect(errors).toContainEqual(expect.stringContaining(`tag ${tags[0]} belongs to store ${holder} here`))
    // And a store that is not empty takes none at all.
    expect(await send(holder, lines)).toMatchObject({
      status: 409,
      body: { code: 'store-not-empty', message: expect.stringContaining('Migration failed : Store ') },
    })
    expect((await send('NOWHERE', lines)).status).toBe(404)
  })
})

test('only role 0 moves stores', async () => {
  const storeCode = await emptyStore()
  const some = await seedAccount(context.context, {
    email: 'mover@test.example',
    stores: [storeCode],
    privileges: ['store_config.read', 'store_config.write'],
  })
  expect((await send(storeCode, 'x', {}, some.headers)).status).toBe(403)
  expect((await exported(storeCode, some.headers)).statusCode).toBe(403)
  for (const method of ['GET', 'DELETE'] as const) expect((await caller(app, some)(method, `/upload/db/${storeCode}`)).status).toBe(403)
  expect(await state(storeCode)).toBeNull()
})
