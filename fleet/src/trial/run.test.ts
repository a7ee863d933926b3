/** Prices that change by themselves in the trial. */
import { createClient } from '@endcap/contract/client'
import { contract } from '@endcap/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { changePrices } from './run.ts'

afterEach(() => void vi.useRealTimers())

interface OnShelf {
  prCode: string
  prInfo: string[]
  lastChange: { by: string; fileName: string | null }
}
const product = (prCode: string, fileName: string | null): OnShelf => ({
  prCode,
  prInfo: [prCode, 'Milk', '', '100'],
  lastChange: { by: 'ceo@example.com', fileName },
})

test('a price that a person set by hand stays; one from a file, and what the trial itself has set, changes', async () => {
  vi.useFakeTimers()
  const shelf = [product('byHand', null), product('fromFile', 'prices.csv')]
  const changed: string[] = []
  /** A server that has these products in every store: what is saved is by hand from then on. */
  const answer = (address: string, body: string): unknown => {
    if (address.endsWith('/search')) return { draw: 0, recordsTotal: 2, recordsFiltered: 2, data: shelf }
    const { productList }: { productList: Pick<OnShelf, 'prCode' | 'prInfo'>[] } = JSON.parse(body)
    for (const { prCode, prInfo } of productList) {
      changed.push(prCode)
      shelf.splice(0, 2, ...shelf.map((one) => (one.prCode === prCode ? { ...product(prCode, null), prInfo } : one)))
    }
    return { message: 'Complete!', taskId: null }
  }
  const failed = vi.fn()
  const client = createClient(contract, {
    baseUrl: 'http://server.example',
    session: () => ({ accessToken: 'a', email: 'ceo@example.com' }),
    fetch: async (address, init) => {
      const request = new Request(address, init)
      return Response.json(answer(request.url, await request.text()))
    },
  })
  const stop = changePrices(client, 1, failed)
  await vi.advanceTimersByTimeAsync(20 * 60_000)
  stop()
  expect(failed).not.toHaveBeenCalled()
  expect(changed.length).toBeGreaterThan(5)
  expect(new Set(changed)).toEqual(new Set(['fromFile']))
})
