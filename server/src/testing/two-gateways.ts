/** A store with two gateways played by hand and a tag that both hear, for tests of what happens between gateways. */
import type { Operation } from '@endcap/gateway-link/messages'
import { expect } from 'vitest'
import { seedStore, tagId, type caller } from './seed.ts'
import type { TestContext } from './test-context.ts'
import type { TestEngine, TestGateway } from './test-engine.ts'

interface Parts {
  context: TestContext['context']
  engine: TestEngine
  api: ReturnType<typeof caller>
}

/** The tag is heard best by `near`, and shows its product at 100 by its own word, with the count 1. */
export async function storeWithTwoGateways({ context, engine, api }: Parts, { storeCode, number }: { storeCode: string; number: number }) {
  const { db } = context
  const tag = tagId(number)
  const mac = (place: number) => `02EC7${number.toString(16).padStart(5, '0').toUpperCase()}0${place}`
  await seedStore(context, storeCode)
  const near = await engine.gateway(storeCode, mac(1))
  const far = await engine.gateway(storeCode, mac(2))
  await near.online()
  await far.online()
  const setPrice = async (price: string) => {
    await api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Name', '', price] }] })
    await engine.engine.settle()
  }
  /** Both hear the tag, the first one better. */
  const heardBestBy = async (best: TestGateway) => {
    const other = best === near ? far : near
    await other.hear({ tag, rssi: -80 })
    await best.hear({ tag, rssi: -40 })
    await other.hear({ tag, rssi: -80 })
  }
  const takeOne = (gateway: TestGateway): Operation => {
    const taken = gateway.taken()
    expect(taken).toHaveLength(1)
    return taken[0]!
  }
  const accept = async (gateway: TestGateway): Promise<Operation> => {
    const operation = takeOne(gateway)
    await gateway.report(operation, 'accepted')
    return operation
  }
  const show = async (gateway: TestGateway, updates?: number): Promise<Operation> => {
    const operation = await accept(gateway)
    await gateway.report(operation, 'shown', updates === undefined ? {} : { updates })
    return operation
  }
  const read = async () => {
    const { status } = await db.selectFrom('tags').select('status').where('tag_mac', '=', tag).executeTakeFirstOrThrow()
    const glass = await db.selectFrom('tag_glass').select(['shown_hash', 'updates']).where('tag_mac', '=', tag).executeTakeFirst()
    return { status, shown: glass?.shown_hash, updates: glass?.updates }
  }
  const tasks = () =>
    db
      .selectFrom('tasks')
      .select(['task_type', 'total', 'created_by'])
      .where('store_code', '=', storeCode)
      .where('created_by', '=', 'tag glass')
      .execute()
  const outcomes = async () => {
    const rows = await db.selectFrom('ledger').select('outcome').where('tag_mac', '=', tag).orderBy('op_id').execute()
    return rows.map((row) => row.outcome)
  }
  await setPrice('100')
  await heardBestBy(near)
  await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: tag, prCode: 'p1' }] })
  await engine.engine.settle()
  const first = await show(near, 1)
  expect(await read()).toEqual({ status: 'OK', shown: first.hash, updates: 1 })
  for (const gateway of [near, far]) gateway.orders()
  return { storeCode, tag, near, far, first, setPrice, heardBestBy, takeOne, accept, show, read, tasks, outcomes }
}
