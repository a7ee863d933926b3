/**
 * A trial of what the whole system promises: two servers behind a balancer with PostgreSQL and Mosquitto, shops with faults, a price file
 * for every store in each round, and in each round something dies by SIGKILL. `node tools/trials/chaos/chaos.ts --rounds 100 --seed 1 --stores 3`
 * writes `report.md` beside it (`--report FILE`: elsewhere); ends with 1 when anything was not kept.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '@endcap/fleet/random'
import { createShop, fleetOf, priceFile, showAll, signIn, type Shop } from '../../../e2e/system.ts'
import { startBalancer } from './balancer.ts'
import { startProcesses } from './processes.ts'
import { writeReport, type Run } from './report.ts'
import { playRound, settle, type Trial } from './rounds.ts'
import { createTally } from './tally.ts'
import { createTill } from './till.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    stores: { type: 'string', default: '3' },
    tags: { type: 'string', default: '100' },
    report: { type: 'string', default: join(import.meta.dirname, 'report.md') },
  },
})
const [rounds, seed, storeCount, tagCount] = [Number(values.rounds), Number(values.seed), Number(values.stores), Number(values.tags)]
const gatewaysOfStore = 3
/** Rounds between two checks of everything. */
const checkEvery = 10
/** How many times faster than life the fleet is. */
const speed = 15

const begin = new Date()
const print = (text: string) => console.log(`${((Date.now() - begin.getTime()) / 1000).toFixed(0).padStart(5)} s  ${text}`)
const versionOf = (command: string, ...args: string[]) => {
  try {
    return execFileSync(command, args, { encoding: 'utf8' }).split('\n', 1)[0]?.trim() ?? ''
  } catch (error) {
    return (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string' ? error.stdout : '').split('\n', 1)[0] ?? ''
  }
}

const tally = createTally(print)
const random = createRandom(seed)
const processes = await startProcesses((what, words) => tally.violate(what, words))
const balancer = await startBalancer(processes.httpPorts)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void processes.stop().then(() => process.exit(1)))

// The gateways' secrets come from the server, and Mosquitto must know them before a gateway connects.
await processes.startServer(0)
const early = await signIn(balancer.url)
const shops: Shop[] = []
for (let number = 1; number <= storeCount; number++)
  shops.push(await createShop(early, { storeCode: `CHAOS${number}`, gateways: gatewaysOfStore, tags: tagCount }, number))
await processes.stopServer(0)
const secrets = shops.flatMap((shop) => shop.gateways.map(({ gwMac, secret }) => [gwMac, secret] as const))
const mqttUrl = await processes.startBroker(Object.fromEntries(secrets))
await Promise.all([processes.startServer(0), processes.startServer(1)])

const client = await signIn(balancer.url)
const fleets = new Map(shops.map((shop) => [shop.storeCode, fleetOf(shop, { serverUrl: balancer.url, mqttUrl }, { speed, seed })]))
for (const fleet of fleets.values()) fleet.start()
const first = Array.from({ length: tagCount }, (_, index) => 100 + index)
const tills = shops.map(({ storeCode }, index) => {
  const folder = join(processes.inbox, storeCode)
  mkdirSync(folder, { recursive: true })
  return createTill({ storeCode, client, folder, random: createRandom(seed * 1000 + index), first, tally })
})
for (const shop of shops) {
  const content = new Blob([priceFile(first)])
  await client.productFiles.upload({ body: { storeCode: shop.storeCode }, file: { name: 'first.csv', content } })
}
await Promise.all(shops.map((shop) => showAll(client, shop)))
print(`${shops.length} stores show their first prices`)

const clients = await Promise.all(processes.serverUrls.map((url) => signIn(url)))
const trial: Trial = {
  processes,
  client,
  shops,
  random,
  tally,
  print,
  places: { databaseUrl: processes.databaseUrl, inbox: processes.inbox, clients, fleets, tills },
}
const run: Run = {
  rounds: 0,
  planned: rounds,
  seed,
  stores: storeCount,
  tags: storeCount * tagCount,
  gateways: storeCount * gatewaysOfStore,
  begin,
  versions: {
    Version: versionOf('git', 'rev-parse', '--short', 'HEAD'),
    'Node.js': process.version,
    PostgreSQL: versionOf('psql', '--version'),
    Mosquitto: versionOf('mosquitto', '-h'),
  },
}
try {
  for (let round = 1; round <= rounds; round++) {
    await playRound(trial, round)
    run.rounds = round
    if (round % checkEvery === 0 || round === rounds) await settle(trial)
  }
} catch (error) {
  tally.violate(`the trial itself broke off: ${error instanceof Error ? error.stack : String(error)}`)
}
writeFileSync(values.report, writeReport(tally, run))
print(`${tally.violations.length} violations; the report is in ${values.report}`)
for (const fleet of fleets.values()) await fleet.stop()
await balancer.stop()
await processes.stop()
process.exitCode = tally.violations.length > 0 ? 1 : 0
