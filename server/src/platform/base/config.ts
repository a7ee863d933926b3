/** The server's settings, read from the environment (environment.ts). */
import type { TrustedProxies } from './client-address.ts'
import { environment, type Environment, type parts } from './environment.ts'
import type { Destination } from '../outgoing/networks.ts'
import type { ListedPrinters } from '../outgoing/printer-address.ts'
import type { ListedHosts } from '../outgoing/script-hosts.ts'

export interface Config {
  port: number
  pushPort: number
  /** Ports of the embedded broker; undefined: not that way. */
  mqttPort: number | undefined
  mqttsPort: number | undefined
  /** PEM files: console, push channel, layouts and the embedded broker speak TLS. Undefined: they speak plain text. */
  tls: { certFile: string; keyFile: string } | undefined
  layoutPort: number
  name: string | undefined
  host: string
  dataFolder: string
  blobFolder: string
  /** Undefined: the file in the data folder. */
  secretKey: Buffer | undefined
  /** Whether a start with another key than before is meant. */
  acceptsNewKey: boolean
  scriptFolder: string
  /** What sign-in scripts may speak to. */
  scriptHosts: ListedHosts
  inboxFolder: string | undefined
  adminEmail: string
  adminPassword: string | undefined
  databaseUrl: string | undefined
  mqttUrl: string | undefined
  /** PEM file of the authorities that its certificate may be of. */
  mqttCaFile: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Mail servers that may be entered in the console beside usual addresses at usual ports. */
  mailHosts: readonly Destination[]
  publicUrl: string | undefined
  /** The OpenID provider that people may sign in with. */
  oidc:
    | {
        issuer: string
        clientId: string
        clientSecret: string | undefined
        label: string
        /** Without a slash at its end. */
        publicUrl: string
        roleClaim: string | undefined
        roles: readonly { value: string; role: string }[]
        storesClaim: string | undefined
      }
    | undefined
  /** Proxies whose word about the caller's address is believed. */
  trustProxy: TrustedProxies | false
  mapTiles: string | undefined
  mapAttribution: string
  mapBorders: boolean
  geocoderUrl: string | undefined
  /** Printers that may be addressed beside those of private networks at port 631. */
  printers: ListedPrinters
  /** Receivers of webhooks beside public addresses at usual ports. */
  webhookHosts: readonly Destination[]
  /** A name on the PATH or a path; undefined: films are not read by it. */
  ffmpeg: string | undefined
  roles: readonly (typeof parts)[number][]
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** Reads the environment; throws an Error that names every wrong variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const checked = environment.safeParse(given)
  if (!checked.success) {
    throw new Error(checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const one = checked.data
  return {
    port: one.ENDCAP_PORT,
    pushPort: one.ENDCAP_PUSH_PORT,
    ...tlsOf(one),
    layoutPort: one.ENDCAP_LAYOUT_PORT,
    name: one.ENDCAP_NAME,
    host: one.ENDCAP_HOST,
    dataFolder: one.ENDCAP_DATA,
    blobFolder: one.ENDCAP_BLOBS ?? `${one.ENDCAP_DATA}/blobs`,
    secretKey: one.ENDCAP_SECRET_KEY,
    acceptsNewKey: one.ENDCAP_NEW_SECRET_KEY,
    scriptFolder: one.ENDCAP_SCRIPT_CACHE ?? `${one.ENDCAP_DATA}/scripts`,
    scriptHosts: one.ENDCAP_SCRIPT_HOSTS,
    inboxFolder: one.ENDCAP_INBOX,
    adminEmail: one.ENDCAP_ADMIN_EMAIL.toLowerCase(),
    adminPassword: one.ENDCAP_ADMIN_PASSWORD,
    databaseUrl: one.DATABASE_URL,
    mqttUrl: one.MQTT_URL,
    mqttCaFile: one.ENDCAP_MQTT_CA,
    smtpUrl: one.ENDCAP_SMTP_URL,
    mailFrom: one.ENDCAP_MAIL_FROM,
    mailHosts: one.ENDCAP_MAIL_HOSTS,
    publicUrl: one.ENDCAP_PUBLIC_URL,
    oidc: oidcOf(one),
    trustProxy: one.ENDCAP_TRUST_PROXY,
    mapTiles: one.ENDCAP_MAP_TILES,
    mapAttribution: one.ENDCAP_MAP_ATTRIBUTION,
    mapBorders: one.ENDCAP_MAP_BORDERS,
    geocoderUrl: one.ENDCAP_GEOCODER,
    printers: one.ENDCAP_PRINTERS,
    webhookHosts: one.ENDCAP_WEBHOOK_HOSTS,
    ffmpeg: one.ENDCAP_FFMPEG === 'none' ? undefined : one.ENDCAP_FFMPEG,
    roles: one.ENDCAP_ROLES,
    logLevel: one.ENDCAP_LOG,
  }
}

/** With a certificate the plain port of the broker is open only where it is asked for. */
function tlsOf(one: Environment): Pick<Config, 'tls' | 'mqttPort' | 'mqttsPort'> {
  const { ENDCAP_TLS_CERT: certFile, ENDCAP_TLS_KEY: keyFile, ENDCAP_MQTT_PORT: mqttPort, ENDCAP_MQTTS_PORT: mqttsPort } = one
  if (certFile === undefined && keyFile === undefined) {
    if (mqttsPort !== undefined) throw new Error('ENDCAP_TLS_CERT: is needed with ENDCAP_MQTTS_PORT')
    return { tls: undefined, mqttPort: mqttPort ?? 1883, mqttsPort: undefined }
  }
  if (certFile === undefined) throw new Error('ENDCAP_TLS_CERT: is needed with ENDCAP_TLS_KEY')
  if (keyFile === undefined) throw new Error('ENDCAP_TLS_KEY: is needed with ENDCAP_TLS_CERT')
  return { tls: { certFile, keyFile }, mqttPort, mqttsPort: mqttsPort ?? 8883 }
}

function oidcOf(one: Environment): Config['oidc'] {
  const { ENDCAP_OIDC_ISSUER: issuer, ENDCAP_OIDC_CLIENT_ID: clientId, ENDCAP_PUBLIC_URL: publicUrl } = one
  if (issuer === undefined) return undefined
  if (clientId === undefined) throw new Error('ENDCAP_OIDC_CLIENT_ID: is needed with ENDCAP_OIDC_ISSUER')
  if (publicUrl === undefined) throw new Error('ENDCAP_PUBLIC_URL: is needed with ENDCAP_OIDC_ISSUER: the provider sends people back there')
  return {
    issuer,
    clientId,
    clientSecret: one.ENDCAP_OIDC_CLIENT_SECRET,
    label: one.ENDCAP_OIDC_LABEL,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    roleClaim: one.ENDCAP_OIDC_ROLE_CLAIM,
    roles: one.ENDCAP_OIDC_ROLES,
    storesClaim: one.ENDCAP_OIDC_STORES_CLAIM,
  }
}

/** The list for `--help`. */
export function describeConfig(): string {
  const lines = Object.entries(environment.shape).map(([name, schema]) => `  ${name.padEnd(24)}${schema.description ?? ''}`)
  return ['Environment:', ...lines].join('\n')
}
