/** A label whose price or name is empty is not shown: the tag keeps its glass, and the dry run says so before. */
import { seedStore, sendFile, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { expect, test } from 'vitest'

const { context, app, root, engine, api } = await startTestEngine()
let stores = 0

async function newStore() {
  const storeCode = `NP${++stores}`
  const tag = tagId(0x9000 + stores)
  await seedStore(context.context, storeCode)
  const gateway = await engine.gateway(storeCode, `02EC5C0A000${stores}`)
  await gateway.online()
  await gateway.hear({ tag })
  const send = async (path: string, rows: string) => {
    const answer = await sendFile(
      app,
      root,
      `/product/file${path}`,
      { name: 'p.csv', content: `PRODUCT_CODE,NAME,PRICE,UNIT_PRICE\n${rows}\n` },
      { storeCode },
    )
    await engine.engine.settle()
    return answer.body
  }
  const glass = () => context.context.db.selectFrom('tag_glass').select('shown_hash').where('tag_mac', '=', tag).executeTakeFirst()
  const detail = async () => (await api('GET', `/status/store/${storeCode}/tag/${tag}/detail`)).body
  await send('', 'p1,Milk,198,19.8')
  await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: tag, prCode: 'p1' }] })
  await engine.engine.settle()
  const [operation] = gateway.taken()
  await gateway.report(operation!, 'accepted')
  await gateway.report(operation!, 'shown', { updates: 1 })
  return { storeCode, tag, gateway, send, glass, detail }
}

test.each([
  ['price', 'p1,Milk,,25.8', 'no-price', 'fill-price', 'PRICE'],
  ['name', 'p1,"  ",198,25.8', 'no-name', 'fill-name', 'NAME'],
])('a file with an empty %s keeps the old glass and says why', async (_, row, reason, action, field) => {
  const { storeCode, tag, gateway, send, glass, detail } = await newStore()
  const before = await glass()
  expect(before?.shown_hash).toEqual(expect.any(String))
  const found = await send('/check', row)
  expect(found).toMatchObject({ problemCount: 1, problems: [{ tagMac: tag, prCode: 'p1', reason }] })
  const { taskId } = (await send('', row)) as { taskId: number }
  expect(gateway.taken()).toEqual([])
  expect(await glass()).toEqual(before)
  expect(await detail()).toMatchObject({ diagnosis: { reason, action, detail: expect.stringContaining(`${field} is empty`) as string } })
  const { body } = await api('POST', `/task/${taskId}/store/${storeCode}`, { length: 10 })
  if (body.data !== undefined) expect(body.data).toMatchObject([{ reason }])
  // Filled again, the label goes out.
  await send('', 'p1,Milk,258,25.8')
  expect(gateway.taken()).toHaveLength(1)
})

test('nor does a family’s label stand with one product without its price', async () => {
  const { storeCode, tag, gateway, send, glass } = await newStore()
  await send('', 'p2,Bread,1,1')
  await api('POST', '/tag/assign/multiple', { storeCode, tagList: [{ tagMac: tag, prCodeList: ['p1', 'p2'], nfc: '', layoutId: 'MULTI' }] })
  await engine.engine.settle()
  expect(gateway.taken()).toHaveLength(1)
  const before = await glass()
  expect(await send('/check', 'p2,Bread,,1')).toMatchObject({ problemCount: 1, problems: [{ reason: 'no-price' }] })
  await send('', 'p2,Bread,,1')
  expect(gateway.taken()).toEqual([])
  expect(await glass()).toEqual(before)
})
