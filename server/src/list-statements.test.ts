/** What lists ask of the database: few statements, and no more of them for more rows. */
import { contract } from '@endcap/contract'
import type { Endpoint } from '@endcap/contract/endpoint'
import { entriesOf } from '@endcap/contract/typed-object'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createChain } from './testing/chain.ts'
import { sampleParams } from './testing/sample-params.ts'
import { seedStore } from './testing/seed.ts'
import { startTestApp } from './testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const chain = createChain(context, app, root)
await seedStore(context.context, 'S1')
await seedStore(context.context, 'S2')

/** Calls a list; answers how many statements that took, who calls among them. */
async function statementsOf({ method, path }: Pick<Endpoint, 'method' | 'path'>, request: object) {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const { status } = await api(
    method,
    path.replaceAll(/:(\w+)/g, (_, name: string) => sampleParams[name] ?? 'S1'),
    request,
  )
  const count = asked.mock.calls.length
  asked.mockRestore()
  return { status, count }
}

test('no list asks more than who calls, what it is about, its page and their number', async () => {
  const lists = entriesOf(contract).flatMap(([, calls]) => Object.values<Endpoint>(calls).filter((endpoint) => 'filters' in endpoint))
  expect(lists.length).toBeGreaterThan(40)
  for (const list of lists) {
    // A page that has room for all rows counts them by itself.
    expect((await statementsOf(list, {})).count, list.path).toBeLessThanOrEqual(3)
    expect((await statementsOf(list, { length: 1 })).count, list.path).toBeLessThanOrEqual(4)
  }
})

test('the exceptions of a store ask who calls, for their numbers, and for gateways that are not well', async () => {
  expect(await statementsOf(contract.exceptions.statistics, {})).toEqual({ status: 200, count: 3 })
})

test('the exceptions of all stores ask who calls, and once for all numbers', async () => {
  expect(await statementsOf(contract.exceptions.chain, {})).toEqual({ status: 200, count: 2 })
  expect(await statementsOf(contract.exceptions.stores, {})).toEqual({ status: 200, count: 2 })
})

test('a list of tags asks the same for any number of rows', async () => {
  await chain.addTags('S1', 60)
  const tags = { method: 'POST', path: '/status/store/:storeCode/tag/search' } as const
  const right = (count: number) => ({ status: 200, count })
  // Who calls, where the name of a product stands, the page, and how many there are.
  expect(await statementsOf(tags, { length: 1 })).toEqual(right(4))
  expect(await statementsOf(tags, { length: 50 })).toEqual(right(4))
  expect(await statementsOf(tags, { length: 100 })).toEqual(right(3))
  // And how many of them the filter leaves.
  expect(await statementsOf(tags, { length: 10, filter_status: 'OK,WIP' })).toEqual(right(5))
  expect(await statementsOf(tags, { length: 50, filter_status: 'OK,WIP' })).toEqual(right(5))
  expect(await statementsOf(tags, { length: 100, filter_status: 'OK,WIP' })).toEqual(right(4))
})
