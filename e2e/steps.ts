/** What a task costs a person: each click, each field that is typed, each key that is pressed is a step (docs/daily-tasks.md). */
import type { Locator, Page } from 'playwright-core'

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
    /** Into what has the focus. */
    type: async (text: string) => {
      taken++
      await page.keyboard.type(text)
    },
    press: async (key: string) => {
      taken++
      await page.keyboard.press(key)
    },
    choose: async (field: Locator, path: string) => {
      taken++
      await field.setInputFiles(path)
    },
  }
}
