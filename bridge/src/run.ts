/** Runs a bridge from its settings until it is told to stop. */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { readConfig } from './config.ts'
import { createFamilies } from './families.ts'
import { startBridge } from './runtime.ts'
import { messageOf } from './thrown.ts'

const ownPackage = z.object({ version: z.string() })
const { version } = ownPackage.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')))
const log = (text: string) => console.log(`${new Date().toISOString()} ${text}`)

try {
  const config = readConfig(process.env)
  const bridge = startBridge({ config, families: createFamilies(config), version, log, onRemoved: () => undefined })
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void bridge.stop().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Who started it is gone.
  process.on('disconnect', stop)
  await bridge.started
} catch (error) {
  console.error(`The bridge cannot start: ${messageOf(error)}`)
  process.exit(1)
}
