/** The server process: reads the settings, opens the database and the broker, starts the parts; the only file with side effects. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { pino } from 'pino'
import { readConfig, describeConfig, type Config } from './config.ts'
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
const log = pino({ level: config.logLevel })
try {
  const server = await startServer({ config, log, holder: `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}` })
  // A starter waits for this line.
  process.send?.({ ready: true, ...server.addresses, administrator: server.administrator })
  if (process.send === undefined) {
    console.log(`Endcap is at ${server.addresses.url}`)
    const { administrator } = server
    if (administrator !== undefined)
      console.log(
        `Sign in as ${administrator.email}${administrator.password === undefined ? '' : ` with the password ${administrator.password} (shown once)`}`,
      )
  }
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    // Whatever hangs must not keep the process: everything accepted is in the database.
    setTimeout(() => process.exit(1), 15_000).unref()
    server.stop().then(
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
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  console.error(message)
  process.send?.({ ready: false, message })
  process.exit(1)
}
