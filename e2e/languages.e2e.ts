/** In Japanese no screen, dialog or menu shows a text that was forgotten, be it an English sentence or the name of a key; nor do some in Korean. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { allModels } from '@endcap/label/models'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settled, watchAnswers } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { fillRoute, routePatterns, routeValues } from './routes.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { administrator, eanOf, until, type ApiClient, type ServerProcess } from './system.ts'
import { createTextCheck } from './untranslated.ts'

const storeCode = 'T001'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let browser: Browser
/** What the parameters of addresses stand for. */
let values: Record<string, string>

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const { shop, fleet, ...opened } = await stage.openShop({ storeCode, gateways: 2, tags: 12 })
  ;({ server, client } = opened)
  await client.productFiles.upload({ body: { storeCode }, file: { name: 'prices.csv', content: new Blob([productFile(20)]) } })
  await client.productFiles
    .upload({ body: { storeCode }, file: { name: 'wrong.csv', content: new Blob(['PRODUCT_CODE,PRICE\n,x']) } })
    .catch(() => undefined)
  // Shown, failed for want of a product, and never heard: each state has its words.
  const pairs = shop.tagMacs.map((tagMac, index) => ({ tagMac, prCode: index === 3 ? '999' : eanOf(index) }))
  await client.tags.assign({ body: { storeCode, tagList: [...pairs, { tagMac: '5A3C9EFF50000001', prCode: eanOf(1) }] } })
  await until('labels are shown', async () => (await client.tags.counts({ params: { storeCode } })).byStatus.OK >= 10)
  await client.tags.deassign({ body: { storeCode, tagList: [{ tagMac: shop.tagMacs[5] ?? '' }] } })
  // A gateway falls silent: there are alarms.
  await until('a label was blanked', async () => (await client.tags.counts({ params: { storeCode } })).byStatus.DEASSIGN === 1)
  await fleet.stop()
  await until('there is an alarm', async () => (await client.alarms.history({ params: {}, body: {} })).data.length > 0)
  values = await routeValues(client, storeCode)
  browser = await stage.launch()
})
beforeEach(needChromium)

/** Whatever opens or changes something on a screen, outside of rows; switches are left as they are, but for the one to the map. */
const openers =
  'button:not(tbody *, [data-part=foot] *, [data-part=sort], [data-part=chip] *, [aria-pressed]), [data-part=segments] button[aria-pressed=false]'
/** Products whose texts have no Latin letter, so that none can hide a forgotten word. */
function productFile(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `${eanOf(index)},牛乳 ${index},北海道,${100 + index},1 個,EUR,${eanOf(index)}`)
  return ['PRODUCT_CODE,NAME,NAME2,PRICE,UNIT,CURRENCY,BARCODE', ...rows].join('\n')
}
const i18n = new URL('../console/src/i18n/', import.meta.url)
const areas = readdirSync(new URL('en/', i18n)).map((file) => file.replace('.json', ''))
/** A text of the console, by file and key. */
function word(language: string, area: string, key: string): string {
  const words = JSON.parse(readFileSync(new URL(`${language}/${area}.json`, i18n), 'utf8')) as Record<string, string>
  return words[key] ?? ''
}

/** Pages that are walked side by side: they wait for most of their time. The runner begins no more tests at once (vitest.config.ts). */
const together = 3

/** Every eighth address. */
const someRoutes = routePatterns().filter((_, index) => index % 8 === 0)

// Languages have the same keys (console.test.ts), and no file of words holds a word of another language (untranslated.test.ts): what is not
// said through the files at all is found in one of them, behind every button of every screen, and of the other a part is looked at.
describe.each([
  ['ja', 'ja_JP', true],
  ['ko', 'ko_KR', false],
])('%s', (language, code, behindButtons) => {
  /** Signed in, with one session. */
  const visitors: Visitor[] = []
  const free: Visitor[] = []
  beforeAll(async () => {
    if (chromiumPath === undefined) return
    const page = await openPage(browser)
    await signInAt(page, server.url)
    await page.evaluate((chosen) => localStorage.setItem('endcap.language', chosen), code)
    const storageState = await page.context().storageState()
    await page.context().close()
    while (visitors.length < together) visitors.push(await openVisitor(browser, { storageState }))
    free.push(...visitors)
  })

  test('every text of the sign-in pages is translated', async () => {
    const { page, look, findings } = await openVisitor(browser)
    await page.goto(`${server.url}/#/login`)
    await page.getByRole('combobox').selectOption(code)
    await page.getByText(word(language, 'session', 'signUp')).waitFor()
    await look('/login')
    await page.getByRole('button', { name: word(language, 'session', 'signIn') }).click()
    await look('/login, empty')
    await page.getByRole('button', { name: word(language, 'session', 'findPassword') }).click()
    await page.getByRole('dialog').waitFor()
    await look('/login › password')
    await page.keyboard.press('Escape')
    await page.goto(`${server.url}/#/signup`)
    await page.locator('input').first().waitFor()
    await look('/signup')
    await page.locator('button[type=submit]').click()
    await look('/signup, empty')
    await page.goto(`${server.url}/#/login`)
    await page.locator('input[type=email]').fill(administrator.email)
    await page.locator('input[type=password]').fill('wrong password')
    await page.keyboard.press('Enter')
    await page.getByText(word(language, 'error', 'login-failed')).waitFor()
    await look('/login, refused')
    await page.locator('input[type=password]').fill(administrator.password)
    await page.keyboard.press('Enter')
    await page.locator('aside [data-part=account]').waitFor()
    expect(findings.splice(0)).toEqual([])
    await page.context().close()
  })

  test('every text around the screens is translated: stores, search, account', async () => {
    const [{ page, look, lookBehind, closeAll, findings } = absent()] = visitors
    const address = `/tag/detail/${storeCode}`
    await page.goto(`${server.url}/#${address}`)
    await settled(page)
    await lookBehind('shell', page.locator('[data-part=scope], [data-part=find]'), () => closeAll(address))
    const openAccount = async () => {
      await page.locator('[data-part=account]').click()
      await page.getByRole('menu').waitFor()
    }
    await openAccount()
    await look('account')
    const entry = (key: string) => page.getByRole('menuitem', { name: word(language, 'session', key) })
    for (const key of ['myAccount', 'changePassword', 'secondFactor', 'loginHistory']) {
      await entry(key).click()
      await page.getByRole('dialog').waitFor()
      await settled(page)
      await look(`account › ${key}`)
      await closeAll(address)
      await openAccount()
    }
    await page.keyboard.press('Escape')
    expect(findings.splice(0)).toEqual([])
  })

  test.concurrent.each(behindButtons ? routePatterns() : someRoutes)('every text of %s is translated', async (pattern) => {
    const visitor = free.pop() ?? absent()
    try {
      await walk(visitor, pattern, behindButtons)
    } finally {
      free.push(visitor)
    }
    expect(visitor.findings.splice(0)).toEqual([])
  })
})

const absent = (): never => {
  throw new Error('no page is free')
}

/** Looks at a screen and, if told to, behind all that can be opened there. */
async function walk({ page, known, look, lookBehind, closeAll }: Visitor, pattern: string, behindButtons: boolean) {
  const address = fillRoute(pattern, values)
  // What the address names stands on the screen.
  known.push(...Object.values(values))
  await page.goto(`${server.url}/#${address}`)
  await settled(page)
  await look(pattern)
  // Around it stands the store that the address names.
  if (pattern.includes('/$storeCode')) {
    const around = {
      scope: await page.locator('[data-part=scope] small').innerText(),
      crumb: await page.locator('[data-part=crumb]').innerText(),
    }
    expect(around).toEqual({ scope: storeCode, crumb: expect.stringContaining(`Shop ${storeCode}`) as string })
  }
  if (!behindButtons) return
  const main = page.locator('main')
  await lookBehind(pattern, main.locator(openers), () => closeAll(address))
  const tick = main.locator('tr[data-row] td:first-child input[type=checkbox]').first()
  if (await tick.isVisible()) {
    const bar = page.getByRole('toolbar')
    const select = async () => {
      if (!(await tick.isChecked())) await tick.check()
      await bar.waitFor()
    }
    await select()
    await look(`${pattern}, selected`)
    // The last one clears the selection.
    await lookBehind(`${pattern}, selected`, bar.locator('button:not([aria-label])'), () => closeAll(address), select)
  }
  const inRow = main.locator('tr[data-row]').first().locator('[data-part=row-actions] button')
  await lookBehind(`${pattern}, row`, inRow, () => closeAll(address))
}

/** A page in one language, and what was found on it. */
interface Visitor {
  page: Page
  findings: string[]
  /** Data that no answer to this page has held yet. */
  known: string[]
  look(place: string): Promise<void>
  /** Looks, opens what can be opened there, looks again, and closes it. */
  lookBehind(place: string, buttons: Locator, close: () => Promise<unknown>, open?: () => Promise<unknown>): Promise<void>
  /** Away with what is open, back to the route. */
  closeAll(address: string): Promise<void>
}

async function openVisitor(from: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const page = await openPage(from, { viewport: { width: 1680, height: 1000 }, ...options })
  // What the buttons of an editor have changed is not kept: the way leads on.
  page.on('dialog', (question) => void question.accept())
  const known = [administrator.email, 'EUR', 'prices.csv', 'wrong.csv', ...allModels().map(({ name }) => name)]
  const checkTexts = createTextCheck(page, areas, known)
  const findings: string[] = []
  const answered = watchAnswers(page)
  const look = async (place: string) => {
    for (const { text, problem } of await checkTexts()) findings.push(`${place}: ${problem}: ${text}`)
  }
  return {
    page,
    findings,
    known,
    look,
    lookBehind: async (place, buttons, close, open) => {
      await open?.()
      const count = await buttons.count()
      for (let index = 0; index < count; index++) {
        const button = buttons.nth(index)
        if (!(await canPress(button))) continue
        const name = (await button.getAttribute('aria-label')) ?? (await button.innerText())
        await button.click()
        // What opens only once its code or an answer has come would else stand before the next button.
        await answered()
        await settled(page)
        await look(`${place} › ${name}`)
        const menus = page.getByRole('dialog').locator('[aria-haspopup]')
        for (const menu of await menus.all()) {
          if (!(await canPress(menu))) continue
          await menu.click()
          await answered()
          await settled(page)
          await look(`${place} › ${name} › menu`)
          await page.keyboard.press('Escape')
        }
        await close()
        await open?.()
      }
    },
    closeAll: async (address) => {
      if (!page.url().endsWith(address)) await page.goto(`${server.url}/#${address}`)
      const openNow = page.locator('[role=dialog]:visible, [role=menu]:visible')
      for (let times = 0; times < 3; times++) {
        const count = await openNow.count()
        if (count === 0) break
        await page.keyboard.press('Escape')
        // A list within a dialog may take the first one for itself.
        await until('it closes', async () => (await openNow.count()) < count, 2).catch(() => undefined)
      }
      expect(await page.locator('[role=dialog]:visible').allInnerTexts(), `a dialog of ${address} stays open`).toEqual([])
      await settled(page)
    },
  }
}

/** Asked in one step: a button that goes away between two questions would be waited for. */
async function canPress(button: Locator): Promise<boolean> {
  const states = await button.evaluateAll((found) =>
    found.map((one) => one.checkVisibility() && !one.matches(':disabled, [aria-disabled=true]')),
  )
  return states.includes(true)
}
