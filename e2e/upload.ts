import type { Locator, Page } from 'playwright-core'

/** From the list of products: the dialog that uploads a file, with this file in it. */
export async function openUpload(page: Page, path: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Upload file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(path)
  return dialog
}
