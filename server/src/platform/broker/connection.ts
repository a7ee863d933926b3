/** One MQTT 3.1.1 connection with QoS 1, jittered reconnects and handlers by subscription. */
import { partsOf } from '@endcap/contract/typed-object'
import { readFile } from 'node:fs/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import type { Logger } from 'pino'

export interface BrokerConnection {
  connected(): boolean
  publish(topic: string, payload: string): Promise<void>
  subscribe(filters: readonly string[]): Promise<void>
  unsubscribe(filters: readonly string[]): Promise<void>
  onMessage(handler: (topic: string, payload: Buffer) => void): () => void
  close(): Promise<void>
}

async function readAuthorities(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`ENDCAP_MQTT_CA: ${file} cannot be read.`, { cause: error })
  })
  // TLS takes any text, and then trusts nothing.
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`ENDCAP_MQTT_CA: ${file} holds no certificate in PEM.`)
  return text
}

/** What keeps the server from its broker, in plain words with the way out. The address is told without its password. */
function whyNotConnected(error: unknown, url: string): string {
  const { code, message } = partsOf(error)
  const [{ host, hostname }, reason] = [new URL(url), typeof message === 'string' && message !== '' ? message : String(code ?? error)]
  const broker = `The message broker at ${host} (MQTT_URL)`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${broker} has a certificate for another name than ${hostname}: ${reason}. Put a name that it is for into MQTT_URL, or renew it.`
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `${broker} has a certificate that is not valid now: ${reason}. Renew it, or set this machine's clock right.`
  if (/UNABLE_TO|SELF_SIGNED|CERT_|CRL_|INVALID_CA/.test(String(code)))
    return `${broker} has a certificate of an authority that is not trusted: ${reason}. Name the PEM file of that authority in ENDCAP_MQTT_CA.`
  if (code === 4 || code === 5) return `${broker} does not let this server in: ${reason}. Put the right user and password into MQTT_URL.`
  return `${broker} cannot be reached: ${reason}. Start it, or correct the address.`
}

/** A publication that is not confirmed by then has failed for its sender. */
const publishTimeoutMs = 10_000

export async function connectBroker(options: {
  url: string
  username?: string
  password?: string
  clientId: string
  /** PEM file of the authorities whose certificates are believed (ENDCAP_MQTT_CA). */
  caFile?: string | undefined
  log: Logger
}): Promise<BrokerConnection> {
  const { url, username, password, clientId, caFile, log } = options
  const ca = caFile === undefined ? undefined : await readAuthorities(caFile)
  const client: MqttClient = await connectAsync(url, {
    clientId,
    protocolVersion: 4,
    clean: true,
    // Of all 65,536 numbers of messages as bytes: 8 MB, and making two bytes is quick.
    writeCache: false,
    keepalive: 30,
    connectTimeout: 10_000,
    // Many processes lose the broker at once; they must not come back at once.
    reconnectPeriod: 500 + Math.random() * 1500,
    resubscribe: true,
    ...(ca !== undefined && { ca, minVersion: 'TLSv1.2' }),
    ...(username !== undefined && { username, password }),
  }).catch((error: unknown) => {
    throw new Error(whyNotConnected(error, url), { cause: error })
  })
  client.on('error', (error) => log.warn({ err: error }, 'message broker'))
  client.on('offline', () => log.warn('message broker is out of reach'))
  client.setMaxListeners(50)
  return {
    connected: () => client.connected,
    publish: async (topic, payload) => {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('The message broker did not confirm in time')), publishTimeoutMs)
      })
      try {
        await Promise.race([client.publishAsync(topic, payload, { qos: 1 }), late])
      } finally {
        clearTimeout(timer)
      }
    },
    subscribe: async (filters) => {
      if (filters.length === 0) return
      const granted = await client.subscribeAsync([...filters], { qos: 1 })
      const refused = granted.find((one) => one.qos > 2)
      if (refused !== undefined) throw new Error(`The message broker refuses the subscription ${refused.topic}`)
    },
    unsubscribe: async (filters) => {
      if (filters.length > 0) await client.unsubscribeAsync([...filters])
    },
    onMessage: (handler) => {
      const listener = (topic: string, payload: Buffer) => handler(topic, payload)
      client.on('message', listener)
      return () => client.off('message', listener)
    },
    close: () => client.endAsync(true),
  }
}
