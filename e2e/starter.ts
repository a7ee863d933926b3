/** `npm start` as people run it: tools/start.mjs with a process group of its own, as a terminal gives it, and everything it prints. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, freePorts, until, type Ports } from './system.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
/** Nothing of the environment of the tests reaches the start: only what a test gives it. */
const plain = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(ENDCAP_|DATABASE_URL$|MQTT_URL$)/.test(name)))

export type StartPorts = Ports & { fleet: number; printer: number; accessPoint: number; signs: number }
export const startPorts = async (): Promise<StartPorts> => ({
  ...(await freePorts()),
  fleet: await freePort(),
  printer: await freePort(),
  accessPoint: await freePort(),
  signs: await freePort(),
})

export interface Start {
  ports: StartPorts
  pid: number
  output(): string
  errors(): string
  /** Until it says that it is ready; rejects with what it printed when it ends before. */
  ready(): Promise<void>
  /** A terminal's Ctrl-C goes to the whole group, `kill` to the starter alone. */
  signal(signal: NodeJS.Signals, to: 'group' | 'starter'): void
  /** The exit code; the signal's name when one ended it. One that does not end says what it printed, and what of it still runs. */
  ended(): Promise<number | string>
}

const running = new Set<Start>()

/** `root`: a copy of the project, to be started in place of this one. */
export async function npmStart(folder: string, args: string[] = [], env: Record<string, string> = {}, root = project): Promise<Start> {
  const ports = await startPorts()
  const child = spawn(process.execPath, [join(root, 'tools/start.mjs'), ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...plain,
      ENDCAP_HOST: '127.0.0.1',
      ENDCAP_DATA: folder,
      ENDCAP_PORT: String(ports.http),
      ENDCAP_PUSH_PORT: String(ports.push),
      ENDCAP_MQTT_PORT: String(ports.mqtt),
      ENDCAP_FLEET_PORT: String(ports.fleet),
      ENDCAP_PRINTER_PORT: String(ports.printer),
      ENDCAP_FLEET_ACCESS_POINT_PORT: String(ports.accessPoint),
      ENDCAP_TRMNL_PORT: String(ports.signs),
      ...env,
    },
  })
  const printed = { output: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.errors += text))
  let end: number | string | undefined
  // `close` comes when the last process that could still print is gone, too.
  child.once('close', (code, signal) => {
    end = code ?? signal ?? 'unknown'
    running.delete(start)
  })
  const standing = () => `the start ends; it printed:\n${printed.output}${printed.errors}\nand still runs:\n${commandsOf(folder, start)}`
  const start: Start = {
    ports,
    pid: child.pid ?? 0,
    output: () => printed.output,
    errors: () => printed.errors,
    ready: async () => {
      await until('the start is ready or over', () => end !== undefined || printed.output.includes('Stop with Ctrl-C'))
      if (end !== undefined) throw new Error(`It ended at once:\n${printed.output}${printed.errors}`)
    },
    signal: (signal, to) => void process.kill(to === 'group' ? -start.pid : start.pid, signal),
    ended: async () => {
      await until(standing, () => end !== undefined)
      return end ?? 'unknown'
    },
  }
  running.add(start)
  return start
}

/** For the end of a test, however it went. */
export async function killStarts(): Promise<void> {
  for (const start of running) {
    start.signal('SIGKILL', 'group')
    await start.ended()
  }
}

/** The account that it printed. */
export function printedAccount(start: Start): { email: string; password: string } {
  const [, email = '', password = ''] = /Sign in with: +(\S+) {2}\/ {2}(\S+)/.exec(start.output()) ?? []
  return { email, password }
}

/** Processes that were started for a data folder, found by their environment; of the group where the system has no /proc. */
export function processesOf(folder: string, { pid }: Start): number[] {
  if (!existsSync('/proc/self/environ')) return isAlive(-pid) ? [pid] : []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && fieldsOf(name, 'environ').includes(`ENDCAP_DATA=${folder}`))
    .map(Number)
}
const commandsOf = (folder: string, start: Start): string =>
  processesOf(folder, start)
    .map((pid) => `${pid} ${fieldsOf(String(pid), 'cmdline').join(' ')}`)
    .join('\n')
function fieldsOf(pid: string, file: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0')
  } catch {
    // Gone meanwhile, or another user's.
    return []
  }
}
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Takes a port away; rejects when it is in use. */
export async function takePort(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
