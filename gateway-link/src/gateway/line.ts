/** A gateway on the network: MQTT for its messages, HTTP for its bitmaps. */
import mqtt, { type MqttClient } from 'mqtt'
import type * as z from 'zod'
import { downMessages, type DownMessage } from '../messages.ts'
import { gatewaySubscription, isDownName, parseTopic, upTopic, type DownName } from '../topics.ts'
import type { Uplink } from './gateway.ts'

export interface GatewaySetup {
  storeCode: string
  /** 12 hexadecimal digits, capitals. */
  gwMac: string
  /** As it was issued when the gateway was registered. */
  secret: string
}
export interface LineSettings {
  /** `mqtt://` or `mqtts://`. */
  mqttUrl: string
  /** Certificates that are trusted in place of the system's, in PEM. */
  ca?: string | undefined
}

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
  message<N extends DownName>(name: N, content: DownMessage<N>): void
  /** What the last will says. */
  lastWill(): string
  /** It could not connect: why. It goes on trying. */
  refused?(reason: string): void
}

/** By name, so that the name tells what is read. */
const schemas: { [N in DownName]: z.ZodType<DownMessage<N>> } = downMessages

/** The line of a gateway to its broker: not connected until it is told to. */
export function createLine({ mqttUrl, ca }: LineSettings, { storeCode, gwMac, secret }: GatewaySetup, events: LineEvents): Line {
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
      // Of all 65,536 numbers of messages as bytes: 8 MB, and making two bytes is quick.
      writeCache: false,
      ...(ca !== undefined && { ca }),
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
    next.on('error', (error) => events.refused?.(error.message))
    next.on('message', (topic, payload) => {
      const name = parseTopic(topic)?.name
      if (name !== undefined && isDownName(name)) deliver(name, parse(payload))
    })
  }
  /** What is no message of this name is left. */
  function deliver(name: DownName, content: unknown) {
    const checked = schemas[name].safeParse(content)
    if (checked.success) events.message(name, checked.data)
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

/** Loads what belongs to a gateway from the server: `image/<hash>`, `software/<sha256>`. More than `limit` bytes are not read. */
export function createLoader(serverUrl: string, { gwMac, secret }: GatewaySetup) {
  const authorization = `Basic ${Buffer.from(`${gwMac}:${secret}`).toString('base64')}`
  return async (path: string, { limit = maxBytes, patienceMs = 30_000 } = {}): Promise<Uint8Array> => {
    const response = await fetch(`${serverUrl}/api/gw/${path}`, { headers: { authorization }, signal: AbortSignal.timeout(patienceMs) })
    if (!response.ok || response.body === null) throw new Error(`the server answers ${response.status}`)
    const pieces: Uint8Array[] = []
    let bytes = 0
    for await (const piece of response.body) {
      bytes += piece.byteLength
      if (bytes > limit) throw new Error(`the server sends more than ${limit} bytes`)
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }
}
/** Far above any bitmap of a label. */
const maxBytes = 16_777_216
