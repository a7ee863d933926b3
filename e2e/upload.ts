import type { Locator, Page } from 'playwright-core'

/** From the list of products: the dialog that uploads a file, with this file in it. */
export async function openUpload(page: Page, path: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Upload file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(path)
  return dialog
}

/** Ticks every price of a review that is to be looked at: as one who has looked at it and finds it right. */
export async function tickPrices(dialog: Locator): Promise<void> {
  const look = dialog.locator('[data-part=prices-to-look-at]')
  await look.waitFor()
  for (const tick of await look.getByRole('checkbox').all()) await tick.check()
}
