/** Mosquitto for tests: a password file and the own-topic rule as access list, on a free port. */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../platform/base/free-port.ts'
import { follow, type Follower } from './follow.ts'

const binary = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto', '/usr/local/sbin/mosquitto'].find((path) => existsSync(path))

export interface Mosquitto {
  /** With the server's own name and password. */
  url: string
  port: number
  /** SIGKILL. */
  kill(): Promise<void>
  /** Starts it again at the same port; what it had retained is gone. */
  revive(): Promise<void>
  stop(): Promise<void>
}

/** Gateways by MAC with their secrets; with a certificate it speaks TLS alone. */
export async function startMosquitto(
  gateways: Record<string, string>,
  follower?: Follower,
  tls?: { certFile: string; keyFile: string },
): Promise<Mosquitto | undefined> {
  if (binary === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'endcap-mosquitto-'))
  chmodSync(folder, 0o755)
  const [passwords, rules, settings] = ['passwords', 'acl', 'mosquitto.conf'].map((name) => join(folder, name)) as [string, string, string]
  writeFileSync(
    passwords,
    Object.entries({ server: 'server', ...gateways })
      .map(([name, secret]) => `${name}:${secret}\n`)
      .join(''),
  )
  execFileSync('mosquitto_passwd', ['-U', passwords])
  writeFileSync(
    rules,
    'user server\ntopic readwrite #\ntopic read $SYS/broker/clients/connected\n\npattern write ec/v1/+/+/%u/up/#\npattern read ec/v1/+/+/%u/down/#\n',
  )
  const port = await freePort()
  writeFileSync(
    settings,
    `listener ${port} 127.0.0.1\nallow_anonymous false\npassword_file ${passwords}\nacl_file ${rules}\nmax_inflight_messages 1000\nmax_queued_messages 0\nuser root\n${
      tls === undefined ? '' : `certfile ${tls.certFile}\nkeyfile ${tls.keyFile}\n`
    }`,
  )
  const run = () =>
    follow(spawn(binary, ['-c', settings], { stdio: ['ignore', 'ignore', follower === undefined ? 'ignore' : 'pipe'] }), follower)
  const listens = async () => {
    for (let attempt = 0; attempt < 100 && !(await answers(port)); attempt++) await wait(50)
  }
  let running = run()
  await listens()
  return {
    url: `${tls === undefined ? 'mqtt' : 'mqtts'}://server:server@127.0.0.1:${port}`,
    port,
    kill: () => running.end('SIGKILL'),
    revive: async () => {
      running = run()
      await listens()
    },
    stop: async () => {
      await running.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
