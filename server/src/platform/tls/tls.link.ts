/** TLS of its own: the embedded broker and the HTTP servers with one certificate that openssl made, and with the next one. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type PeerCertificate } from 'node:tls'
import mqtt from 'mqtt'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { connectBroker } from '../broker/connection.ts'
import { startEmbeddedBroker } from '../broker/embedded-broker.ts'
import { createListeners } from '../http/listener.ts'
import { expiryOf, readCertificate, watchCertificate } from './certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'endcap-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))
const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
function make(name: string, cert = certFile, key = keyFile) {
  const what = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30', '-subj', `/CN=${name}`]
  execFileSync('openssl', [...what, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert], { stdio: 'ignore' })
}
make('first')
const now = () => new Date()
const log = pino({ level: 'silent' })

test('broker and HTTP servers speak TLS 1.2 and later, and take a new certificate when both files fit', async () => {
  const lines: string[] = []
  const certificate = await watchCertificate(
    { certFile, keyFile },
    { log: pino({}, { write: (line: string) => void lines.push(line) }), now, everyMs: 3_600_000 },
  )
  const gateway = { storeCode: 'S1', gwMac: '02EC00000001' }
  const broker = await startEmbeddedBroker({
    port: undefined,
    securePort: 0,
    certificate,
    host: '127.0.0.1',
    log,
    authenticate: async () => gateway,
  })
  const server = createListeners(certificate)((_, response) => response.end('hello'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const nameAt = (at: number) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port: at, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        const { subject }: PeerCertificate = socket.getPeerCertificate()
        resolve(String(subject.CN))
        socket.destroy()
      }).on('error', reject)
    })
  const names = async () => [await nameAt(port), await nameAt(broker.port)]
  try {
    expect(broker.url).toBe(`mqtts://127.0.0.1:${broker.securePort}`)
    const client = await mqtt.connectAsync(broker.url, {
      clientId: gateway.gwMac,
      username: gateway.gwMac,
      password: 'x',
      protocolVersion: 4,
      reconnectPeriod: 0,
      ca: readFileSync(certFile),
    })
    // The server's own way in is on this machine, and works beside it.
    const own = await connectBroker({
      url: broker.ownUrl,
      username: broker.username,
      password: broker.password,
      clientId: 'server',
      log,
    })
    expect(await broker.figures()).toMatchObject({ connected: 2 })
    await Promise.all([client.endAsync(true), own.close()])
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      get({ port, host: '127.0.0.1', ca: readFileSync(certFile), agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).on('error', reject)
    })
    expect(answer).toBe(200)
    await expect(
      new Promise((resolve, reject) => {
        connect({ port, host: '127.0.0.1', maxVersion: 'TLSv1.1', minVersion: 'TLSv1.1', rejectUnauthorized: false }, () =>
          resolve('open'),
        ).on('error', reject)
      }),
    ).rejects.toThrow()
    expect(await names()).toEqual(['first', 'first'])
    // The certificate is replaced before its key.
    make('second', certFile, join(folder, 'next-key.pem'))
    await certificate.check()
    await certificate.check()
    expect(await names()).toEqual(['first', 'first'])
    expect(lines.filter((line) => line.includes('is not the key of the first certificate'))).toHaveLength(1)
    writeFileSync(keyFile, readFileSync(join(folder, 'next-key.pem')))
    await certificate.check()
    await expect.poll(names).toEqual(['second', 'second'])
  } finally {
    server.closeAllConnections()
    server.close()
    certificate.stop()
    await broker.stop()
  }
})

test('what is wrong with the files is said in plain words', async () => {
  const other = join(folder, 'other-key.pem')
  make('other', join(folder, 'other.pem'), other)
  const text = join(folder, 'text.pem')
  writeFileSync(text, 'hello')
  const none = join(folder, 'none.pem')
  await expect(readCertificate({ certFile: none, keyFile })).rejects.toThrow(
    `ENDCAP_TLS_CERT: ${none} cannot be read: there is no such file.`,
  )
  await expect(readCertificate({ certFile, keyFile: none })).rejects.toThrow(
    `ENDCAP_TLS_KEY: ${none} cannot be read: there is no such file.`,
  )
  await expect(readCertificate({ certFile: text, keyFile })).rejects.toThrow(`ENDCAP_TLS_CERT: ${text} is not a certificate in PEM`)
  await expect(readCertificate({ certFile, keyFile: text })).rejects.toThrow(`ENDCAP_TLS_KEY: ${text} is not a private key in PEM`)
  await expect(readCertificate({ certFile, keyFile: other })).rejects.toThrow('is not the key of the first certificate')
})

test('a certificate that has expired, or will soon, is told', async () => {
  const certificate = await readCertificate({ certFile, keyFile })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  expect(expiryOf(certificate, inDays(1))).toBeUndefined()
  expect(expiryOf(certificate, inDays(20))).toMatchObject({ expired: false })
  expect(expiryOf(certificate, inDays(31))).toMatchObject({ expired: true })
  expect(expiryOf(certificate, inDays(-1))).toMatchObject({ expired: true })
})
