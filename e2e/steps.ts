/** What a task costs a person: each click, each field that is typed, each key that is pressed is a step (docs/daily-tasks.md). */
import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'

/** Between two keys of a quick hand: what comes closer together is a scanner to the console (console/src/scan/wedge.ts), on a quick machine. */
const handMs = 60

export function stepsAt(page: Page) {
  let taken = 0
  return {
    count: () => taken,
    click: async (target: Locator) => {
      taken++
      await target.click()
    },
    fill: async (field: Locator, text: string) => {
      taken++
      await field.fill(text)
    },
    /** With the mouse, from the middle of one thing to the middle of another. */
    drag: async (from: Locator, to: Locator) => {
      taken++
      await from.hover()
      await page.mouse.down()
      await to.hover()
      await page.mouse.up()
    },
    /** Into what has the focus. */
    type: async (text: string) => {
      taken++
      await page.keyboard.type(text, { delay: handMs })
    },
    press: async (key: string) => {
      taken++
      await wait(handMs)
      await page.keyboard.press(key)
    },
    choose: async (field: Locator, path: string) => {
      taken++
      await field.setInputFiles(path)
    },
  }
}
