/** `npm run player-host`: the program on a display's machine that serves the player there. */
import about from '../package.json' with { type: 'json' }
import { startHost } from './host.ts'
import { readSettings } from './settings.ts'
import { messageOf } from './thrown.ts'

try {
  const settings = readSettings(process.argv.slice(2))
  const host = await startHost(settings, about.version)
  console.log(`The player is at ${host.url} and speaks to ${settings.server.origin}.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void host.stop().then(() => process.exit(0)))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
