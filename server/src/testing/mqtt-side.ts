/** Real MQTT gateways for the link suites. */
import { gatewaySubscription, parseTopic, upTopic } from '@endcap/gateway-link/topics'
import mqtt from 'mqtt'
import type { GatewaySide } from '../delivery/engine/link/memory-driver.ts'

export function mqttSide(url: string, secrets: Record<string, string>): GatewaySide {
  return {
    connect: async (gateway, lastWill, onDown) => {
      const will = { topic: upTopic(gateway, 'presence'), payload: Buffer.from(JSON.stringify(lastWill)), qos: 1 as const, retain: true }
      const client = await mqtt.connectAsync(url, {
        clientId: gateway.gwMac,
        username: gateway.gwMac,
        password: secrets[gateway.gwMac] ?? '',
        protocolVersion: 4,
        clean: true,
        reconnectPeriod: 0,
        will,
      })
      client.on('error', () => undefined)
      client.on('message', (topic, payload) => onDown(parseTopic(topic)?.name ?? '', JSON.parse(payload.toString())))
      await client.subscribeAsync(gatewaySubscription(gateway), { qos: 1 })
      return {
        publish: async (name, message, retain = false) => {
          await client.publishAsync(upTopic(gateway, name), typeof message === 'string' ? message : JSON.stringify(message), {
            qos: 1,
            retain,
          })
        },
        breakOff: async () => {
          client.stream.destroy()
          client.end(true)
        },
      }
    },
  }
}
