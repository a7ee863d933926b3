/**
 * The bridge that the servers run themselves: a process beside this one, as long as it is needed. One server of several has it. It asks
 * for its work as any other bridge does, with a token that is made anew for each start.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bridgeTokenPrefix } from '@endcap/contract/access-points'
import type { Context } from './platform/context.ts'
import { holdLease, releaseLease } from './platform/db/leases.ts'
import type { Loop } from './platform/jobs/loop.ts'
import { hashToken } from './people/session/session.service.ts'
import { isNeeded, keepOwn, seedOwn } from './chain/access-points/bridges.service.ts'

const program = fileURLToPath(new URL('../../bridge/src/main.ts', import.meta.url))
/**
 * Of Node, as `npm run bridge` has them: a bridge waits more than it computes, so a small heap costs it little (docs/benchmarks.md).
 * Of glibc: threads share one arena, which saves a tenth more.
 */
export const nodeOptions = ['--max-semi-space-size=1', '--optimize-for-size'] as const
const allocation = { MALLOC_ARENA_MAX: '1' }
const everyMs = 5000
const leaseName = 'own bridge'
/** Its name in lists. */
const name = 'Endcap'
const leaseSeconds = 20
/** It ends when it was not needed for so long. */
const idleMs = 600_000
/** Pauses before it is started again after it ended by itself, milliseconds. */
const pauses = { first: 1000, longest: 60_000 }
const endMs = 5000

export interface OwnBridge extends Loop {
  /** For the list of servers: what it does now. Rejects while it should run here and does not. */
  check(): Promise<string>
}

export function startOwnBridge(context: Context, { holder, serverUrl }: { holder: string; serverUrl: string }): OwnBridge {
  const { db, config, log, clock } = context
  let child: ChildProcess | undefined
  let neededAt = 0
  let pause = pauses.first
  let nextStart = 0

  async function start() {
    const token = newToken()
    await keepOwn(db, { name, tokenHash: hashToken(token), at: clock.now() })
    const secure = serverUrl.startsWith('https:')
    const started = fork(program, [], {
      execArgv: [...nodeOptions],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        ...allocation,
        ENDCAP_SERVER: serverUrl,
        ENDCAP_BRIDGE_TOKEN: token,
        ENDCAP_BRIDGE_DATA: join(config.dataFolder, 'bridge'),
        // Its server is this process, over this machine's own loopback: the certificate names another host.
        ...(secure && { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' }),
      },
    })
    child = started
    const from = performance.now()
    for (const stream of [started.stdout, started.stderr])
      if (stream !== null) createInterface({ input: stream }).on('line', (line) => log.info({ part: 'bridge' }, line.replace(/^\S+Z /, '')))
    started.on('exit', (code, signal) => {
      if (child !== started) return
      child = undefined
      if (performance.now() - from > pauses.longest) pause = pauses.first
      nextStart = performance.now() + pause
      pause = Math.min(pauses.longest, pause * 2)
      log.warn({ code, signal }, 'the bridge ended and is started again')
    })
  }
  async function end() {
    const ending = child
    child = undefined
    if (ending === undefined || ending.exitCode !== null) return
    const over = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
    ending.kill('SIGTERM')
    const late = setTimeout(() => ending.kill('SIGKILL'), endMs)
    await over
    clearTimeout(late)
  }

  const newToken = () => bridgeTokenPrefix + randomBytes(32).toString('base64url')
  let [seeded, mine] = [false, false]
  const loop = context.jobs.start({
    name: 'own-bridge',
    everyMs,
    wakesOn: ['bridges'],
    work: async () => {
      if (!seeded) await seedOwn(db, { name, tokenHash: hashToken(newToken()), at: clock.now() })
      seeded = true
      if (await isNeeded(db, clock.now())) neededAt = performance.now()
      const isRecent = neededAt > 0 && performance.now() - neededAt < idleMs
      mine = isRecent && (await holdLease(db, leaseName, holder, leaseSeconds))
      if (!mine) await end()
      else if (child === undefined && performance.now() >= nextStart) await start()
    },
  })
  return {
    ...loop,
    check: async () => {
      if (mine && child === undefined) throw new Error('the bridge ended by itself and is started again')
      return mine ? 'runs here' : 'not needed here'
    },
    stop: async () => {
      await loop.stop()
      await end()
      await releaseLease(db, leaseName, holder).catch(() => undefined)
    },
  }
}
