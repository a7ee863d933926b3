/** The browser that pages are measured in. */
import { desktopChromiumPath } from '@endcap/e2e/chromium'
import { chromium, type Browser, type Page } from 'playwright-core'
import { administrator } from './system.ts'

/** Undefined where the machine has none. */
export async function launchBrowser(): Promise<Browser | undefined> {
  if (desktopChromiumPath === undefined) return undefined
  return await chromium.launch({
    executablePath: desktopChromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
}
export const openPage = (browser: Browser): Promise<Page> => browser.newPage({ viewport: { width: 1440, height: 900 } })

/** Where the page asks for it; what it leads to is not awaited. */
export async function signInOn(page: Page): Promise<void> {
  await page.locator('input[type=email]').fill(administrator.email)
  await page.locator('input[type=password]').fill(administrator.password)
  await page.locator('button[type=submit]').click()
}
