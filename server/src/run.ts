/** The server process: reads the settings, opens the database and the broker, starts the parts. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { readConfig, describeConfig, type Config } from './platform/base/config.ts'
import { ownOnly } from './platform/db/data-folder.ts'
import { whyNotStarted } from './platform/db/why-not-started.ts'
import { openLog } from './platform/log.ts'
import { startServer, type RunningServer } from './server.ts'
import { messageOf } from './platform/base/thrown.ts'

/** What a start says once: where the server is, and the administrator that it made. */
type Ready = { ready: true; administrator: RunningServer['administrator'] } & RunningServer['addresses']

function settings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error(`The settings are not right:\n${messageOf(error)}`)
    process.exit(2)
  }
}

/** A starter in another process waits for this; one that is gone does not. */
function report(ready: Ready): void {
  const { url, administrator } = ready
  if (process.connected) process.send?.(ready)
  else {
    console.log(`Endcap is at ${url}`)
    if (administrator !== undefined)
      console.log(
        `Sign in as ${administrator.email}${administrator.password === undefined ? '' : ` with the password ${administrator.password} (shown once)`}`,
      )
  }
}

/** Runs the server in this process, until a signal or the starter's end stops both. `onReady` is called once, in place of the starter. */
export async function run(onReady: (ready: Ready) => void = report): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(`Endcap server\n\n${describeConfig()}`)
    process.exit(0)
  }
  ownOnly()
  const config = settings()
  const opened = openLog(config)
  const { log } = opened
  const stopRequest = new AbortController()
  const { signal } = stopRequest
  const starting = startServer({ config, ...opened, signal, holder: `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}` })

  const stop = () => {
    if (signal.aborted) return
    stopRequest.abort()
    // Whatever hangs must not keep the process: everything accepted is in the database.
    setTimeout(() => process.exit(1), 15_000).unref()
    void starting
      .then((server) => server.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          // Stopped while it still started, it has undone what there was.
          if (error === signal.reason) process.exit(0)
          log.error({ err: error }, 'stopping')
          process.exit(1)
        },
      )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  // A starter that was gone before this line was reached gets no answer.
  if (process.send !== undefined && !process.connected) stop()

  try {
    const { addresses, administrator } = await starting
    if (!signal.aborted) onReady({ ready: true, ...addresses, administrator })
  } catch (error) {
    // A process that was asked to stop leaves by that.
    if (!signal.aborted) {
      const message = whyNotStarted(error, config)
      console.error(message)
      if (process.connected) process.send?.({ ready: false, message })
      process.exit(1)
    }
  }
}
