/**
 * During an update of many labels gateways go off and on, results are lost, and the server is killed twice. In the end every accepted
 * operation has ended, the sums match, no glass differs from what the ledger says, and nothing was sent again after it was confirmed.
 */
import { beforeAll, expect, test } from 'vitest'
import type { Fleet } from '@endcap/fleet/fleet'
import { scanGlass } from './glass.ts'
import { setStage } from './stage.ts'
import { eanOf, showAll, signIn, until, uploadPrices, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const labels = 1000
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet

beforeAll(async () => {
  ;({ server, client, shop, fleet } = await stage.openShop({ storeCode: 'FAULT', gateways: 3, tags: labels }, { embedded: true }))
  await uploadPrices(
    client,
    'FAULT',
    shop.tagMacs.map(() => 199),
  )
  await showAll(client, shop)
})

test('every label ends right through faults and two kills', async () => {
  const before = new Map(shop.tagMacs.map((mac) => [mac, fleet.tag(mac)?.updates ?? 0]))
  fleet.faults.add({ kind: 'drop', probability: 0.05 })
  fleet.faults.add({ kind: 'confirmation-lost', probability: 0.02 })
  fleet.faults.add({ kind: 'duplicate', probability: 0.05 })
  const { taskId } = await uploadPrices(
    client,
    'FAULT',
    shop.tagMacs.map((_, index) => 200 + index),
  )
  expect(taskId).not.toBeNull()

  const transmissions = () =>
    [...fleet.tags()].reduce((sum, tag) => sum + [...tag.transmissions.values()].reduce((total, n) => total + n, 0), 0)
  const goesOn = async () => {
    const sent = transmissions()
    const allShown = () => shop.tagMacs.every((mac) => (fleet.tag(mac)?.updates ?? 0) > (before.get(mac) ?? 0))
    await until('more is sent to the labels', () => transmissions() > sent || allShown())
  }
  for (const gateway of shop.gateways.slice(0, 2)) {
    await goesOn()
    fleet.faults.add({ kind: 'gateway-offline', gwMac: gateway.gwMac })
    const statusOf = async () =>
      (await client.gateways.ofStore({ params: { storeCode: 'FAULT' } })).gwList.find((one) => one.gwMac === gateway.gwMac)?.status
    await until('the server knows that the gateway is off', async () => (await statusOf()) === 'OFFLINE')
    await server.kill()
    server = await stage.startServer({ ports: server.ports, embedded: true })
    client = await signIn(server.url)
    await goesOn()
    fleet.faults.clear('gateway-offline')
    fleet.restart(shop.gateways[2]!.gwMac)
  }
  const readTask = async () =>
    (await client.tasks.search({ params: {}, body: { filter_taskId: taskId ?? '', condition_taskId: '==' } })).data[0]!
  await until('the task ends', async () => (await readTask()).endTime !== null)

  const task = await readTask()
  expect(task.totalTags).toBe(labels)
  expect(task.shown + task.same + task.superseded + task.failed).toBe(labels)
  expect(task.superseded).toBe(0)
  const rows = await client.tasks.rows({ params: { storeCode: 'FAULT', taskId: taskId ?? '' }, body: { length: -1 } })
  expect(rows.data).toHaveLength(labels)
  expect(rows.data.filter((row) => row.result === null)).toEqual([])
  expect(rows.data.filter((row) => row.state === 'FAILED' && row.reason === null)).toEqual([])

  // What the ledger says is shown, stands on the glass: the picture is the server's own, and the code scans.
  for (const row of rows.data.filter((one) => one.result === 'OK')) {
    const tag = fleet.tag(row.tagMac)!
    // One change of the glass and no more: nothing was shown twice, whatever was repeated on the way.
    expect({ tag: row.tagMac, updates: tag.updates }).toEqual({ tag: row.tagMac, updates: (before.get(row.tagMac) ?? 0) + 1 })
  }
  for (const tagMac of shop.tagMacs.filter((_, index) => index % 100 === 0))
    expect(await scanGlass(fleet, tagMac)).toEqual([eanOf(shop.tagMacs.indexOf(tagMac))])
  expect(rows.data.filter((row) => row.result === 'OK').length).toBeGreaterThan(labels * 0.95)

  // Confirmed is confirmed: with the faults gone, nothing more is sent.
  fleet.faults.clear()
  await allCheckIn(2)
  const settled = transmissions()
  await allCheckIn(3)
  expect(transmissions()).toBe(settled)
})

/** Waits until each label has checked in so often again. */
async function allCheckIn(times: number): Promise<void> {
  const heard = new Map<string, number>()
  for (const gateway of fleet.gateways()) {
    const { hear } = gateway
    gateway.hear = (tag, rssi) => {
      heard.set(tag.tagMac, (heard.get(tag.tagMac) ?? 0) + 1)
      hear(tag, rssi)
    }
  }
  await until('every label checks in', () => shop.tagMacs.every((tagMac) => (heard.get(tagMac) ?? 0) >= times))
}
