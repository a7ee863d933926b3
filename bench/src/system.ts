/** A server process for benchmarks, with the embedded database or a PostgreSQL server. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contract, type Contract } from '@endcap/contract'
import { createClient, type Client } from '@endcap/contract/client'
import { fieldOf, messageOf } from './child.ts'
import { portOf } from './port-of.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packageJson: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** The options of Node that a script of the package has, such as `npm run server`. */
export function optionsOf(script: string): string[] {
  const command = fieldOf(fieldOf(packageJson, 'scripts'), script)
  return typeof command === 'string' ? command.split(' ').slice(1, -1) : []
}
/** Of a second, in what Linux tells of processes. */
const clockTicks = 100
export const administrator = { email: 'bench@endcap.example', password: 'bench-administrator-1' }

/** A free TCP port of this machine; another process may take it before it is used. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}

export interface BenchSystem {
  url: string
  mqttUrl: string
  /** Seconds that the server process has computed, on all cores together. */
  computed(): number
  /** Resident memory of the server process in MB. */
  memory(): number
  client: Client<Contract>
  stop(): Promise<void>
}

/** What Linux tells of a process: seconds that it has computed on all cores together, and its resident memory in MB. */
export const processFigures = (pid: number | undefined) => ({
  computed: (): number => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / clockTicks
  },
  memory: (): number => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  },
})

/** A PostgreSQL that flushes to disk, as in earnest; undefined when none is installed. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  const child = fork(join(root, 'server/src/testing/serve-postgres.ts'), ['--durable'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const url = fieldOf(await messageOf(child), 'url')
  if (typeof url !== 'string') return undefined
  return {
    url,
    stop: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** A session of an account, with its calls. */
export async function openSession(
  url: string,
  account = administrator,
): Promise<{ client: Client<Contract>; accessToken: string; email: string }> {
  let session: { accessToken: string; email: string } | undefined
  const client = createClient(contract, { baseUrl: `${url}/api`, session: () => session })
  session = await client.session.login({ body: account })
  return { client, ...session }
}
/** The administrator's calls. */
export const signIn = async (url: string): Promise<Client<Contract>> => (await openSession(url)).client

/** `env`: further settings of the server. */
export async function startSystem(databaseUrl: string | undefined, env: Record<string, string> = {}): Promise<BenchSystem> {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-'))
  const [http, push, mqtt] = [await freePort(), await freePort(), await freePort()]
  const child = fork(join(root, 'server/src/main.ts'), {
    cwd: root,
    execArgv: optionsOf('server'),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ENDCAP_DATA: folder,
      ENDCAP_HOST: '127.0.0.1',
      ENDCAP_PORT: String(http),
      ENDCAP_PUSH_PORT: String(push),
      ENDCAP_MQTT_PORT: String(mqtt),
      ENDCAP_ADMIN_EMAIL: administrator.email,
      ENDCAP_ADMIN_PASSWORD: administrator.password,
      ENDCAP_LOG: 'error',
      // Two servers may share a database.
      ENDCAP_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...env,
    },
  })
  const answer = await messageOf(child)
  if (fieldOf(answer, 'ready') !== true) throw new Error(String(fieldOf(answer, 'message')))
  const url = `http://127.0.0.1:${http}`
  return {
    url,
    mqttUrl: `mqtt://127.0.0.1:${mqtt}`,
    client: await signIn(url),
    ...processFigures(child.pid),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A row of a product file: code, two names, price in whole units, unit, currency. */
export const rowOf = (n: number, price: number): string[] => [
  `${1_000_000 + n}`,
  `Product ${n}`,
  `Maker ${n % 50}`,
  `${price + (n % 100)}`,
  '1 kg',
  'EUR',
]
/** A CSV with a header of alias names. */
export function productFile(count: number, price: number): Blob {
  const rows = Array.from({ length: count }, (_, n) => rowOf(n, price).join(','))
  return new Blob([['PRODUCT_CODE,NAME,NAME2,PRICE,UNIT,CURRENCY', ...rows].join('\n')])
}
export const tagId = (number: number): string => `5A3C9E005${number.toString(16).toUpperCase().padStart(7, '0')}`
