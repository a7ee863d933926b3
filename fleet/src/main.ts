/** `npm run fleet`: the virtual fleet against any server, filled with the trial chain through its API. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { contract } from '@endcap/contract'
import { CallError, createClient } from '@endcap/contract/client'
import { fleetApi } from './api.ts'
import type { Display } from './display.ts'
import { createFleet, type Fleet } from './fleet.ts'
import { startPrinters, type Printers } from './printer/printers.ts'
import { startDevices, type Devices } from './trial/devices.ts'
import { startDisplays } from './trial/displays.ts'
import { printTrial, trialPrinters } from './trial/papers.ts'
import { changePrices } from './trial/run.ts'
import { assignTrial, seedTrial } from './trial/seed.ts'

/** As the server's settings say where its broker is. */
const ownBroker =
  process.env.ENDCAP_TLS_CERT && !process.env.ENDCAP_MQTT_PORT
    ? `mqtts://localhost:${process.env.ENDCAP_MQTTS_PORT || 8883}`
    : `mqtt://localhost:${process.env.ENDCAP_MQTT_PORT || 1883}`

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: process.env.ENDCAP_URL ?? `http://localhost:${process.env.ENDCAP_PORT ?? 3000}` },
    mqtt: { type: 'string', default: process.env.MQTT_URL ?? ownBroker },
    email: { type: 'string', default: process.env.ENDCAP_ADMIN_EMAIL ?? 'admin@endcap.local' },
    password: { type: 'string', default: process.env.ENDCAP_ADMIN_PASSWORD ?? '' },
    port: { type: 'string', default: process.env.ENDCAP_FLEET_PORT ?? '3900' },
    printers: { type: 'string', default: process.env.ENDCAP_PRINTER_PORT ?? '3910' },
    'access-point': { type: 'string', default: process.env.ENDCAP_FLEET_ACCESS_POINT_PORT ?? '3920' },
    signs: { type: 'string', default: process.env.ENDCAP_TRMNL_PORT ?? '2300' },
    devices: { type: 'boolean', default: true },
    documents: { type: 'string', default: `${process.env.ENDCAP_DATA ?? './data'}/printer` },
    secrets: { type: 'string', default: `${process.env.ENDCAP_DATA ?? './data'}/fleet.json` },
    tags: { type: 'string', default: '300' },
    products: { type: 'string', default: '1000' },
    displays: { type: 'string', default: '1' },
    speed: { type: 'string', default: '20' },
    checkin: { type: 'string', default: '60' },
    'idle-checkins': { type: 'string', default: '10' },
    seed: { type: 'string', default: '7' },
    'steady-prices': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  allowNegative: true,
})
if (values.help) {
  console.log(`The virtual fleet. Options, with their defaults:
  --server http://localhost:3000   the server to fill and to serve
  --mqtt mqtt://localhost:1883     its message broker
  --email, --password              an account that may create stores
  --port 3900                      the fleet's own API and its wall of labels
  --printers 3910                  port of the printers; the server must list it (ENDCAP_PRINTERS=127.0.0.1:3910)
  --access-point 3920              port of an OpenEPaperLink access point with 20 labels, which the server's bridge speaks with; the server
                                   must list it (ENDCAP_ACCESS_POINT_HOSTS=127.0.0.1:3920)
  --signs 2300                     port of the server's bridge that a TRMNL sign calls (ENDCAP_TRMNL_PORT)
  --no-devices                     without these two
  --documents ./data/printer       where they put what they print
  --secrets ./data/fleet.json      where the gateways' secrets are kept
  --tags 300 --products 1000       for each of the three stores
  --displays 1                     displays of each store, without pixels
  --speed 20 --checkin 60          times faster than life; seconds between check-ins
  --idle-checkins 10               a label for which nothing waits is heard at every tenth of them
  --seed 7                         another seed, another chain
  --steady-prices                  no price changes by themselves`)
  process.exit(0)
}

const print = (text: string) => {
  if (process.send === undefined) console.log(text)
  else if (process.connected) process.send({ text })
}

let session: { accessToken: string; email: string } | undefined
const client = createClient(contract, { baseUrl: `${values.server}/api`, session: () => session })
const seed = Number(values.seed)

let api: ReturnType<typeof fleetApi> | undefined
let fleet: Fleet | undefined
let printers: Printers | undefined
let displays: readonly Display[] = []
let devices: Devices | undefined
let steady = () => {}
let stopping = false
const stop = () => {
  if (stopping) return
  stopping = true
  steady()
  for (const display of displays) display.stop()
  void setTimeout(5000, undefined, { ref: false }).then(() => process.exit(1))
  void Promise.all([api?.close(), fleet?.stop(), printers?.stop(), devices?.stop()]).then(() => process.exit(0))
}
// From the start: filling the stores takes a while, and a stop should not wait for it.
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.on('disconnect', stop)

function signIn() {
  return client.session.login({ body: { email: values.email, password: values.password } }).catch((error: unknown) => {
    if (!(error instanceof CallError) || error.status === 0) throw error
    throw new Error(
      `${values.email} cannot sign in: ${error.message} Give it the right ENDCAP_ADMIN_EMAIL and ENDCAP_ADMIN_PASSWORD, or start without it (npm start -- --empty).`,
      { cause: error },
    )
  })
}

try {
  const account = await signIn()
  session = { accessToken: account.accessToken, email: account.email }
  mkdirSync(dirname(values.secrets), { recursive: true })
  const size = { products: Number(values.products), tags: Number(values.tags), checkin: Number(values.checkin) }
  const { gateways, tags, sensors } = await seedTrial({ client, secretsFile: values.secrets, size, seed, print })
  const pace = { speed: Number(values.speed), idleCheckins: Number(values['idle-checkins']) }
  fleet = createFleet({ serverUrl: values.server, mqttUrl: values.mqtt, gateways, tags, sensors, seed, ...pace })
  const portTaken = (port: string, setting: string) => (error: unknown) => {
    throw new Error(`it cannot listen on port ${port}: ${error instanceof Error ? error.message : ''}. Choose another with ${setting}.`)
  }
  printers = await startPrinters({ names: trialPrinters, folder: values.documents, port: Number(values.printers) }).catch(
    portTaken(values.printers, 'ENDCAP_PRINTER_PORT'),
  )
  if (values.devices) {
    const options = {
      client,
      size,
      seed,
      speed: Number(values.speed),
      print,
      port: Number(values['access-point']),
      signPort: Number(values.signs),
    }
    devices = await startDevices({ ...options, secretsFile: values.secrets }).catch((error: unknown) => {
      if (!(error instanceof CallError) || error.status === 0)
        return portTaken(values['access-point'], 'ENDCAP_FLEET_ACCESS_POINT_PORT')(error)
      // A server without a bridge has none of them: the rest of the trial goes on.
      print(`There are no devices of other makes: ${error.message}`)
      return undefined
    })
  }
  api = fleetApi(fleet, { printers, devices: devices?.list })
  await api.listen({ port: Number(values.port), host: '127.0.0.1' }).catch(portTaken(values.port, 'ENDCAP_FLEET_PORT'))
  fleet.start()
  // One round of check-ins, so that every tag was heard once.
  await setTimeout(Math.min(30_000, (size.checkin * 1000) / Number(values.speed) + 1500))
  await assignTrial({ client, size, seed })
  await devices?.assign()
  displays = await startDisplays({ client, serverUrl: values.server, count: Number(values.displays), products: size.products, seed })
  await printTrial({ client, printers, size, seed, print })
  if (!values['steady-prices']) steady = changePrices(client, seed, (error) => print(`A trial price was not changed: ${String(error)}`))
  if (process.send === undefined) print(`The virtual shelves are at http://localhost:${values.port}`)
  else process.send({ ready: true })
} catch (error) {
  // A server that is gone may be the first of the two to hear that both are to stop.
  if (error instanceof CallError && error.status === 0) await setTimeout(2000)
  if (!stopping) console.error(`The virtual fleet cannot start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
