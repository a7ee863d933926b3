/** A laser scanner, as the browser sees it: a keyboard faster than any hand. */
import type { Page } from 'playwright-core'

/** Types a code: 8 ms between two characters by the events' own clock, Enter at the end. */
export async function shoot(page: Page, code: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const start = Date.now() / 1000
  const keys = [...[...code].map((text) => ({ key: text, text })), { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }]
  for (const [place, key] of keys.entries()) {
    const timestamp = start + place * 0.008
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key: key.key })
  }
  await session.detach()
}
