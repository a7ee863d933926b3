/** `npm run player-host`: the program on a display's machine that serves the player there. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startHost } from './host.ts'
import { readSettings } from './settings.ts'

const { version } = JSON.parse(readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8')) as { version: string }

try {
  const settings = readSettings(process.argv.slice(2))
  const host = await startHost(settings, version)
  console.log(`The player is at ${host.url} and speaks to ${settings.server.origin}.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void host.stop().then(() => process.exit(0)))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
