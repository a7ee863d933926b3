/**
 * The work in the aisle, on a handheld: assign, find, blink, swap, each in at most three actions, by a scanner that types and by the camera.
 * What counts is what the labels show, not what the server says.
 */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { codeOf, grouped, seen, startHandheld, storeCode, unlit, type Handheld } from './handheld.ts'
import { shoot } from './scanner.ts'
import { needChromium, setStage } from './stage.ts'
import { eanOf, until } from './system.ts'

const stage = setStage()
let handheld: Handheld
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  handheld = await startHandheld(stage)
  page = handheld.page
})
beforeEach(async (context) => {
  needChromium(context)
  await handheld.open()
})

test('assign: label, package, done in two actions; the last one is taken back', async () => {
  const { tap, scan, count } = handheld.hand()
  await scan(handheld.tagAt(8))
  await page.getByText('Now scan the product').waitFor()
  await page.getByText('Carries no product').waitFor()
  // The package bears the bar code, not the shop’s own code.
  await scan(eanOf(8))
  await handheld.shows(/Assigned\s*Produkt 8/)
  expect(count()).toBe(2)
  await handheld.showsProduct(handheld.tagAt(8), 8)
  // Sent is not shown: the line says so by itself when the label has confirmed.
  await page.locator('[data-part=recent] li').first().getByText('OK', { exact: true }).waitFor()
  await tap('Undo')
  await handheld.shows('Taken back')
  await handheld.isBlank(handheld.tagAt(8))
})

test('assign: what a label carried before comes back, and a product may be scanned first', async () => {
  const { tap, scan } = handheld.hand()
  await scan(codeOf(9))
  await page.getByText('Now scan the label').waitFor()
  await scan(handheld.tagAt(4))
  await handheld.shows(/Assigned\s*Produkt 9/)
  await handheld.showsProduct(handheld.tagAt(4), 9)
  await tap('Undo')
  await handheld.showsProduct(handheld.tagAt(4), 4)
})

test('assign: only the newest of a label is taken back', async () => {
  const { tap, scan } = handheld.hand()
  for (const product of [11, 12]) {
    await scan(handheld.tagAt(11))
    await scan(eanOf(product))
    await handheld.shows(`Produkt ${product}`)
  }
  const undo = (line: number) => page.locator('[data-part=recent] li').nth(line).getByRole('button', { name: 'Undo' })
  await expect.poll(() => undo(1).count()).toBe(0)
  await tap('Undo')
  await handheld.shows('Taken back')
  await handheld.showsProduct(handheld.tagAt(11), 11)
})

test('assign: asks before a product that does not exist, and what comes behind it goes on', async () => {
  const { tap, scan } = handheld.hand()
  await scan(handheld.tagAt(9))
  await scan('4999999999994')
  await scan(handheld.tagAt(10))
  await scan(eanOf(10))
  await handheld.shows(/Assigned\s*Produkt 10/)
  await handheld.showsProduct(handheld.tagAt(10), 10)
  await page.getByText('No product has this code. Assign it all the same?').waitFor()
  await tap('Discard')
  await page.getByText('No product has this code.').waitFor({ state: 'detached' })
  const { data } = await handheld.client.tags.search({
    params: { storeCode },
    body: { filter_barcode: handheld.tagAt(9), condition_barcode: '==' },
  })
  expect(data[0]?.prCode).toBeNull()
})

test('find: one scan shows a label with its glass, or a product with all its labels; a link and a reload keep it', async () => {
  const { tap, scan, count } = handheld.hand()
  await tap('Find')
  await scan(handheld.tagAt(1))
  await page.getByText('The label is on the glass.').waitFor()
  expect(count()).toBe(2)
  const glass = page.locator('[data-part=glass] img')
  await glass.waitFor()
  expect(await glass.getAttribute('src')).toMatch(/^data:image\/png;base64,/)
  await page.reload()
  await page.getByText('The label is on the glass.').waitFor()
  await page.getByText('Produkt 1', { exact: true }).waitFor()

  await scan(eanOf(0))
  await page.locator('[data-part=found]').filter({ hasText: 'Produkt 0' }).waitFor()
  for (const tagMac of [handheld.tagAt(0), handheld.tagAt(6)])
    await page.locator('[data-part=found-tags]').getByText(grouped(tagMac)).waitFor()
  expect(await page.locator('[data-part=found-tags] li').count()).toBe(2)
  await page.locator('[data-part=found-tags] button').first().tap()
  await page
    .locator('[data-part=found] h2')
    .filter({ hasText: grouped(handheld.tagAt(0)) })
    .waitFor()

  await handheld.open(`?view=aisle&do=find&code=${handheld.tagAt(2)}`)
  await page.getByText('Produkt 2', { exact: true }).waitFor()
  await scan('12345678')
  await handheld.shows('Nothing found')
})

test('find: why a label is red and what helps, and how it gets well', async () => {
  const { tap, scan } = handheld.hand()
  // A label without a price is never drawn.
  const save = (price: string) =>
    handheld.client.products.save({
      body: { storeCode, productList: [{ prCode: codeOf(13), prInfo: [codeOf(13), 'Produkt 13', '', price] }] },
    })
  await save('')
  await handheld.client.tags.assign({ body: { storeCode, tagList: [{ tagMac: handheld.tagAt(3), prCode: codeOf(13) }] } })
  await tap('Find')
  await scan(handheld.tagAt(3))
  const state = page.locator('[data-part=found-state]')
  await state.filter({ hasText: 'Failed' }).waitFor()
  await state.getByText(/The update failed\..*Enter the product’s price/).waitFor()
  // Live: the price is mended, the label confirms, the screen follows by itself.
  handheld.fleet.faults.add({ kind: 'tag-lost', tagMac: handheld.tagAt(3) })
  await save('3.49')
  await state.getByText(/Waiting for the tag’s next check-in|Waiting for the gateway/).waitFor()
  handheld.fleet.faults.clear()
  await state.getByText('The label is on the glass.').waitFor()
})

test('blink: all labels of a product flash in the chosen colour; what has no light says so', async () => {
  const { tap, scan, count } = handheld.hand()
  await tap('Blink')
  await page.getByText('Blue', { exact: true }).tap()
  await scan(eanOf(0))
  await handheld.shows('2 labels blink')
  expect(count() + 1).toBe(3)
  for (const tagMac of [handheld.tagAt(0), handheld.tagAt(6)])
    await until(
      `${tagMac} blinks blue`,
      () => handheld.fleet.tag(tagMac)?.light?.state === 2 && handheld.fleet.tag(tagMac)?.light?.speed === 3,
    )
  await tap('Undo')
  await until('the lights are out', () => [0, 6].every((index) => handheld.fleet.tag(handheld.tagAt(index))?.light === undefined))
  await scan(handheld.tagAt(unlit))
  await handheld.shows('1 label has no light')
  // From a label that was found: one tap.
  await tap('Find')
  await scan(handheld.tagAt(1))
  await page.getByText('The label is on the glass.').waitFor()
  await page.locator('[data-part=glass] img').waitFor()
  await page.locator('[data-part=found-do]').getByRole('button', { name: 'Blink' }).tap()
  await until('the label found blinks', () => handheld.fleet.tag(handheld.tagAt(1))?.light?.state === 2)
})

test('swap: broken label, new label, done in three actions; the history tells it, and it is taken back', async () => {
  const { tap, scan, count } = handheld.hand()
  await tap('Swap')
  await scan(handheld.tagAt(2))
  await page.getByText('Carries Produkt 2').waitFor()
  await scan(handheld.tagAt(12))
  await handheld.shows(/Swapped\s*Produkt 2/)
  expect(count()).toBe(3)
  await handheld.showsProduct(handheld.tagAt(12), 2)
  await handheld.isBlank(handheld.tagAt(2))
  const { data } = await handheld.client.tasks.search({ params: {}, body: { filter_storeCode: storeCode, filter_taskType: 'SWAP' } })
  expect(data[0]).toMatchObject({ taskType: 'SWAP', totalTags: 2 })

  await tap('Find')
  await scan(handheld.tagAt(2))
  await page.getByText(`Label ${grouped(handheld.tagAt(12))} took its place.`).waitFor()
  await tap(/^Show/)
  await page.getByText(`Took the place of label ${grouped(handheld.tagAt(2))}.`).waitFor()
  await tap('Undo')
  await handheld.shows('Taken back')
  await handheld.showsProduct(handheld.tagAt(2), 2)
  await handheld.isBlank(handheld.tagAt(12))
})

test('swap: what must be asked is asked, what cannot be is told', async () => {
  const { tap, scan } = handheld.hand()
  await tap('Swap')
  await scan(eanOf(1))
  await handheld.shows('That is no label')
  await scan(handheld.tagAt(1))
  await scan(handheld.tagAt(1))
  await handheld.shows('Both scans are the same label.')
  await tap('Discard')
  await scan(handheld.tagAt(13))
  await scan(handheld.tagAt(14))
  await handheld.shows('The old label carries no product')
  await tap('Discard')
  await scan(handheld.tagAt(1))
  await scan(handheld.tagAt(6))
  await handheld.shows('The new label already carries a product. It will be replaced.')
  await tap('Yes, go on')
  await handheld.shows(/Swapped\s*Produkt 1/)
  await handheld.showsProduct(handheld.tagAt(6), 1)
  await handheld.isBlank(handheld.tagAt(1))
  // Taken back, both labels carry what they carried before.
  await tap('Undo')
  await handheld.showsProduct(handheld.tagAt(1), 1)
  await handheld.showsProduct(handheld.tagAt(6), 0)
})

test('the camera reads label and package', async () => {
  const { tap, count } = handheld.hand()
  await tap('Scan with the camera')
  await handheld.shows(new RegExp(`Assigned\\s*Produkt ${seen.product}`))
  expect(count()).toBe(1)
  await tap('Stop the camera')
  await page.locator('video').waitFor({ state: 'detached' })
  await handheld.showsProduct(handheld.tagAt(seen.tag), seen.product)
})

test('without a connection scanning goes on; a reload keeps everything, and it is sent by itself', async () => {
  const pairs = [18, 19, 20, 21].map((index) => ({ tagMac: handheld.tagAt(index), product: index - 4 }))
  handheld.proxy.slow(1500)
  for (const { tagMac, product } of pairs.slice(0, 2)) {
    await shoot(page, tagMac)
    await shoot(page, eanOf(product))
  }
  handheld.proxy.cut()
  for (const { tagMac, product } of pairs.slice(2)) {
    await shoot(page, tagMac)
    await shoot(page, eanOf(product))
  }
  await page.locator('[data-part=aisle-lost]').filter({ hasText: 'are kept and sent by themselves' }).waitFor()
  // Half a pair, too.
  await shoot(page, handheld.tagAt(22))
  await page.getByText('Now scan the product').waitFor()
  handheld.proxy.mend()
  await page.reload()
  await page.getByText('Now scan the product').waitFor()
  for (const { tagMac, product } of pairs) await handheld.showsProduct(tagMac, product)
  await shoot(page, eanOf(19))
  await handheld.showsProduct(handheld.tagAt(22), 19)
  await page.locator('[data-part=aisle-lost]').waitFor({ state: 'detached' })
})
