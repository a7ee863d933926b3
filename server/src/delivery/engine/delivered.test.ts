/** Labels that devices took and that no device confirms: what tag lists, tasks and histories say of them. */
import { describe, expect, test } from 'vitest'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, engine, api } = await startTestEngine()
let stores = 0
const device = {
  kind: 'openepaperlink',
  maker: 'OpenEPaperLink',
  model: 'ESP32',
  firmware: '2.9',
  address: '10.0.0.30',
  confirms: 'delivered' as const,
  can: [],
  state: 'online' as const,
  figures: {},
  notes: [],
}
type Page = { recordsFiltered: number; data: Record<string, unknown>[] }

/** A store with an access point whose labels confirm nothing, and two tags that it hears. */
async function newStore() {
  const storeCode = `D${++stores}`
  const [tag, other] = [tagId(0x90000 + 2 * stores), tagId(0x90001 + 2 * stores)]
  await seedStore(context.context, storeCode)
  const gateway = await engine.gateway(storeCode, `02EC9000000${stores}`)
  await gateway.online()
  await gateway.sendStatus({ device })
  await gateway.hear({ tag }, { tag: other })
  const setPrice = async (price: string) => {
    await api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Name', '', price] }] })
    await engine.engine.settle()
  }
  const assign = async () => {
    const { body } = await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: tag, prCode: 'p1' }] })
    await engine.engine.settle()
    return String(body.taskId)
  }
  const accept = async () => {
    const [operation] = gateway.taken()
    await gateway.report(operation!, 'accepted')
    return operation!
  }
  const deliver = async (updates: number) => {
    const operation = await accept()
    await gateway.report(operation, 'shown', { updates, confirmed: false })
    return operation
  }
  const list = async (path: string, body: object = {}) => (await api('POST', path, body)).body as unknown as Page
  const tagRow = async () => (await list(`/status/store/${storeCode}/tag/search`, { filter_barcode: tag })).data[0]
  await setPrice('100')
  return { storeCode, tag, other, gateway, setPrice, assign, accept, deliver, list, tagRow }
}

describe('a label that was delivered', () => {
  test('is told apart in the list of tags, which can be narrowed to such', async () => {
    const { storeCode, tag, assign, deliver, list, tagRow } = await newStore()
    expect(await tagRow()).toMatchObject({ status: 'DEASSIGN', confirmed: null })
    await assign()
    expect(await tagRow()).toMatchObject({ confirmed: null })
    await deliver(1)
    expect(await tagRow()).toMatchObject({ status: 'OK', confirmed: false })
    const path = `/status/store/${storeCode}/tag/search`
    const found = async (confirmed: string) => (await list(path, { filter_confirmed: confirmed })).data.map((row) => row.tagMac)
    expect([await found('false'), await found('true'), await found('true,false')]).toEqual([[tag], [], [tag]])
    expect((await api('POST', path, { filter_confirmed: 'maybe' })).body).toMatchObject({ field: 'filter_confirmed' })
    expect((await list(path, { search: { value: 'als' } })).data).toEqual([])
    expect((await api('GET', `/status/store/${storeCode}/tag/${tag}/detail`)).body).toMatchObject({
      tag: { confirmed: false },
      timeline: [{ state: 'SHOWN', confirmed: false }],
    })
  })
  test('is counted apart in its task and told in its rows, in the history and for a time', async () => {
    const { storeCode, tag, assign, deliver, list } = await newStore()
    const taskId = await assign()
    await deliver(1)
    const of = { filter_storeCode: storeCode, condition_storeCode: '==' }
    expect((await list('/history/task/search', { ...of, filter_delivered: '1', condition_delivered: '>=' })).data).toMatchObject([
      { taskId, shown: 1, delivered: 1 },
    ])
    expect((await list('/history/task/search', { ...of, filter_delivered: '2', condition_delivered: '>=' })).data).toEqual([])
    const rows = `/history/store/${storeCode}/task/${taskId}/search`
    expect((await list(rows, { filter_confirmed: 'false' })).data).toMatchObject([{ kind: 'SHOW', state: 'SHOWN', confirmed: false }])
    expect((await list(rows, { filter_confirmed: 'true' })).data).toEqual([])
    expect((await api('GET', `/history/store/${storeCode}/task/${taskId}/chart`)).body).toMatchObject({ shown: 1, delivered: 1 })
    const history = `/history/update/store/${storeCode}/tag/${tag}/search`
    expect((await list(history, { filter_confirmed: 'false' })).data).toMatchObject([{ status: 'OK', confirmed: false }])
    expect((await list(history, { filter_confirmed: 'true' })).data).toEqual([])
    const now = Math.floor(context.clock.now().getTime() / 1000)
    expect((await api('GET', `/history/update/store/${storeCode}/tag/${tag}/at/${now}`)).body).toMatchObject({
      glass: 'label',
      confirmed: false,
    })
  })
  test('stays so where it stood already, and while the next one is under way', async () => {
    const { storeCode, tag, gateway, setPrice, assign, deliver, accept, tagRow } = await newStore()
    await assign()
    await deliver(1)
    await setPrice('200')
    await accept()
    expect(await tagRow()).toMatchObject({ status: 'UPDATE', confirmed: false })
    await setPrice('100')
    await gateway.report(await accept(), 'same')
    expect(await tagRow()).toMatchObject({ status: 'OK', confirmed: false })
    await api('POST', '/tag/reassign', { storeCode, tagList: [tag] })
    await engine.engine.settle()
    await gateway.report(await accept(), 'shown', { updates: 2 })
    expect(await tagRow()).toMatchObject({ status: 'OK', confirmed: true })
  })
  test('of which the server knew nothing is no confirmation either', async () => {
    const { gateway, assign, accept, tagRow } = await newStore()
    await assign()
    await gateway.report(await accept(), 'same')
    expect(await tagRow()).toMatchObject({ status: 'OK', confirmed: false })
  })
})

describe('a word of a gateway whose devices confirm nothing', () => {
  test('in place of a confirmation that was lost', async () => {
    const { tag, gateway, assign, accept, tagRow } = await newStore()
    await assign()
    const { hash } = await accept()
    await gateway.hear({ tag, shown: hash, updates: 1 })
    expect(await tagRow()).toMatchObject({ status: 'OK', confirmed: false })
  })
  test('after the operation had failed', async () => {
    const { tag, gateway, assign, accept, tagRow } = await newStore()
    await assign()
    const operation = await accept()
    await gateway.report(operation, 'failed', { reason: 'tag-refused' })
    expect(await tagRow()).toMatchObject({ status: 'NG', confirmed: null })
    await gateway.hear({ tag, shown: operation.hash, updates: 1 })
    expect(await tagRow()).toMatchObject({ status: 'OK', confirmed: false })
  })
  test('that the glass shows another label', async () => {
    const { tag, gateway, setPrice, assign, accept, tagRow } = await newStore()
    await assign()
    const first = await accept()
    await gateway.report(first, 'shown', { updates: 1, confirmed: true })
    await setPrice('200')
    await gateway.report(await accept(), 'shown', { updates: 2, confirmed: true })
    expect(await tagRow()).toMatchObject({ status: 'OK', confirmed: true })
    await gateway.hear({ tag, shown: first.hash, updates: 3 })
    expect(await tagRow()).toMatchObject({ status: 'WIP', confirmed: false })
  })
})
