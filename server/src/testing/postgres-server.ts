/** A throw-away PostgreSQL cluster for tests and benchmarks, run by an unprivileged user when the tests run as root. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { follow, type Follower } from './follow.ts'

export interface PostgresServer {
  url: string
  stop(): Promise<void>
}
/** One that is killed and comes back with its data. */
export interface MortalPostgres extends PostgresServer {
  /** SIGKILL to the server and every process of it. */
  kill(): Promise<void>
  /** Starts it again on the same data. */
  revive(): Promise<void>
}

function findBinaries(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(root, version, 'bin')).find((folder) => existsSync(join(folder, 'postgres')))
}

/** PostgreSQL refuses to run as root: Debian's package brings the user postgres. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** A folder for a server and its data, and what programs of PostgreSQL are started with in it. */
function newFolder(prefix: string) {
  const owner = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), prefix))
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  return { folder, data: join(folder, 'data'), ...owner, env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' }, cwd: folder }
}

/** Undefined when PostgreSQL is not installed. `durable` keeps fsync, for benchmarks and kill tests. */
export async function startPostgres({ durable = false, follower }: { durable?: boolean; follower?: Follower } = {}): Promise<
  MortalPostgres | undefined
> {
  const binaries = findBinaries()
  if (binaries === undefined) return undefined
  const { folder, data, ...options } = newFolder('endcap-pg-')
  execFileSync(join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], {
    ...options,
    stdio: 'pipe',
  })
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'shared_buffers=512MB',
    'work_mem=32MB',
    // What a run of tests writes may be in memory (tools/memory-folder.ts).
    `max_wal_size=${durable ? 4 : 1}GB`,
  ]
  if (!durable) {
    settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
    // A test that needs statistics analyses itself; going round through hundreds of databases that are over takes a tenth of a processor.
    settings.push('autovacuum=off')
  }
  const run = () => {
    const child = spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...options,
      stdio: ['ignore', 'ignore', follower === undefined ? 'ignore' : 'pipe'],
    })
    return { child, ...follow(child, follower) }
  }
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  const answers = async () => {
    for (let attempt = 0; ; attempt++) {
      const client = new pg.Client({ connectionString: url })
      try {
        await client.connect()
        await client.end()
        return
      } catch (error) {
        if (attempt > 100) throw error
        await wait(100)
      }
    }
  }
  let running = run()
  await answers()
  return {
    url,
    kill: () => running.end('SIGKILL', childrenOf(running.child.pid ?? 0)),
    revive: async () => {
      running = run()
      await answers()
    },
    stop: async () => {
      await running.end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The processes that a process has started; none where the system does not tell. */
function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`
  return existsSync(list) ? readFileSync(list, 'utf8').split(' ').filter(Boolean).map(Number) : []
}

/** A replica that streams from a server started above; undefined in the same case. */
export async function startReplica(primaryUrl: string, name: string): Promise<PostgresServer | undefined> {
  const binaries = findBinaries()
  if (binaries === undefined) return undefined
  const { folder, data, ...options } = newFolder('endcap-replica-')
  const primary = new URL(primaryUrl).searchParams.get('host') ?? ''
  execFileSync(join(binaries, 'pg_basebackup'), ['-h', primary, '-U', 'postgres', '-D', data, '-X', 'stream', '-c', 'fast', '--no-sync'], {
    ...options,
    stdio: 'pipe',
  })
  writeFileSync(join(data, 'standby.signal'), '')
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    // No smaller than the primary's.
    'max_connections=200',
    'fsync=off',
    `primary_conninfo=host=${primary} user=postgres application_name=${name}`,
  ]
  const child = spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...options,
    stdio: 'ignore',
  })
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      child.kill('SIGQUIT')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes a database beside the server's own, from a template if named; answers its address. */
export async function createDatabase(url: string, name: string, template = 'template1'): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database "${name}" template "${template}"`)
  await client.end()
  return url.replace('/postgres?', `/${name}?`)
}
