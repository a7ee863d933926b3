/** One MQTT 3.1.1 connection with QoS 1, jittered reconnects and handlers by subscription. */
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
  const ca =
    caFile === undefined
      ? undefined
      : await readFile(caFile).catch((error: unknown) => {
          throw new Error(`ENDCAP_MQTT_CA: ${caFile} cannot be read.`, { cause: error })
        })
  const client: MqttClient = await connectAsync(url, {
    clientId,
    protocolVersion: 4,
    clean: true,
    keepalive: 30,
    connectTimeout: 10_000,
    // Many processes lose the broker at once; they must not come back at once.
    reconnectPeriod: 500 + Math.random() * 1500,
    resubscribe: true,
    ...(ca !== undefined && { ca, minVersion: 'TLSv1.2' }),
    ...(username !== undefined && { username, password }),
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
