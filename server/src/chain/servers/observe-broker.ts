/** What can be known of the message broker: whether it confirms a message, and how many clients it has. */
import { systemTopic } from '@endcap/gateway-link/topics'
import type { BrokerConnection } from '../../platform/broker/connection.ts'
import type { EmbeddedBroker } from '../../platform/broker/embedded-broker.ts'
import { nothingReported, type ServerReport } from './servers.queries.ts'

export const brokerId = 'mqtt:main'
/** The embedded broker lives and dies with its process. */
export const embeddedBrokerId = (processName: string): string => `mqtt:${processName}`

/** Where Mosquitto and its like tell how many clients they have. */
const clientsTopic = '$SYS/broker/clients/connected'

export interface BrokerWatch {
  /** Milliseconds until a message was confirmed; rejects when it is not. */
  ping(): Promise<number>
  /** Rejects while the broker is out of reach. */
  observe(reporter: string): Promise<ServerReport>
}

/** `embedded` when the broker is a thread of this process; else `url` tells where it is. */
export function watchBroker(
  connection: BrokerConnection,
  place: { url: string; embedded: EmbeddedBroker | undefined; processName: string; hostName: string },
): BrokerWatch {
  const { url, embedded, processName, hostName } = place
  let reportedCount: number | null = null
  if (embedded === undefined) {
    connection.onMessage((topic, payload) => {
      if (topic === clientsTopic && /^\d{1,9}$/.test(payload.toString())) reportedCount = Number(payload.toString())
    })
    // A broker that keeps this to itself is watched all the same.
    connection.subscribe([clientsTopic]).catch(() => undefined)
  }

  const ping = async () => {
    if (!connection.connected()) throw new Error('no connection')
    const began = performance.now()
    await connection.publish(systemTopic('ping'), '')
    return Math.round(performance.now() - began)
  }
  return {
    ping,
    observe: async (reporter) => {
      const took = await ping()
      const { hostname, port, protocol } = new URL(url)
      const portNumber = embedded?.port ?? Number(port || (protocol === 'mqtts:' ? 8883 : 1883))
      return {
        id: embedded === undefined ? brokerId : embeddedBrokerId(processName),
        type: 'proxy',
        name: embedded === undefined ? `${hostname}:${portNumber}` : 'mqtt (embedded)',
        reporter,
        state: null,
        startedAt: embedded?.startedAt() ?? null,
        details: {
          ...nothingReported,
          version: 'MQTT 3.1.1',
          serviceStatusList: [{ name: 'broker', status: 'OK', detail: `${took} ms` }],
          networkInformation: {
            hostName: embedded === undefined ? hostname : hostName,
            addresses: [],
            ports: [{ name: 'mqtt', port: portNumber }],
          },
          broker: {
            embedded: embedded !== undefined,
            clients: embedded === undefined ? reportedCount : (await embedded.figures()).connected,
          },
        },
      }
    },
  }
}
