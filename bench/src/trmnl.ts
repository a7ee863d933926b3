/**
 * TRMNL signs that call the bridge for their picture, 500 of them a second, beside what a bare server of Node needs in the same run to
 * answer the same text. All signs call in this process, each on a line of its own, as their firmware does.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ask, fieldOf, messageOf, numberOf } from './child.ts'
import { percentile, type Figure } from './report.ts'

const signs = 200
const callsASecond = 500
const measuredMs = 10_000
const rounds = 3

interface Server {
  port: number
  process: ChildProcess
  /** Seconds. */
  computed(): Promise<number>
}
async function start(...args: string[]): Promise<Server> {
  const child = fork(fileURLToPath(new URL('trmnl-server.ts', import.meta.url)), args)
  const port = numberOf(fieldOf(await messageOf(child), 'port'))
  const computed = async () => numberOf(fieldOf(await ask(child, 'computed'), 'computed'))
  return { port, process: child, computed }
}

const macOf = (n: number) => `02EC5B0200${n.toString(16).padStart(2, '0').toUpperCase()}`
/** One call, as the firmware makes it; answers the text. */
function call(port: number, n: number): Promise<string> {
  const headers = {
    ID: macOf(n),
    'Access-Token': `token-of-sign-${n}`,
    'Refresh-Rate': '899',
    'Battery-Voltage': '4.08',
    'FW-Version': '1.8.15',
    Model: 'og',
    RSSI: '-58',
    Width: '800',
    Height: '480',
    'Update-Source': 'timer',
    Connection: 'close',
  }
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: '/shop/api/display', headers, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      answer.on('end', () => (answer.statusCode === 200 ? resolve(text) : reject(new Error(`answered with ${answer.statusCode}`))))
    })
    asked.on('error', reject).end()
  })
}

interface Measured {
  times: number[]
  /** Of one core. */
  share: number
  /** Milliseconds that one call took to compute. */
  each: number
}
/** Calls in an even rhythm, whether or not those before are answered. */
async function measure({ port, computed }: Server): Promise<Measured> {
  const [times, under]: [number[], Promise<void>[]] = [[], []]
  const before = await computed()
  const start = performance.now()
  for (let n = 0; performance.now() - start < measuredMs;) {
    for (const due = ((performance.now() - start) * callsASecond) / 1000; n < due; n++) {
      const began = performance.now()
      under.push(call(port, n % signs).then(() => void times.push(performance.now() - began)))
    }
    await wait(1)
  }
  await Promise.all(under)
  const seconds = (await computed()) - before
  return { times, share: seconds / ((performance.now() - start) / 1000), each: (seconds * 1000) / times.length }
}

export async function benchTrmnl(): Promise<Figure[]> {
  const bridge = await start()
  for (let n = 0; n < signs; n++) {
    await call(bridge.port, n)
    bridge.process.send('joined')
  }
  const plain = await start(await call(bridge.port, 0))
  const [ours, theirs]: [Measured[], Measured[]] = [[], []]
  // In turns, so that other work on this machine meets both.
  for (let round = 0; round < rounds; round++) {
    theirs.push(await measure(plain))
    ours.push(await measure(bridge))
  }
  for (const { process: child } of [bridge, plain]) child.disconnect()
  const times = (of: Measured[], share: number) =>
    percentile(
      of.flatMap((one) => one.times),
      share,
    )
  const mean = (of: Measured[], name: 'share' | 'each') => of.reduce((sum, one) => sum + one[name], 0) / of.length
  const what = `${callsASecond} calls of TRMNL signs a second`
  return [
    { what: `${what}: p50`, value: times(ours, 0.5), unit: 'ms', budget: undefined },
    { what: `${what}: p99`, value: times(ours, 0.99), unit: 'ms', budget: { maximum: 20 } },
    { what: `${what}: p99 of a bare server of Node`, value: times(theirs, 0.99), unit: 'ms', budget: undefined },
    { what: `${what}: the bridge's part of one core`, value: mean(ours, 'share') * 100, unit: '%', budget: undefined },
    { what: `${what}: computing of one call`, value: mean(ours, 'each'), unit: 'ms', budget: undefined },
    {
      what: `${what}: computing beside the bare server's`,
      value: mean(ours, 'each') / mean(theirs, 'each'),
      unit: '×',
      budget: { maximum: 3 },
    },
  ]
}
