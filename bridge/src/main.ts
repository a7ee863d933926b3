/**
 * `npm run bridge`: speaks with access points and signs of other makes in this network, for a server that may stand anywhere; `-- try` and
 * `-- simulate` need no server. What was compiled at the last start is kept, which saves a fifth of its memory.
 */
import { enableCompileCache } from 'node:module'

const { directory } = enableCompileCache()
if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory

const usage = `npm run bridge                                  serves what the server tells it (docs/bridge.md)
npm run bridge -- try KIND [ADDRESS] [--tag ID]  tries a real device without a server: openepaperlink, opendisplay, trmnl
npm run bridge -- simulate KIND                  brings simulated devices, to be added as real ones
More: npm run bridge -- try --help, npm run bridge -- simulate --help`

const [command, ...args] = process.argv.slice(2)
if (command === undefined) await import('./run.ts')
else if (command === 'try') await (await import('./try-command.ts')).run(args)
else if (command === 'simulate') await (await import('./simulate-command.ts')).run(args)
else {
  console.log(usage)
  process.exitCode = command === '--help' ? 0 : 2
}
