/** The screen of the aisle: reached and left, big enough for a thumb, without faults that axe knows, in every language. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { codeOf, startHandheld, storeCode, type Handheld } from './handheld.ts'
import { shoot } from './scanner.ts'
import { needChromium, setStage } from './stage.ts'
import { administrator } from './system.ts'
import { createTextCheck } from './untranslated.ts'

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

test('the table is one tap away, the choice is remembered, and a link into the list stays a list', async () => {
  await page.getByRole('link', { name: 'Table' }).tap()
  await page.locator('tr[data-row]').first().waitFor()
  await page.goto('about:blank')
  await page.goto(`${handheld.proxy.url}/#/tag/detail/${storeCode}`)
  await page.locator('tr[data-row]').first().waitFor()
  await page.getByRole('link', { name: 'Aisle mode' }).tap()
  await page.locator('[data-part=aisle]').waitFor()
  await page.goto('about:blank')
  await page.goto(`${handheld.proxy.url}/#/tag/detail/${storeCode}?sort=barcode%20asc`)
  await page.locator('tr[data-row]').first().waitFor()
})

test('everything to touch is 44 px or more, nothing is wider than the screen, and axe finds nothing, in both themes', async () => {
  const places = [
    '',
    '?view=aisle&do=swap',
    `?view=aisle&do=find&code=${handheld.tagAt(1)}`,
    `?view=aisle&do=find&code=${codeOf(0)}`,
    '?view=aisle&do=blink',
  ]
  for (const width of [360, 390, 480]) {
    await page.setViewportSize({ width, height: 740 })
    for (const place of places) {
      await handheld.open(place)
      await settled(page)
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[data-part=aisle] :is(button, a, label, input:not([type=radio]))')]
          .map((one) => ({ name: one.getAttribute('aria-label') ?? one.innerText, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 44 || box.height < 44)
          .map(({ name, box }) => `${name} ${box.width} × ${box.height}`),
      )
      expect({ width, place, small }).toEqual({ width, place, small: [] })
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
    }
  }
  await page.setViewportSize({ width: 390, height: 844 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const place of places) {
      await handheld.open(place)
      await settled(page)
      const found = await violationsOf(page, ['minor', 'moderate', 'serious', 'critical'])
      expect({ colorScheme, place, found }).toEqual({ colorScheme, place, found: [] })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
})

test.each(['ja_JP', 'ko_KR'])('in %s nothing is left in English', async (language) => {
  const checkTexts = createTextCheck(
    page,
    ['aisle', 'tags', 'scan', 'state', 'common', 'error', 'nav'],
    ['Produkt', 'ART', storeCode, 'Shop', administrator.email, ...handheld.tagMacs.flatMap((tagMac) => tagMac.match(/.{4}/g) ?? [])],
  )
  const look = async (place: string) => {
    await settled(page)
    expect({ place, findings: await checkTexts() }).toEqual({ place, findings: [] })
  }
  await page.evaluate((code) => localStorage.setItem('endcap.language', code), language)
  for (const action of ['assign', 'find', 'blink', 'swap']) {
    await handheld.open(`?view=aisle&do=${action}`)
    await look(action)
    await shoot(page, handheld.tagAt(0))
    await look(`${action} › label`)
    if (action === 'find') {
      await shoot(page, codeOf(0))
      await look('find › product')
      await shoot(page, '99999999')
      await look('find › nothing')
    } else {
      await shoot(page, action === 'swap' ? handheld.tagAt(0) : '99999999')
      await page.locator('[data-part=message]').first().waitFor()
      await look(`${action} › answer`)
    }
  }
  for (let left = await page.locator('[data-part=answers]').count(); left > 0; left = await page.locator('[data-part=answers]').count())
    await page.locator('[data-part=answers] button').last().tap()
  await page.evaluate(() => localStorage.setItem('endcap.language', 'en_US'))
})
