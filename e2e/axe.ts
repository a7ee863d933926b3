/** Accessibility of a screen as axe sees it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}
interface Axe {
  run(options: { resultTypes: string[]; preload: boolean }): Promise<{ violations: Violation[] }>
}

/** What axe finds when nothing moves: something half faded in has the contrast of a moment, not that of the screen. */
async function violationsAtRest(page: Page): Promise<Violation[]> {
  return await page.evaluate(async () => {
    const isEndless = (animation: Animation) => animation.effect?.getComputedTiming().iterations === Infinity
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => !isEndless(one))
        .map(async (one) => await one.finished),
    )
    // The tool puts itself on the window.
    const { axe } = window as unknown as { axe: Axe }
    // What passes needs no account, and there is no film or style sheet of another server to load before.
    return (await axe.run({ resultTypes: ['violations'], preload: false })).violations
  })
}

/** What is wrong on the whole page as it stands; a finding counts when it is still there at a second look (a notice may fade during the first). */
export async function violationsOf(page: Page, worst: readonly string[] = ['serious', 'critical']): Promise<string[]> {
  await page.evaluate(source)
  const look = async () => (await violationsAtRest(page)).filter(({ impact }) => worst.includes(impact))
  let found = await look()
  if (found.length > 0) found = await look()
  return found.map((one) => `${one.id}: ${one.nodes[0]?.html} ${one.nodes[0]?.failureSummary}`)
}

/** What is on the screen is accessible, in the dark and in the light scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((scheme) => document.documentElement.setAttribute('data-mantine-color-scheme', scheme), theme)
    expect(await violationsOf(page)).toEqual([])
  }
}
