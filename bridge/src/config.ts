/** The bridge's settings from the environment. */
import * as z from 'zod'

const port = z.coerce.number('must be a port number').int().min(0, 'must be 0 to 65535').max(65_535, 'must be 0 to 65535')
const environment = z.object({
  ENDCAP_SERVER: z
    .string('must be the address of the server, such as https://endcap.example.com')
    .regex(/^https?:\/\/[^/?#\s@]+\/?$/, 'must be the address of the server, such as https://endcap.example.com')
    .transform((url) => url.replace(/\/$/, '')),
  ENDCAP_BRIDGE_TOKEN: z.string('must be the token that the console showed').min(1, 'must be the token that the console showed'),
  ENDCAP_BRIDGE_DATA: z.string().min(1).default('./data/bridge'),
  ENDCAP_TRMNL_PORT: port.default(2300),
  ENDCAP_TRMNL_CERT: z.string().optional(),
  ENDCAP_TRMNL_KEY: z.string().optional(),
  ENDCAP_HOST: z.string().default('0.0.0.0'),
  ENDCAP_MQTT_CA: z.string().optional(),
  ENDCAP_ACCESS_POINT_HOSTS: z.string().default(''),
})
export interface BridgeConfig {
  serverUrl: string
  token: string
  dataFolder: string
  /** For signs that call; https where there is a certificate. */
  signPort: number
  signCert: { certFile: string; keyFile: string } | undefined
  host: string
  mqttCaFile: string | undefined
  /** Hosts outside of private networks that it may speak with. */
  hosts: readonly string[]
}

/** Throws with the names of the settings and what is wrong with them. */
export function readConfig(env: NodeJS.ProcessEnv): BridgeConfig {
  // As for the server: what is empty is not set.
  const read = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!read.success) throw new Error(read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '))
  const one = read.data
  const [certFile, keyFile] = [one.ENDCAP_TRMNL_CERT, one.ENDCAP_TRMNL_KEY]
  if ((certFile === undefined) !== (keyFile === undefined)) throw new Error('ENDCAP_TRMNL_CERT and ENDCAP_TRMNL_KEY belong together')
  return {
    serverUrl: one.ENDCAP_SERVER,
    token: one.ENDCAP_BRIDGE_TOKEN,
    dataFolder: one.ENDCAP_BRIDGE_DATA,
    host: one.ENDCAP_HOST,
    signPort: one.ENDCAP_TRMNL_PORT,
    mqttCaFile: one.ENDCAP_MQTT_CA,
    signCert: certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile },
    hosts: one.ENDCAP_ACCESS_POINT_HOSTS.split(',')
      .map((host) => host.trim())
      .filter(Boolean),
  }
}
