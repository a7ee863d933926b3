/** What the broker's library does by itself between a publisher and a subscriber: the raw limit of what goes to a gateway. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import mqtt from 'mqtt'
import { messageOf, numberOf } from './child.ts'

/** About as long as the operation of one label. */
const message = JSON.stringify({ op: 'x'.repeat(400) })

export interface BareBroker {
  /** Milliseconds from a publication to its subscriber. */
  latency(): Promise<number>
  /** Messages that reach the subscriber in a second, of so many that are published at once. */
  rate(count: number): Promise<number>
  stop(): Promise<void>
}

export async function startBareBroker(): Promise<BareBroker> {
  const child = fork(fileURLToPath(new URL('bare-broker.ts', import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const url = `mqtt://127.0.0.1:${numberOf(await messageOf(child))}`
  const [publisher, subscriber] = [await mqtt.connectAsync(url), await mqtt.connectAsync(url)]
  await subscriber.subscribeAsync('bench', { qos: 1 })
  /** Milliseconds until so many have come. */
  const send = async (count: number) => {
    const start = performance.now()
    const done = Promise.withResolvers<number>()
    let come = 0
    const hear = () => {
      if (++come === count) done.resolve(performance.now() - start)
    }
    subscriber.on('message', hear)
    for (let n = 0; n < count; n++) publisher.publish('bench', message, { qos: 1 })
    const took = await done.promise
    subscriber.off('message', hear)
    return took
  }
  return {
    latency: () => send(1),
    rate: async (count) => count / ((await send(count)) / 1000),
    stop: async () => {
      await publisher.endAsync(true)
      await subscriber.endAsync(true)
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
