/** Where Chromium is on this machine: `CHROMIUM` names it, or it is where packages put it. Undefined where there is none. */
import { existsSync } from 'node:fs'

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export const chromiumPath: string | undefined = places.find((path) => path !== undefined && existsSync(path))
