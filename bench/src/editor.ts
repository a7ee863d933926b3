/** Two hundred objects on a slide, as many as one holds, one of them dragged: frames a second in the editor, beside those of an empty page in the same run. */
import type { Page } from 'playwright-core'
import { launchBrowser, openPage, signInOn } from './browser.ts'
import { countFrames, type Frames } from './frames.ts'
import { percentile, type Figure } from './report.ts'
import type { BenchSystem } from './system.ts'

const storeCode = 'EDITOR'
const mac = '02:ec:d8:00:00:01'
const objects = 200
const measuredMs = 5000
/** Of the one that is measured: the median of them counts. */
const rounds = 3

export async function benchEditor({ url, client }: BenchSystem): Promise<Figure[]> {
  const browser = await launchBrowser()
  if (browser === undefined) return []
  const page = await openPage(browser)
  await fill(client, page)
  await page.goto(`${url}/#/login?next=${encodeURIComponent(`/plus/device/show/${storeCode}/${mac}`)}`)
  await signInOn(page)
  await page
    .locator('[data-part=canvas-box]')
    .nth(objects - 1)
    .waitFor()
  await page.waitForTimeout(3000)
  const empty = await openPage(browser)
  const [still, dragged]: [Frames[], Frames[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    await empty.bringToFront()
    still.push(await measure(empty, { x: 400, y: 300 }))
    await page.bringToFront()
    const held = page.locator('[data-part=canvas-box]').nth(objects / 2)
    const box = await held.boundingBox()
    if (box === null) throw new Error('there is nothing to drag')
    dragged.push(await measure(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }))
    if ((await held.boundingBox())?.x === box.x) throw new Error('nothing was dragged')
  }
  await browser.close()
  const [plain, drag] = [still, dragged].map((all) =>
    percentile(
      all.map(({ perSecond }) => perSecond),
      0.5,
    ),
  )
  const gap = percentile(
    dragged.flatMap(({ gaps }) => gaps),
    0.95,
  )
  const what = `editor: one of ${objects} objects dragged`
  return [
    { what, value: drag ?? 0, unit: 'frames/s', budget: undefined },
    { what: 'an empty page under the same pointer', value: plain ?? 0, unit: 'frames/s', budget: undefined },
    { what: `${what}: beside the empty page`, value: (drag ?? 0) / (plain ?? 1), unit: '×', budget: { minimum: 0.9 } },
    { what: `${what}: from one frame to the next, p95`, value: gap, unit: 'ms', budget: undefined },
  ]
}

/** Presses there, moves to and fro, and counts the frames meanwhile. */
async function measure(page: Page, at: { x: number; y: number }): Promise<Frames> {
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  const counted = countFrames(page, measuredMs)
  let over = false
  void counted.finally(() => (over = true))
  for (let step = 0; !over; step++) await page.mouse.move(at.x + 200 * Math.sin(step / 20), at.y + 20 * Math.cos(step / 13))
  // Within the canvas, where the next round takes hold of it.
  await page.mouse.move(at.x + 10, at.y)
  await page.mouse.up()
  return counted
}

async function fill(client: BenchSystem['client'], page: Page): Promise<void> {
  const params = { storeCode }
  await client.stores.create({ body: { storeCode, storeName: 'Slides' } })
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(400, 300)
    const pen = canvas.getContext('2d')
    for (let n = 0; n < 400; n++) {
      if (pen !== null) pen.fillStyle = `hsl(${n * 7} 60% 50%)`
      pen?.fillRect((n * 37) % 400, (n * 91) % 300, 40, 30)
    }
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]
  })
  const file = { name: 'picture.png', content: new Blob([new Uint8Array(bytes)]) }
  const { _id } = await client.media.uploadImage({ params, query: {}, body: {}, file })
  const { enrolToken } = await client.displays.saveSetting({ params, body: { newEnrolToken: true } })
  const caps = { host: false, reboot: false, brightness: false, screenshot: false, offlineStart: true }
  const who = { mac, storeCode, enrolToken: enrolToken ?? '', claimSecret: 'editor-of-the-benchmark', name: 'Editor', model: 'IP291TA' }
  await client.player.register({ body: { ...who, ver: { player: '1' }, screen: { width: 1920, height: 540 }, caps } })
  const object = Array.from({ length: objects }, (_, n) => ({
    type: n % 2 === 0 ? ('image' as const) : n % 4 === 1 ? ('product' as const) : ('webpage' as const),
    id: n % 2 === 0 ? _id : n % 4 === 1 ? String((n % 20) + 1) : `http://example.com/${n}`,
    left: (n % 20) * 95,
    top: Math.floor(n / 20) * 54,
    width: 90,
    height: 50,
    index: n,
  }))
  await client.displays.saveShow({
    params: { storeCode, plusMac: mac },
    body: { screenWidth: 1920, screenHeight: 540, show: [{ object }] },
  })
}
