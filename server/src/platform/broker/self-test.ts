/** At start: does every form of subscription the server uses really deliver? Some brokers accept one and stay silent. */
import { randomUUID } from 'node:crypto'
import { shardOf, shardSubscription, systemSubscription, systemTopic, upTopic } from '@endcap/gateway-link/topics'
import type { BrokerConnection } from './connection.ts'

/** A MAC that no device has: locally administered. */
const testGateway = { storeCode: 'selftest', gwMac: '02EC00000000' }

export async function selfTest(connection: BrokerConnection, timeoutMs = 5000): Promise<void> {
  const forms = [
    { name: 'one topic', filter: systemTopic('selftest'), topic: systemTopic('selftest') },
    { name: 'signals (+ at the end)', filter: systemSubscription, topic: systemTopic('selftest') },
    { name: 'a shard (+ in the middle)', filter: shardSubscription(shardOf(testGateway.gwMac)), topic: upTopic(testGateway, 'reply') },
  ]
  for (const { name, filter, topic } of forms) {
    const token = JSON.stringify({ selfTest: randomUUID() })
    await connection.subscribe([filter])
    const heard = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), timeoutMs)
      const end = connection.onMessage((at, payload) => {
        if (at !== topic || payload.toString() !== token) return
        clearTimeout(timer)
        end()
        resolve(true)
      })
    })
    await connection.publish(topic, token)
    if (!(await heard)) throw new Error(`The message broker accepts the subscription to ${name} (${filter}) but delivers nothing`)
    await connection.unsubscribe([filter])
  }
}
