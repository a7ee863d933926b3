/** The server process: reads the settings, opens the database and the broker, starts the parts. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { readConfig, describeConfig, type Config } from './config.ts'
import { openLog } from './log.ts'
import { startServer } from './server.ts'

if (process.argv.includes('--help')) {
  console.log(`Endcap server\n\n${describeConfig()}`)
  process.exit(0)
}

function settings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error(`The settings are not right:\n${error instanceof Error ? error.message : String(error)}`)
    process.exit(2)
  }
}

const config = settings()
const opened = openLog(config)
const { log } = opened
const starting = startServer({ config, ...opened, holder: `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}` })

let stopping = false
const stop = () => {
  if (stopping) return
  stopping = true
  // Whatever hangs must not keep the process: everything accepted is in the database.
  setTimeout(() => process.exit(1), 15_000).unref()
  // Told to stop while it still starts, it finishes that first: only then can everything be undone in order.
  void starting
    .then((server) => server.stop())
    .then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping')
        process.exit(1)
      },
    )
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.on('disconnect', stop)

try {
  const { addresses, administrator } = await starting
  // A starter waits for this line; one that is gone, or said to stop meanwhile, does not.
  if (process.connected) process.send?.({ ready: true, ...addresses, administrator })
  else if (!stopping) {
    console.log(`Endcap is at ${addresses.url}`)
    if (administrator !== undefined)
      console.log(
        `Sign in as ${administrator.email}${administrator.password === undefined ? '' : ` with the password ${administrator.password} (shown once)`}`,
      )
  }
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  if (!stopping) console.error(message)
  if (process.connected) process.send?.({ ready: false, message })
  process.exit(1)
}
