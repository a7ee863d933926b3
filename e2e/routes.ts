/** Every address of the console, read from its route table and filled from real data: new screens are visited without being named here. */
import { readFileSync } from 'node:fs'
import type { Contract } from '@endcap/contract'
import type { Client } from '@endcap/contract/client'

/** The patterns of the route table, such as `/tag/detail/$storeCode`. */
export function routePatterns(): string[] {
  const table = readFileSync(new URL('../console/src/routes.tsx', import.meta.url), 'utf8')
  return [...table.matchAll(/\bpage\(\s*'([^']+)'/g)].map(([, path = '']) => path)
}

/** What stands for each parameter: something that exists in this store. */
export async function routeValues(client: Client<Contract>, storeCode: string): Promise<Record<string, string>> {
  const [
    { data: sensors },
    { data: tagRows },
    { data: files },
    { data: tasks },
    { data: products },
    { gwList },
    { serverList },
    { data: updates },
  ] = await Promise.all([
    client.sensors.search({ params: { storeCode }, body: { length: 1 } }),
    client.tags.search({ params: { storeCode }, body: { length: 1 } }),
    client.productFiles.history({ params: {}, body: { length: 1 } }),
    client.tasks.search({ params: {}, body: { length: 1, filter_storeCode: storeCode } }),
    client.products.search({ params: { storeCode }, body: { length: 1 } }),
    client.gateways.ofStore({ params: { storeCode } }),
    client.servers.list(),
    client.updates.search({ params: { storeCode }, body: { length: 1 } }),
  ])
  const [tag, file, task, product, gateway, server] = [tagRows[0], files[0], tasks[0], products[0], gwList[0], serverList[0]]
  const [sensor, update] = [sensors[0], updates[0]]
  if (!tag || !file || !task || !product || !gateway || !server || !sensor || !update)
    throw new Error('The store does not have one of everything yet')
  return {
    storeCode,
    tagMac: tag.tagMac,
    tagId: tag.barcode,
    sensorMac: sensor.sensorMac,
    historyId: file._id,
    taskId: task.taskId,
    taskType: task.taskType,
    prCode: product.prCode,
    updateId: update.updateId,
    gwMac: gateway.gwMac,
    serverId: server.id,
    ...(await paperValues(client, storeCode)),
    ...(await slideValues(client, storeCode)),
    ...(await wallValues(client)),
    drawingId: await checkedDrawing(client),
  }
}

/** A layout whose check has found something. */
async function checkedDrawing(client: Client<Contract>): Promise<string> {
  const { data } = await client.layouts.search({ params: {}, body: { length: 100, filter_layoutId: 'SHELF_PRICE', filter_size: '2.90' } })
  const chainWide = data.find(({ storeCode }) => storeCode === null)
  if (chainWide === undefined) throw new Error('There is no layout')
  const { drawingId } = chainWide
  const params = { drawingId }
  if ((await client.layouts.readCheck({ params })).check === null) {
    const { draft, rev } = await client.layouts.read({ params })
    // Longer than any label: what the check says stands there in every language.
    const narrow = JSON.parse(
      JSON.stringify(draft).replace('"text":"{NAME}"', '"text":"{NAME}{NAME}{NAME}{NAME}{NAME}{NAME}"'),
    ) as typeof draft
    const saved = await client.layouts.saveDraft({ params, body: { definition: narrow, rev } })
    await client.layouts.startCheck({ params, body: { rev: saved.rev } })
  }
  return drawingId
}

/** What the same words stand for below `/paper`. */
async function paperValues(client: Client<Contract>, storeCode: string): Promise<Record<string, string>> {
  const params = { storeCode }
  const find = () => client.papers.tasks({ params, body: { length: 1 } })
  if ((await find()).recordsTotal === 0) {
    // No printer is there: the row ends as FAIL, with a reason to show.
    const content = new Blob(['PRODUCT_CODE,NAME,PRICE,PRINTER_IP,LAYOUT\n4001234567891,Apfelsaft,1.99,127.0.0.1,105'])
    await client.papers.upload({ body: { storeCode }, file: { name: 'week.csv', content } })
  }
  const [task] = (await find()).data
  const [file] = (await client.papers.history({ params: {}, body: { length: 1, filter_storeCode: storeCode } })).data
  return { 'paper/taskId': task?._id ?? '', 'paper/historyId': file?._id ?? '' }
}

/** A display and a template with a slide each. */
async function slideValues(client: Client<Contract>, storeCode: string): Promise<Record<string, string>> {
  const [mac, templateId, size] = ['02:ec:d9:00:00:01', '2026', '23.1'] as const
  const params = { storeCode }
  const object = [{ type: 'product' as const, id: '1', left: 40, top: 9, width: 320, height: 140, index: 0 }]
  const { data } = await client.displays.search({ params, body: { length: 1, filter_mac: mac } })
  if (data.length === 0) {
    const caps = { host: false, reboot: false, brightness: false, screenshot: false, offlineStart: true }
    const screen = { width: 1920, height: 158 }
    const announced = await client.player.register({
      body: { mac, storeCode, claimSecret: 'a'.repeat(32), model: 'IP231A', ver: {}, screen, caps },
    })
    // Accepted, and never heard from: its state does not change while a page shows it.
    if (announced.pending) await client.displays.accept({ params, body: { mac, code: announced.code, name: 'Bread' } })
    await client.displays.saveShow({
      params: { storeCode, plusMac: mac },
      body: { screenWidth: 1920, screenHeight: 158, show: [{ object }] },
    })
    await client.slideTemplates.save({ params: { storeCode, templateName: templateId }, body: { size, show: [{ object }] } })
  }
  return { 'plus/mac': mac, 'plus/templateId': templateId, 'plus/mode': 'edit', 'plus/size': size }
}

/** A show over two screens, a set that plays it, and a timeline that plays the set. */
async function wallValues(client: Client<Contract>): Promise<Record<string, string>> {
  const find = async () => (await client.timelines.search({ params: {}, body: { length: 1 } })).data[0]
  if ((await find()) === undefined) {
    const screen = { type: 23 as const, width: 1920, height: 158, left: 0, rotation: 0 as const }
    const device = [
      { ...screen, top: 0 },
      { ...screen, top: 158 },
    ]
    const contentArea = [{ left: 0, top: 0, width: 1920, height: 158 }]
    const show = await client.shows.save({
      body: { name: 'Wall', width: 1920, height: 316, duration: 30, device, contentArea, timeline: [[]] },
    })
    const set = await client.showSets.save({ body: { name: 'Day', list: [{ id: show.id, duration: 30 }] } })
    await client.timelines.save({ body: { name: 'Aisle', schedule: [{ id: set.id, days: [1, 2, 3] }] } })
  }
  const findPlaylist = async () => (await client.playlists.search({ params: {}, body: { length: 1 } })).data[0]
  if ((await findPlaylist()) === undefined)
    await client.playlists.save({
      body: { name: 'Season', items: [{ id: 'price', duration: 30 }], hours: [{ days: [1, 2], time: [] }], device: [] },
    })
  const [{ data: shows }, { data: sets }, timeline, playlist] = await Promise.all([
    client.shows.search({ params: {}, body: { length: 1 } }),
    client.showSets.search({ params: {}, body: { length: 1 } }),
    find(),
    findPlaylist(),
  ])
  return {
    'plus/showId': shows[0]?.id ?? '',
    'plus/setId': sets[0]?.id ?? '',
    'plus/timelineId': timeline?.id ?? '',
    'plus/playlistId': playlist?.id ?? '',
  }
}

/** `/tag/detail/$storeCode` → `/tag/detail/S1`; throws when a parameter has no value. */
export function fillRoute(pattern: string, values: Record<string, string>): string {
  return pattern.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = values[`${pattern.split('/')[1]}/${name}`] ?? values[name]
    if (value === undefined) throw new Error(`e2e/routes.ts does not know a value for $${name} of ${pattern}`)
    return encodeURIComponent(value)
  })
}
