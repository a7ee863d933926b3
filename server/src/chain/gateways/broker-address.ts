/** Where gateways reach the broker, as far as the settings say it. */
import type { BrokerAddress } from '@endcap/contract/gateway-registration'
import type { Config } from '../../platform/base/config.ts'

type Settings = Pick<Config, 'mqttUrl' | 'mqttPort' | 'mqttsPort' | 'publicUrl'>

/** Names that mean this machine, or one of the server's own network such as a container's: no gateway of a shop finds it by them. */
const isInner = (host: string): boolean => host === '[::1]' || host.startsWith('127.') || !/[.:]/.test(host)

/**
 * The address that gateways are given. `host` is null where neither a broker of its own nor the public address is set: the caller knows by
 * which name the server was reached.
 */
export function brokerAddress({ mqttUrl, mqttPort, mqttsPort, publicUrl }: Settings): BrokerAddress {
  const known = publicUrl === undefined ? null : new URL(publicUrl).hostname
  if (mqttUrl !== undefined) {
    const { protocol, hostname, port } = new URL(mqttUrl)
    const secure = /^(mqtts|wss|ssl):$/.test(protocol)
    return { host: isInner(hostname) ? known : hostname, port: port === '' ? (secure ? 8883 : 1883) : Number(port), secure }
  }
  const secure = mqttsPort !== undefined
  return { host: known, port: mqttsPort ?? mqttPort ?? 1883, secure }
}
