/** Chromium as it is installed on the machine. */
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
export const chromiumPath: string | undefined = candidates.find((path) => path !== undefined && existsSync(path))
export const chromiumMissing = 'Chromium is not installed: apt-get install chromium, or name it in CHROMIUM'

/** `more`: further switches, such as a fake camera. */
export function launch(more: readonly string[] = []): Promise<Browser> {
  const flags = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return chromium.launch({ executablePath: chromiumPath ?? '', args: [...flags, ...more] })
}
