/** Where Chromium is on this machine: `CHROMIUM` names it, or it is where packages put it. Each is undefined where there is none. */
import { existsSync } from 'node:fs'

const firstOf = (...paths: (string | undefined)[]): string | undefined => paths.find((path) => path !== undefined && existsSync(path))

/** As people have it, with its windows: what benchmarks measure. */
export const desktopChromiumPath: string | undefined = firstOf(
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
)
/** What journeys drive: the same engine without windows, where it is installed, since it takes a sixth less of the processor. */
export const chromiumPath: string | undefined = firstOf(process.env.CHROMIUM, '/usr/bin/chromium-headless-shell') ?? desktopChromiumPath
