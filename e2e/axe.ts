/** Accessibility of a screen as axe sees it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(part: string): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }>
}

/** What is serious or critical on the screen as it stands; the frame around it is looked at with the first screens (e2e/products.e2e.ts). */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(source)
  return await page.evaluate(async () => {
    // The tool puts itself on the window.
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run('main')
    return violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .map((one) => `${one.id}: ${one.nodes[0]?.html} ${one.nodes[0]?.failureSummary}`)
  })
}
