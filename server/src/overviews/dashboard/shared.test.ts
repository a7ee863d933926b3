/** One counting of the dashboard for all who may read the same of the same stores, and for no others. */
import type { DashboardData } from '@endcap/contract/dashboard'
import type { Privilege } from '@endcap/contract/privileges'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { createChain } from '../../testing/chain.ts'
import { seedAccount, seedStore, type SeededAccount } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root } = await startTestApp()
const chain = createChain(context, app, root)
await seedStore(context.context, 'EAST')
await seedStore(context.context, 'WEST')
await chain.addTags('EAST', 3)
await chain.addTags('WEST', 4)
await chain.addGateway('EAST')

const everything: readonly Privilege[] = ['dashboard.read', 'tag.read', 'store.read', 'product.read', 'server.read']
const account = (email: string, stores: readonly string[], privileges = everything) =>
  seedAccount(context.context, { email: `${email}@test.example`, stores, privileges })
const ask = (who: SeededAccount, times: number, stores: readonly string[] = []) =>
  Array.from({ length: times }, () => chain.dashboardOf(stores, who))

/** How often the figures of stores were counted since. */
function countReadings() {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  return () => asked.mock.calls.filter(([text]) => typeof text === 'string' && text.includes('"gwTotal"')).length
}
afterEach(() => void vi.restoreAllMocks())

test('many consoles of several accounts with the same stores and rights cost two countings at a change', async () => {
  const [first, second] = [await account('first', ['EAST', 'WEST']), await account('second', ['WEST', 'EAST'])]
  const readings = countReadings()
  const answers = await Promise.all([...ask(first, 20), ...ask(second, 20)])
  expect(readings()).toBeLessThanOrEqual(2)
  for (const answer of answers)
    expect(answer).toMatchObject({ tagStatus: { total: 7 }, storeDict: { EAST: 'Store EAST', WEST: 'Store WEST' } })
})

test('no answer is from before its question', async () => {
  const who = await account('change', ['EAST'])
  for (let total = 4; total < 7; total++) {
    const asked = ask(who, 3)
    await chain.addTags('EAST', 1)
    expect((await chain.dashboardOf([], who)).tagStatus?.total).toBe(total)
    await Promise.all(asked)
  }
})

test('other stores or other rights are never answered with what was counted for someone else', async () => {
  const cases: [who: SeededAccount, stores: readonly string[], right: Partial<DashboardData>][] = [
    [await account('east', ['EAST']), [], { storeList: ['EAST'], storeDict: { EAST: 'Store EAST' } }],
    [await account('west', ['WEST']), [], { storeList: ['WEST'], storeDict: { WEST: 'Store WEST' } }],
    // Chosen by accounts with other stores of their own: the names differ, the figures do not.
    [await account('both', ['EAST', 'WEST']), ['EAST'], { storeList: ['EAST'], storeDict: { EAST: 'Store EAST', WEST: 'Store WEST' } }],
    [await account('chooser', ['EAST']), ['EAST'], { storeList: ['EAST'], storeDict: { EAST: 'Store EAST' } }],
    [await account('tags', ['EAST'], ['dashboard.read', 'tag.read']), [], { gwStatus: null, serverStatus: null, productStatus: null }],
    [await account('gateways', ['EAST'], ['dashboard.read', 'store.read']), [], { tagStatus: null, storeTagStatus: null }],
    [await account('servers', ['EAST'], ['dashboard.read', 'server.read']), [], { tagStatus: null, gwStatus: null }],
    [await account('none', []), [], { storeList: [], storeDict: {} }],
  ]
  const answers = await Promise.all(cases.map(([who, stores]) => Promise.all(ask(who, 4, stores))))
  for (const [place, [, , right]] of cases.entries())
    for (const answer of answers[place] ?? []) {
      expect(answer).toMatchObject(right)
      if (right.storeDict !== undefined) expect(answer.storeDict).toEqual(right.storeDict)
    }
  const of = (place: number) => answers[place]?.[0]
  expect(of(4)?.tagStatus).not.toBeNull()
  expect(of(5)?.gwStatus).not.toBeNull()
  expect(of(6)?.serverStatus).not.toBeNull()
})
