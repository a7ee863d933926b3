/** Puts a virtual gateway on the network: real MQTT for its messages, real HTTP for its bitmaps. */
import { downMessages } from '@endcap/gateway-link/messages'
import { gatewaySubscription, parseTopic, upTopic } from '@endcap/gateway-link/topics'
import mqtt, { type MqttClient } from 'mqtt'
import type { GatewaySetup, Uplink } from './gateway.ts'

export interface Line {
  uplink: Uplink
  /** Connects and stays connected until told otherwise. */
  connect(): void
  /** The connection breaks without a word: the broker tells by the last will. */
  breakOff(): void
  close(): Promise<void>
}
export interface LineEvents {
  connected(): void
  disconnected(): void
  message(name: string, content: unknown): void
  /** What the last will says. */
  lastWill(): string
}

export function createLine(mqttUrl: string, { storeCode, gwMac, secret }: GatewaySetup, events: LineEvents): Line {
  const address = { storeCode, gwMac }
  let client: MqttClient | undefined

  function connect() {
    if (client !== undefined) return
    const next = mqtt.connect(mqttUrl, {
      clientId: gwMac,
      username: gwMac,
      password: secret,
      protocolVersion: 4,
      clean: true,
      keepalive: 20,
      reconnectPeriod: 700 + Math.floor(Math.random() * 1300),
      // Refused today, perhaps approved tomorrow.
      reconnectOnConnackError: true,
      will: { topic: upTopic(address, 'presence'), payload: Buffer.from(events.lastWill()), qos: 1, retain: true },
    })
    client = next
    next.on('connect', () => {
      next.subscribe(gatewaySubscription(address), { qos: 1 }, (error) => {
        if (error === null && client === next) events.connected()
      })
    })
    next.on('close', () => events.disconnected())
    next.on('error', () => undefined)
    next.on('message', (topic, payload) => {
      const name = parseTopic(topic)?.name as keyof typeof downMessages | undefined
      if (name === undefined || !(name in downMessages)) return
      const checked = downMessages[name].safeParse(parse(payload))
      if (checked.success) events.message(name, checked.data)
    })
  }
  return {
    uplink: {
      publish: (name, message, retain = false) => {
        client?.publish(upTopic(address, name), JSON.stringify(message), { qos: 1, retain })
      },
    },
    connect,
    breakOff: () => {
      const broken = client
      client = undefined
      if (broken === undefined) return
      events.disconnected()
      // Without a goodbye, so that the broker publishes the last will.
      broken.options.reconnectPeriod = 0
      broken.stream.destroy()
      broken.end(true)
    },
    close: async () => {
      const closing = client
      client = undefined
      await closing?.endAsync(true)
    },
  }
}

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
