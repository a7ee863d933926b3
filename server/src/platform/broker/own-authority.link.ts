/** A broker of one's own by TLS, with a certificate of an authority that only ENDCAP_MQTT_CA names: a real Mosquitto, and openssl. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest'
import { freePort } from '../base/free-port.ts'
import { startMosquitto, type Mosquitto } from '../../testing/mosquitto.ts'
import { connectBroker } from './connection.ts'
import { selfTest } from './self-test.ts'
import { messageOf } from '../base/thrown.ts'

const folder = mkdtempSync(join(tmpdir(), 'endcap-authority-'))
const at = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
const authority = (name: string) =>
  openssl('req', '-x509', ...newKey, '-days', '30', '-subj', `/CN=${name}`, '-keyout', at(`${name}.key`), '-out', at(`${name}.pem`))

let broker: Mosquitto | undefined
beforeAll(async () => {
  authority('ours')
  authority('other')
  openssl('req', ...newKey, '-subj', '/CN=broker', '-keyout', at('broker.key'), '-out', at('broker.csr'))
  writeFileSync(at('names'), 'subjectAltName=IP:127.0.0.1')
  const signed = [
    'x509',
    '-req',
    '-days',
    '30',
    '-CA',
    at('ours.pem'),
    '-CAkey',
    at('ours.key'),
    '-CAcreateserial',
    '-extfile',
    at('names'),
  ]
  openssl(...signed, '-in', at('broker.csr'), '-out', at('broker.pem'))
  broker = await startMosquitto({}, undefined, { certFile: at('broker.pem'), keyFile: at('broker.key') })
})
afterAll(async () => {
  await broker?.stop()
  rmSync(folder, { recursive: true })
})

const missing = 'Mosquitto is not installed: apt-get install mosquitto'
function needBroker(here: TestContext): Mosquitto {
  if (broker === undefined && process.env.ENDCAP_REQUIRE_ALL === undefined) here.skip(missing)
  if (broker === undefined) throw new Error(missing)
  return broker
}
const connect = (url: string, caFile?: string) => connectBroker({ url, clientId: 'server', caFile, log: pino({ level: 'silent' }) })

test('the server connects with ENDCAP_MQTT_CA', async (here) => {
  const server = await connect(needBroker(here).url, at('ours.pem'))
  await selfTest(server)
  await server.close()
})
test('without it, and with another authority, it refuses and names the setting; the password is not told', async (here) => {
  const { url, port } = needBroker(here)
  for (const caFile of [undefined, at('other.pem')]) {
    const refused = await connect(url, caFile).then(() => 'connected', messageOf)
    expect(refused).toMatch(
      new RegExp(
        `^The message broker at 127\\.0\\.0\\.1:${port} \\(MQTT_URL\\) has a certificate of an authority that is not trusted: .*\\. Name the PEM file of that authority in ENDCAP_MQTT_CA\\.$`,
      ),
    )
    expect(refused).not.toContain('server:')
  }
})
test('so where the certificate is for another name, the file is none, or nothing listens', async (here) => {
  const { url, port } = needBroker(here)
  await expect(connect(`mqtts://server:server@localhost:${port}`, at('ours.pem'))).rejects.toThrow(
    `The message broker at localhost:${port} (MQTT_URL) has a certificate for another name than localhost: `,
  )
  writeFileSync(at('text'), 'hello')
  await expect(connect(url, at('text'))).rejects.toThrow(`ENDCAP_MQTT_CA: ${at('text')} holds no certificate in PEM.`)
  await expect(connect(url, at('none'))).rejects.toThrow(`ENDCAP_MQTT_CA: ${at('none')} cannot be read.`)
  await expect(connect(`mqtts://server:server@127.0.0.1:${await freePort()}`, at('ours.pem'))).rejects.toThrow(
    /^The message broker at 127\.0\.0\.1:\d+ \(MQTT_URL\) cannot be reached: .* Start it, or correct the address\.$/,
  )
  await expect(connect(url.replace('server:server', 'server:wrong'), at('ours.pem'))).rejects.toThrow('does not let this server in')
})
