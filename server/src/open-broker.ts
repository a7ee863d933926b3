/** Connects this process to its MQTT broker: the embedded one, which it starts, or the one of the settings. */
import { randomUUID } from 'node:crypto'
import { connectBroker, type BrokerConnection } from './platform/broker/connection.ts'
import { startEmbeddedBroker } from './platform/broker/embedded-broker.ts'
import { selfTest } from './platform/broker/self-test.ts'
import type { Context } from './platform/context.ts'
import { createGatewayAuthenticator } from './chain/gateways/gateways.service.ts'
import type { Monitor } from './chain/servers/monitor.ts'
import type { LiveCertificate } from './platform/tls/certificate.ts'
import type { OnStop } from './platform/base/undo.ts'

interface Opening {
  monitor: Monitor
  certificate: LiveCertificate | undefined
  onStop: OnStop
}

export async function openBroker(context: Context, opening: Opening): Promise<{ mqttUrl: string; connection: BrokerConnection }> {
  const { config, log } = context
  const { monitor, onStop } = opening
  const embedded = config.mqttUrl === undefined ? await startOwnBroker(context, opening) : undefined
  const url = config.mqttUrl ?? embedded?.url ?? ''
  const connection = await connectBroker({
    url: config.mqttUrl ?? embedded?.ownUrl ?? '',
    caFile: config.mqttCaFile,
    clientId: `endcap-${randomUUID()}`,
    log,
    ...(embedded !== undefined && { username: embedded.username, password: embedded.password }),
  })
  onStop(() => connection.close())
  await selfTest(connection)
  if (embedded !== undefined) monitor.listens('mqtt', embedded.port)
  monitor.broker(connection, { url, embedded })
  return { mqttUrl: url, connection }
}

async function startOwnBroker(context: Context, { certificate, onStop }: Opening) {
  const { config, log, signals } = context
  const embedded = await startEmbeddedBroker({
    port: config.mqttPort,
    securePort: config.mqttsPort,
    certificate,
    host: config.host,
    log,
    authenticate: createGatewayAuthenticator(context),
  })
  onStop(() => embedded.stop())
  onStop(signals.on('gateway-locked-out', ({ gwMac }) => embedded.drop(gwMac)))
  return embedded
}
