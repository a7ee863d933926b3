/** What runs, and how it dies: two servers, PostgreSQL, Mosquitto. A process that ends unasked is noted with its last words. */
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePorts, startServer, temporaryFolder, type ServerProcess } from '../../../e2e/system.ts'
import { startMosquitto, type Mosquitto } from '../../../server/src/testing/mosquitto.ts'
import { startPostgres } from '../../../server/src/testing/postgres-server.ts'

export const victims = ['server 1', 'server 2', 'both servers', 'database', 'broker'] as const
export type Victim = (typeof victims)[number]

/** Lines of each process that are kept. */
const maxStoredLines = 25
/** A server that does not come up is started so often, as a service manager would. */
const maxStarts = 5

export type Processes = Awaited<ReturnType<typeof startProcesses>>

/** `report`: is called at each unasked end. */
export async function startProcesses(report: (what: string, lastWords: string[]) => void) {
  const folder = temporaryFolder()
  const words = new Map<string, string[]>()
  const follower = (name: string) => ({
    onOutput: (text: string) => {
      const lines = [...(words.get(name) ?? []), ...text.split('\n').filter((line) => line.trim() !== '')]
      words.set(name, lines.slice(-maxStoredLines))
    },
    ended: (how: number | string) => report(`${name} ended by itself (${how})`, words.get(name) ?? []),
  })
  const database = await startPostgres({ durable: true, follower: follower('database') })
  if (database === undefined) throw new Error('PostgreSQL is not installed')
  let broker: Mosquitto | undefined

  const ports = [await freePorts(), await freePorts()] as const
  const shared = {
    DATABASE_URL: database.url,
    ENDCAP_BLOBS: join(folder.path, 'blobs'),
    ENDCAP_INBOX: join(folder.path, 'inbox'),
    ENDCAP_SECRET_KEY: randomBytes(32).toString('base64'),
  }
  mkdirSync(shared.ENDCAP_INBOX)
  const servers: (ServerProcess | undefined)[] = []
  const startOne = async (index: 0 | 1) => {
    const name = `server ${index + 1}`
    for (let attempt = 1; ; attempt++) {
      try {
        servers[index] = await startServer({
          dataFolder: join(folder.path, `server-${index + 1}`),
          ports: ports[index],
          env: { ...shared, ...(broker && { MQTT_URL: broker.url }), ENDCAP_NAME: `server-${index + 1}` },
          follower: follower(name),
        })
        return
      } catch (error) {
        report(`${name} did not start`, [error instanceof Error ? error.message : String(error)])
        if (attempt === maxStarts) throw error
        await wait(2000)
      }
    }
  }
  const indexes = (victim: Victim): (0 | 1)[] =>
    victim === 'both servers' ? [0, 1] : victim === 'server 1' ? [0] : victim === 'server 2' ? [1] : []

  return {
    databaseUrl: database.url,
    inbox: shared.ENDCAP_INBOX,
    httpPorts: ports.map((one) => one.http),
    serverUrls: ports.map((one) => `http://127.0.0.1:${one.http}`),
    startServer: startOne,
    stopServer: async (index: 0 | 1) => servers[index]?.stop(),
    startBroker: async (gateways: Record<string, string>) => {
      broker = await startMosquitto(gateways, follower('broker'))
      if (broker === undefined) throw new Error('Mosquitto is not installed')
      return `mqtt://127.0.0.1:${broker.port}`
    },
    kill: async (victim: Victim) => {
      if (victim === 'database') await database.kill()
      if (victim === 'broker') await broker?.kill()
      await Promise.all(indexes(victim).map(async (index) => servers[index]?.kill()))
    },
    revive: async (victim: Victim) => {
      if (victim === 'database') await database.revive()
      if (victim === 'broker') await broker?.revive()
      await Promise.all(indexes(victim).map(startOne))
    },
    stop: async () => {
      await Promise.all(servers.map(async (server) => server?.stop()))
      await broker?.stop()
      await database.stop()
      folder.remove()
    },
  }
}
