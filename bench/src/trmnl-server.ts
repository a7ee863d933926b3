/**
 * Serves the calls of TRMNL signs in a process of its own, for `trmnl.ts`: the bridge with its state on disk, or a server of Node that
 * answers the same text and does nothing else. Says its port, and at the end how long it has computed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@endcap/bridge/clock'
import { trmnlFamily } from '@endcap/bridge/trmnl/family'
import { openTrmnlPort } from '@endcap/bridge/trmnl/port'
import { createUnit } from '@endcap/bridge/unit'
import { openSqliteState } from '@endcap/gateway-link/gateway/sqlite-state'
import { portOf } from './port-of.ts'

const plainAnswer = process.argv[2]

async function openBridge(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-trmnl-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const port = await openTrmnlPort({ port: 0, host: '127.0.0.1' })
  const unit = createUnit({
    setup: { gwMac: '02EC5B0100B0', address: 'shop', options: {} },
    family: trmnlFamily(port),
    state: openSqliteState(join(folder, 'unit.db')),
    // A store of the size that takes months to grow is here at once: its clock runs while signs join.
    clock: { ...systemClock, now: () => Date.now() + joined * 6000 },
    uplink: { publish: () => undefined },
    fetchImage: () => Promise.reject(new Error('no pictures')),
    version: 'bench',
  })
  await unit.open()
  return port.port
}
let joined = 0
process.on('message', (message) => {
  if (message === 'joined') joined++
  else if (message === 'computed') {
    const { user, system } = process.cpuUsage()
    process.send?.({ computed: (user + system) / 1e6 })
  }
})
process.on('disconnect', () => process.exit(0))

if (plainAnswer === undefined) process.send?.({ port: await openBridge() })
else {
  const server = createServer((_, response) => {
    const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(plainAnswer), connection: 'close' }
    response.writeHead(200, head).end(plainAnswer)
  }).listen(0, '127.0.0.1', () => process.send?.({ port: portOf(server) }))
}
