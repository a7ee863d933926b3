/** The gateway of the guide, as it stands there, shows a label. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShop, freePorts, signIn, startServer, type ApiClient, type ServerProcess } from './system.ts'

const storeCode = 'BUILD'
const tagMac = '5A3C9E005000ABCD'
/** Within a workspace, so that its imports are found. */
const program = fileURLToPath(new URL('./.build-a-gateway.ts', import.meta.url))
let folder: string
let server: ServerProcess
let client: ApiClient
let gateway: ChildProcess

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'endcap-build-'))
  server = await startServer({ dataFolder: folder, ports: await freePorts() })
  client = await signIn(server.url)
  const [code] =
    /(?<=```ts\n)[\s\S]*?(?=```)/.exec(readFileSync(new URL('../docs/guide/build-a-gateway.md', import.meta.url), 'utf8')) ?? []
  writeFileSync(program, code ?? '')
  const { gateways } = await createShop(client, { storeCode, gateways: 1, tags: 0 })
  const { gwMac = '', secret = '' } = gateways[0] ?? {}
  const env = { SERVER: server.url, MQTT: `mqtt://127.0.0.1:${server.ports.mqtt}`, STORE: storeCode, MAC: gwMac, SECRET: secret }
  gateway = fork(program, { env: { ...process.env, ...env } })
})
afterAll(async () => {
  gateway.kill()
  await once(gateway, 'exit')
  rmSync(program)
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
const tag = async () =>
  (await client.tags.search({ params: { storeCode }, body: { filter_barcode: tagMac, condition_barcode: '==' } })).data[0]

test('it is a whole gateway in 60 lines', async () => {
  expect(readFileSync(program, 'utf8').trim().split('\n').length).toBeLessThanOrEqual(60)
  await expect.poll(async () => (await tag())?.status).toBe('DEASSIGN')
  await client.products.save({ body: { storeCode, productList: [{ prCode: 'p', prInfo: ['p', 'Brot', '', '2.49'] }] } })
  await client.tags.assign({ body: { storeCode, tagList: [{ tagMac, prCode: 'p' }] } })
  await expect.poll(async () => (await tag())?.status).toBe('OK')
})
