/** The environment variables of the server: one schema names, checks, defaults and explains them all. */
import * as z from 'zod'
import { readTrustedProxies } from './client-address.ts'
import { readDestinations } from '../outgoing/networks.ts'
import { readListed } from '../outgoing/printer-address.ts'
import { readHosts } from '../outgoing/script-hosts.ts'

const anyPort = z.coerce.number('must be a port number').int().min(0, 'must be 0 to 65535').max(65535, 'must be 0 to 65535')
const port = (fallback: number) => anyPort.default(fallback)
const optionalUrl = z.url('must be a URL').optional()
/** No braces in the host: its origin goes into the content security policy. */
const httpAddress = /^https?:\/\/[^/?#{}\s;,'"@]+(\/|$)/
const tileAddress = (text: string) =>
  ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) && (httpAddress.test(text) || /^\/[^/\s]/.test(text))
/** What a process of the server may do of its work. */
export const parts = ['api', 'engine', 'worker', 'bridge'] as const
/** What goes over a line must be sealed; on this machine itself it goes over none. */
const safeIssuer = (text: string) =>
  URL.canParse(text) && (text.startsWith('https:') || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${text}/`))

/** Takes what a reader makes of a text; a string is what is wrong with it. */
const readBy =
  <T>(read: (text: string) => T | string) =>
  (text: string, context: z.RefinementCtx<string>): T => {
    const made = read(text)
    if (typeof made !== 'string') return made
    context.addIssue(made)
    return z.NEVER
  }

export const environment = z.object({
  ENDCAP_PORT: port(3000).describe('Port of the console and the API'),
  ENDCAP_PUSH_PORT: port(8801).describe('Port of the push channel (also at /push on the main port)'),
  ENDCAP_MQTT_PORT: anyPort
    .optional()
    .describe('Port of the embedded message broker for gateways (default: 1883, or none with ENDCAP_TLS_CERT)'),
  ENDCAP_MQTTS_PORT: anyPort.optional().describe('Its port for TLS (default: 8883 with ENDCAP_TLS_CERT, else none)'),
  ENDCAP_TLS_CERT: z
    .string()
    .optional()
    .describe('PEM file of the certificate with its chain: console, push, layouts and embedded broker then speak TLS (default: none)'),
  ENDCAP_TLS_KEY: z.string().optional().describe('PEM file of its private key'),
  ENDCAP_LAYOUT_PORT: port(8000).describe('Port that also serves the layout designer'),
  ENDCAP_FLEET_PORT: port(3900).describe('Port of the virtual fleet’s own API'),
  ENDCAP_PRINTER_PORT: port(3910).describe('Port of the virtual fleet’s printers'),
  ENDCAP_FLEET_ACCESS_POINT_PORT: port(3920).describe('Port of the virtual fleet’s OpenEPaperLink access point'),
  ENDCAP_TRMNL_PORT: port(2300).describe('Port that TRMNL signs call; opened when a store has some'),
  ENDCAP_TRMNL_CERT: z.string().optional().describe('PEM file of its certificate: signs then call by https (default: none)'),
  ENDCAP_TRMNL_KEY: z.string().optional().describe('PEM file of its private key'),
  ENDCAP_ACCESS_POINT_HOSTS: z
    .string()
    .default('')
    .describe('Access points outside private networks, such as labels.example.com, 127.0.0.1:8080 (default: none)'),
  ENDCAP_NAME: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, 'must be letters, digits, . _ -')
    .optional()
    .describe('Name of this process in the list of servers (default: its machine and port)'),
  ENDCAP_HOST: z.string().default('0.0.0.0').describe('Address to listen on'),
  ENDCAP_DATA: z.string().min(1).default('./data').describe('Folder of the embedded database and of files'),
  ENDCAP_BLOBS: z.string().min(1).optional().describe('Folder for bitmaps and uploads (default: blobs in ENDCAP_DATA)'),
  ENDCAP_SECRET_KEY: z
    .string()
    .transform((text, context) => {
      const key = Buffer.from(text, 'base64')
      if (key.length === 32) return key
      context.addIssue('must be 32 bytes in base64, such as `openssl rand -base64 32` makes')
      return z.NEVER
    })
    .optional()
    .describe('Key that seals stored passwords, the same for all servers of a database (default: secret.key in ENDCAP_DATA)'),
  ENDCAP_NEW_SECRET_KEY: z
    .stringbool('must be true or false')
    .default(false)
    .describe('Start although the key is another one than before: what was sealed is lost and must be entered again'),
  ENDCAP_SCRIPT_CACHE: z
    .string()
    .min(1)
    .optional()
    .describe('Folder for the image that scripts start from (default: scripts in ENDCAP_DATA)'),
  ENDCAP_INBOX: z
    .string()
    .min(1)
    .optional()
    .describe('Folder with a folder for each store, out of which files are taken in (default: none)'),
  ENDCAP_ADMIN_EMAIL: z
    .email('must be an e-mail address')
    .default('admin@endcap.local')
    .describe('E-mail of the administrator made at the first start'),
  ENDCAP_ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have 8 characters or more')
    .optional()
    .describe('Their password (default: a random one, printed once)'),
  DATABASE_URL: optionalUrl.describe('PostgreSQL server, such as postgres://user:password@host/endcap (default: embedded)'),
  MQTT_URL: optionalUrl.describe('Message broker, such as mqtt://user:password@host:1883 (default: embedded)'),
  ENDCAP_MQTT_CA: z.string().optional().describe('PEM file of the authorities that may have signed the certificate of MQTT_URL (mqtts://)'),
  ENDCAP_SMTP_URL: optionalUrl.describe('Mail server, such as smtps://user:password@host (default: no mail is sent)'),
  ENDCAP_MAIL_FROM: z.string().default('endcap@localhost').describe('Sender of mail'),
  ENDCAP_MAIL_HOSTS: z
    .string()
    .default('')
    .transform(readBy(readDestinations))
    .describe(
      'Mail servers that may be entered in the console at other ports than 25, 465, 587 and 2525, such as mail.local:1025 (default: none)',
    ),
  ENDCAP_PUBLIC_URL: optionalUrl.describe('Address at which people reach the console, for links in mail'),
  ENDCAP_OIDC_ISSUER: z
    .url('must be a URL')
    .refine((text) => safeIssuer(text), 'must be an https address (http only on this machine itself)')
    .optional()
    .describe('OpenID Connect provider to sign in with, such as https://id.example.com/realms/shop (default: none)'),
  ENDCAP_OIDC_CLIENT_ID: z.string().max(300).optional().describe('Name of this server at the provider'),
  ENDCAP_OIDC_CLIENT_SECRET: z.string().max(1000).optional().describe('Its secret there (default: a public client)'),
  ENDCAP_OIDC_LABEL: z.string().max(60).default('Company account').describe('What the button on the sign-in page says'),
  ENDCAP_OIDC_ROLE_CLAIM: z
    .string()
    .max(100)
    .optional()
    .describe('Claim that decides the role, such as groups (default: approval in the console)'),
  ENDCAP_OIDC_ROLES: z
    .string()
    .default('')
    .transform((text, context) => {
      const entries = text
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean)
      const roles = entries.map((entry) => ({ value: entry.split('=')[0]?.trim() ?? '', role: entry.split('=').slice(1).join('=').trim() }))
      if (roles.every((one) => one.value !== '' && one.role !== '')) return roles
      context.addIssue('must be like heads=Store manager,staff=Clerk')
      return z.NEVER
    })
    .describe('Which of its values mean which role, such as heads=Store manager,staff=Clerk; the first match counts'),
  ENDCAP_OIDC_STORES_CLAIM: z
    .string()
    .max(100)
    .optional()
    .describe('Claim with the codes of the stores, * for the whole chain (default: given in the console)'),
  ENDCAP_TRUST_PROXY: z
    .string()
    .default('false')
    .transform(readBy(readTrustedProxies))
    .describe(
      'Proxies of yours, whose X-Forwarded-For is believed: addresses such as loopback, 10.1.0.0/16, or how many in a row, such as 1',
    ),
  ENDCAP_MAP_TILES: z
    .string()
    .refine(tileAddress, 'must be an http address or a path with {z}, {x} and {y}')
    .optional()
    .describe('Raster tiles of the store map, such as https://host/{z}/{x}/{y}.png (default: the base map that comes along)'),
  ENDCAP_MAP_ATTRIBUTION: z.string().max(300).default('').describe('What the makers of the tiles want to read below the map'),
  ENDCAP_MAP_BORDERS: z
    .stringbool('must be true or false')
    .default(true)
    .describe('Borders and names of countries on the base map that comes along'),
  ENDCAP_GEOCODER: z
    .string()
    .refine((text) => text.includes('{query}') && httpAddress.test(text), 'must be an http address with {query}')
    .optional()
    .describe('Search of places, such as https://host/search?format=json&q={query} (Nominatim or GeoJSON; default: none)'),
  ENDCAP_PRINTERS: z
    .string()
    .default('')
    .transform(readBy(readListed))
    .describe('Printers outside private networks or at another port than 631, such as print.example.com:8631'),
  ENDCAP_WEBHOOK_HOSTS: z
    .string()
    .default('')
    .transform(readBy(readDestinations))
    .describe(
      'Receivers of webhooks in private networks or at unusual ports, such as erp.local, 10.1.0.0/16, 10.1.2.3:9000 (default: none)',
    ),
  ENDCAP_SCRIPT_HOSTS: z
    .string()
    .default('')
    .transform(readBy(readHosts))
    .describe('Hosts that sign-in scripts may call by https, such as sso.example.com, intranet.local:8443@10.0.0.5 (default: none)'),
  ENDCAP_FFMPEG: z
    .string()
    .default('ffmpeg')
    .describe('Program that makes pictures and other versions of films: a name on the PATH or a path; none: films stay as they are'),
  ENDCAP_ROLES: z
    .string()
    .default(parts.join(','))
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.enum(parts, 'must be some of api, engine, worker, bridge')).min(1))
    .describe('Parts this process runs: api, engine, worker, and bridge for access points of other makes'),
  ENDCAP_LOG: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info').describe('How much is logged'),
})
export type Environment = z.output<typeof environment>
