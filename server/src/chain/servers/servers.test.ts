/** Servers as they report, fall silent, are in trouble, come back and are taken off the list (specification 1 §2, §3, §7; docs/servers.md). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Alarm } from '@endcap/contract/alarms'
import type { Server } from '@endcap/contract/servers'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { connectBroker } from '../../platform/broker/connection.ts'
import { startEmbeddedBroker } from '../../platform/broker/embedded-broker.ts'
import { preparePartitions } from '../../platform/db/partitions.ts'
import { startReplica } from '../../testing/postgres-server.ts'
import { caller, seedAccount, seedStore } from '../../testing/seed.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import { createMonitor, type Monitor } from './monitor.ts'
import { observeDatabase } from './observe-database.ts'
import { dropOldSamples, nothingTold, serverLogFiles, takeReport, type ServerReport } from './servers.service.ts'

let setup: TestContext
let app: FastifyInstance
let call: ReturnType<typeof caller>
beforeAll(async () => {
  setup = await createTestContext()
  app = await buildApp(setup.context)
  await seedStore(setup.context, 'S1')
})
let accounts = 0
/** Time passes by days here, and sessions end meanwhile. */
async function signIn() {
  call = caller(app, await seedAccount(setup.context, { email: `root-${++accounts}@test.example`, privileges: 'administrator' }))
}
beforeEach(signIn)
afterAll(async () => {
  await app.close()
  await setup.close()
})
/** Each test has the servers to itself. */
afterEach(async () => {
  await sql`delete from servers`.execute(setup.context.db)
  await sql`delete from server_samples`.execute(setup.context.db)
  await sql`delete from alarms`.execute(setup.context.db)
  await sql`delete from leases where name = 'servers'`.execute(setup.context.db)
})

const monitorOf = (name: string, holder = `${name}-start`): Monitor =>
  createMonitor({ context: setup.context, name, holder, logFolder: undefined })
const list = async () => (await call('GET', '/status/server')).body.serverList as Server[]
const find = async (id: string) => (await call('GET', `/status/server/${encodeURIComponent(id)}`)).body as unknown as Server
const alarmsOf = async (id: string) =>
  (await call('POST', `/history/alarm/server/${encodeURIComponent(id)}/search`, { order: { column: 'type', dir: 'asc' } })).body
    .data as unknown as Alarm[]

const [GB, busy] = [2 ** 30, { used: 1, total: 4 }]
/** A heartbeat with these numbers. */
function report(id: string, more: Partial<ServerReport['details']> = {}): ServerReport {
  return {
    id,
    name: id,
    type: 'esl',
    reporter: `${id}-start`,
    state: null,
    startedAt: setup.clock.now(),
    details: {
      ...nothingTold,
      version: '1',
      ramUsage: { used: busy.used * GB, total: busy.total * GB },
      diskUsage: { used: busy.used * GB, total: busy.total * GB },
      diskPath: '/data',
      serviceStatusList: [{ name: 'engine', status: 'OK', detail: null }],
      networkInformation: { hostName: hostname(), addresses: [], ports: [] },
      ...more,
    },
  }
}

describe('a heartbeat', () => {
  test('tells what the machine and the parts of the process really are', async () => {
    const monitor = monitorOf('north')
    await monitor.beat()
    expect(await find('north')).toMatchObject({ state: 'STARTUP', status: 'NORMAL' })
    monitor.listens('http', 3000)
    monitor.add('api', async () => '1 ms')
    monitor.started()
    await monitor.beat()
    const server = await find('north')
    expect(server).toMatchObject({
      id: 'north',
      name: 'north',
      type: 'esl',
      status: 'NORMAL',
      state: null,
      version: '0.1.0',
      roles: ['api', 'engine', 'worker', 'bridge'],
      serviceStatusList: [
        { name: 'database', status: 'OK', detail: expect.stringMatching(/^\d+ ms$/) },
        { name: 'api', status: 'OK', detail: '1 ms' },
      ],
      networkInformation: { hostName: hostname(), ports: [{ name: 'http', port: 3000 }] },
      reportTime: setup.clock.now().getTime() / 1000,
      diskPath: setup.context.config.dataFolder,
    })
    expect(server.ramUsage!.total).toBeLessThanOrEqual(totalmem())
    for (const { used, total } of [server.ramUsage!, server.diskUsage!]) {
      expect(used).toBeGreaterThan(0)
      expect(used).toBeLessThan(total)
    }
    expect(server.processMemory).toBeGreaterThan(10_000_000)
  })

  test('tells how the background jobs of the process have run; a broker has none', async () => {
    const { context } = setup
    const loop = context.jobs.start({
      name: 'rollouts',
      everyMs: 3_600_000,
      retryMs: 3_600_000,
      work: async () => {
        throw new Error('no gateway answers')
      },
    })
    await loop.settle()
    await monitorOf('north').beat()
    const at = setup.clock.now().getTime() / 1000
    const { status, body } = await call('GET', '/status/server/north/jobs')
    expect({ status, ...body }).toMatchObject({ status: 200, reportTime: at })
    expect(body.jobList).toContainEqual({
      name: 'rollouts',
      running: false,
      runs: 1,
      failures: 1,
      lastRunAt: at,
      lastDurationMs: expect.any(Number),
      lastFailureAt: at,
      lastFailure: 'no gateway answers',
      nextRunAt: at + 3600,
    })
    await loop.stop()
    // The list says nothing of them: it is asked for often.
    expect(JSON.stringify(await list())).not.toContain('rollouts')
    await takeReport(context, { ...report('broker'), type: 'proxy' })
    expect((await call('GET', '/status/server/broker/jobs')).body.jobList).toEqual([])
    expect((await call('GET', '/status/server/nowhere/jobs')).status).toBe(404)
  })

  test('finds a part that does not work, and when it works again', async () => {
    const monitor = monitorOf('north')
    let broken = true
    monitor.add('engine', async () => {
      if (broken) throw new Error('does not renew its lease')
      return null
    })
    monitor.started()
    await monitor.beat()
    await monitor.beat()
    expect(await find('north')).toMatchObject({ status: 'ALARM', state: null })
    expect((await find('north')).serviceStatusList).toContainEqual({ name: 'engine', status: 'NG', detail: 'does not renew its lease' })
    expect(await alarmsOf('north')).toMatchObject([
      {
        type: 'SERVER STATUS ABNORMAL',
        class: 2,
        location: 'SYSTEM',
        subject: 'north',
        repeats: 0,
        clearedAt: null,
        data: { conditions: ['service:engine'] },
      },
    ])
    broken = false
    setup.clock.advance(15)
    await monitor.beat()
    expect(await find('north')).toMatchObject({ status: 'NORMAL' })
    expect(await alarmsOf('north')).toMatchObject([{ clearedAt: setup.clock.now().getTime() / 1000 }])
  })

  test('does not hold up a process that ends: what is being tried is not waited for', async () => {
    const monitor = monitorOf('north')
    monitor.add('worker', () => new Promise(() => undefined))
    const began = Date.now()
    const beat = monitor.beat()
    monitor.end()
    await beat
    await monitor.goodbye()
    expect(Date.now() - began).toBeLessThan(4000)
    expect(await list()).toEqual([])
  })

  test('finds a part that does not answer', async () => {
    const monitor = monitorOf('north')
    monitor.add('worker', () => new Promise(() => undefined))
    await monitor.beat()
    expect((await find('north')).serviceStatusList).toContainEqual({ name: 'worker', status: 'NG', detail: 'no answer within 5 s' })
  })

  test('lists the embedded broker with its clients, and notices when it is gone', async () => {
    const { log } = setup.context
    const embedded = await startEmbeddedBroker({ port: 0, host: '127.0.0.1', log, authenticate: async () => undefined })
    const { url, username, password } = embedded
    const connection = await connectBroker({ url, username, password, clientId: 'test', log })
    const monitor = monitorOf('north')
    monitor.broker(connection, { url, embedded })
    await monitor.beat()
    expect(await find('mqtt:north')).toMatchObject({ type: 'proxy', status: 'NORMAL', broker: { embedded: true, clients: 1 } })
    await embedded.stop()
    await expect.poll(() => connection.connected()).toBe(false)
    setup.clock.advance(50)
    await monitor.beat()
    expect(await find('north')).toMatchObject({ status: 'ALARM' })
    expect((await find('north')).serviceStatusList).toContainEqual({ name: 'broker', status: 'NG', detail: 'no connection' })
    expect(await find('mqtt:north')).toMatchObject({ status: 'OFFLINE' })
    await connection.close()
  })
})

describe('a server that falls silent', () => {
  test('is OFFLINE after 45 s, raises one critical alarm, and is NORMAL again with its next heartbeat', async () => {
    const watcher = monitorOf('south')
    await takeReport(setup.context, report('north'))
    setup.clock.advance(45)
    expect(await find('north')).toMatchObject({ status: 'NORMAL' })
    setup.clock.advance(1)
    // Readers need not wait for the watch.
    expect(await find('north')).toMatchObject({ status: 'OFFLINE', state: 'UNKNOWN' })
    expect(await alarmsOf('north')).toEqual([])
    expect(await watcher.watch()).toEqual(['north'])
    expect(await watcher.watch()).toEqual([])
    expect(await alarmsOf('north')).toMatchObject([
      { type: 'SERVER STATUS ABNORMAL', class: 3, repeats: 0, data: { name: 'north', state: 'UNKNOWN' } },
    ])
    await takeReport(setup.context, report('north'))
    expect(await find('north')).toMatchObject({ status: 'NORMAL', state: null })
    expect(await alarmsOf('north')).toMatchObject([{ clearedAt: setup.clock.now().getTime() / 1000 }])
  })

  test('is told to consoles at once', async () => {
    const heard = vi.fn()
    const end = setup.context.signals.on('changed', heard)
    await takeReport(setup.context, report('north'))
    await takeReport(setup.context, report('north'))
    expect(heard.mock.calls).toEqual([[{ storeCode: 'SYSTEM', changes: ['servers', 'alarms'] }]])
    setup.clock.advance(46)
    const watcher = monitorOf('south')
    setup.clock.advance(46)
    heard.mockClear()
    await watcher.watch()
    expect(heard).toHaveBeenCalledWith({ storeCode: 'SYSTEM', changes: ['servers', 'alarms'] })
    end()
  })

  test('is judged by one process at a time, and not by one that has just come', async () => {
    const [first, second] = [monitorOf('first'), monitorOf('second')]
    setup.clock.advance(60)
    expect(await first.watch()).toEqual([])
    await takeReport(setup.context, report('north'))
    setup.clock.advance(46)
    expect(await second.watch()).toEqual([])
    expect(await find('north')).toMatchObject({ status: 'OFFLINE' })
    // The one that watches dies; its lease runs out.
    await sql`update leases set expires_at = now() - interval '1 second' where name = 'servers'`.execute(setup.context.db)
    const late = monitorOf('late')
    expect(await late.watch()).toEqual([])
    await late.goodbye()
    expect(await second.watch()).toEqual(['north'])
  })

  test('was stopped in order: DOWN at once, a warning only if it does not come back', async () => {
    const monitor = monitorOf('north')
    await monitor.beat()
    await monitor.goodbye()
    expect(await find('north')).toMatchObject({ status: 'OFFLINE', state: 'DOWN' })
    const watcher = monitorOf('south')
    setup.clock.advance(20)
    const again = monitorOf('north', 'another start')
    again.started()
    await again.beat()
    expect(await find('north')).toMatchObject({ status: 'NORMAL', state: null })
    // The goodbye of the start before comes too late.
    await monitor.goodbye()
    expect(await find('north')).toMatchObject({ status: 'NORMAL' })
    expect(await alarmsOf('north')).toEqual([])
    await again.goodbye()
    setup.clock.advance(46)
    expect(await watcher.watch()).toEqual(['north'])
    expect(await alarmsOf('north')).toMatchObject([{ class: 2, data: { state: 'DOWN' } }])
  })
})

describe('memory and disk', () => {
  test('raise an alarm each from 90 % on and clear it below 87 %', async () => {
    const beat = async (memory: number, disk: number) => {
      setup.clock.advance(15)
      const usage = (percent: number) => ({ used: percent * GB, total: 100 * GB })
      await takeReport(setup.context, report('north', { ramUsage: usage(memory), diskUsage: usage(disk) }))
      return (await alarmsOf('north'))
        .filter((alarm) => alarm.clearedAt === null)
        .map((alarm) => `${alarm.type} ${String(alarm.data.percent)}`)
    }
    expect(await beat(89, 89)).toEqual([])
    expect(await find('north')).toMatchObject({ status: 'NORMAL' })
    expect(await beat(91, 92)).toEqual(['DISK USAGE ABNORMAL 92', 'MEMORY USAGE ABNORMAL 91'])
    expect(await find('north')).toMatchObject({ status: 'ALARM' })
    expect(await beat(88, 86)).toEqual(['MEMORY USAGE ABNORMAL 91'])
    expect(await beat(86, 86)).toEqual([])
    expect(await find('north')).toMatchObject({ status: 'NORMAL' })
    expect(await alarmsOf('north')).toHaveLength(2)
  })

  test('the disk of a server that vanished is still full', async () => {
    const watcher = monitorOf('south')
    await takeReport(setup.context, report('north', { diskUsage: { used: 99, total: 100 } }))
    setup.clock.advance(46)
    await watcher.watch()
    expect((await alarmsOf('north')).map((alarm) => [alarm.type, alarm.clearedAt])).toEqual([
      ['DISK USAGE ABNORMAL', null],
      ['SERVER STATUS ABNORMAL', null],
    ])
  })
})

describe('taking a server off the list', () => {
  test('is refused while it reports, and done when it is gone: its minutes go, its alarms end', async () => {
    await takeReport(setup.context, report('north', { diskUsage: { used: 99, total: 100 } }))
    expect(await call('DELETE', '/status/server/north')).toMatchObject({ status: 409, body: { code: 'server-reports' } })
    setup.clock.advance(46)
    expect(await call('DELETE', '/status/server/north')).toMatchObject({ status: 200, body: { id: 'north' } })
    expect(await list()).toEqual([])
    expect(await call('GET', '/status/server/north')).toMatchObject({ status: 404 })
    expect(await call('GET', '/system/status/server/north')).toMatchObject({ status: 404 })
    expect((await alarmsOf('north')).map((alarm) => alarm.clearedAt)).toEqual([setup.clock.now().getTime() / 1000])
    expect(await sql`select 1 from server_samples`.execute(setup.context.db)).toMatchObject({ rows: [] })
    expect(await call('DELETE', '/status/server/north')).toMatchObject({ status: 404 })
    await takeReport(setup.context, report('north'))
    expect(await list()).toHaveLength(1)
  })
  test('needs server.write; reading needs server.read', async () => {
    await takeReport(setup.context, report('north'))
    setup.clock.advance(46)
    const reader = caller(
      app,
      await seedAccount(setup.context, { email: 'reader@test.example', stores: ['S1'], privileges: ['server.read'] }),
    )
    expect((await reader('GET', '/status/server')).status).toBe(200)
    expect((await reader('DELETE', '/status/server/north')).status).toBe(403)
    const other = caller(app, await seedAccount(setup.context, { email: 'other@test.example', privileges: ['tag.read'] }))
    expect((await other('GET', '/status/server')).status).toBe(403)
    expect((await other('GET', '/version')).body).toMatchObject({ version: '0.1.0' })
  })
})

describe('the history', () => {
  const history = async (query = '') => (await call('GET', `/system/status/server/north${query}`)).body
  test('has one sample a minute of the last 24 hours', async () => {
    // To the beginning of a minute, so that four heartbeats fall into it.
    setup.clock.advance(60 - ((setup.clock.now().getTime() / 1000) % 60))
    for (let beat = 0; beat < 8; beat++) {
      await takeReport(setup.context, report('north', { ramUsage: { used: 10 + beat, total: 100 }, load: { minute: 0.5, cores: 2 } }))
      setup.clock.advance(15)
    }
    const start = setup.clock.now().getTime() / 1000 - 120
    expect((await history()).data).toEqual([
      { time: start, memory: { percent: 10 }, disk: [{ path: '/data', percent: 25 }], load: 0.5, connections: null, size: null },
      { time: start + 60, memory: { percent: 14 }, disk: [{ path: '/data', percent: 25 }], load: 0.5, connections: null, size: null },
    ])
    setup.clock.advance(86_400 - 60)
    await signIn()
    const { data, end } = await history()
    expect(data.map((sample) => sample.time)).toEqual([start + 60])
    expect(end).toBe(setup.clock.now().getTime() / 1000)
    expect((await history(`?start=${start}&end=${start + 30}`)).data).toHaveLength(1)
  })
  test.each([
    ['?start=10&end=9', 'start: must not be after end'],
    ['?start=0&end=86401', 'start: must be at most 24 hours before end'],
    ['?start=yesterday', 'start: must be epoch seconds'],
    ["?end=1';--", 'end: must be epoch seconds'],
  ])('refuses the range %s', async (query, message) => {
    await takeReport(setup.context, report('north'))
    expect(await call('GET', `/system/status/server/north${query}`)).toMatchObject({ status: 400, body: { message } })
  })
  test('is dropped after seven days, a day at a time', async () => {
    const { db } = setup.context
    await takeReport(setup.context, report('north'))
    const storedSamples = async () => (await sql<{ n: number }>`select count(*)::int as n from server_samples`.execute(db)).rows[0]?.n
    setup.clock.advance(7 * 86_400)
    await preparePartitions(db, setup.clock.now())
    await dropOldSamples(setup.context)
    expect(await storedSamples()).toBe(1)
    setup.clock.advance(86_400)
    await dropOldSamples(setup.context)
    expect(await storedSamples()).toBe(0)
  })
})

describe('the database', () => {
  test('is observed by the process that watches', async () => {
    await monitorOf('north').watch()
    expect(await list()).toMatchObject([
      {
        id: 'db:main',
        type: 'database',
        status: 'NORMAL',
        state: null,
        version: expect.stringMatching(/^1[58]\./),
        database: { role: 'primary' },
      },
    ])
    expect((await list())[0]!.database!.size).toBeGreaterThan(1_000_000)
  })

  test('with a replica lists it too, and finds it DOWN when it is gone', async (context) => {
    const database = inject('testDatabase')
    if (database.kind !== 'postgres') return context.skip('the embedded database has no replicas')
    const replica = await startReplica(database.url, 'standby1')
    const watcher = monitorOf('south')
    const observe = async () => {
      for (const one of await observeDatabase(setup.context.db, { url: database.url, reporter: 'test', hostName: 'here' }))
        await takeReport(setup.context, one)
    }
    await vi.waitFor(
      async () => {
        await observe()
        expect(await find('db:standby1@local')).toMatchObject({ status: 'NORMAL', state: null, database: { lag: expect.any(Number) } })
      },
      { timeout: 60_000, interval: 300 },
    )
    expect(await find('db:standby1@local')).toMatchObject({
      database: { role: 'replica' },
      serviceStatusList: [{ name: 'replication', status: 'OK', detail: 'streaming' }],
    })
    const main = await find('db:main')
    expect(main.database!.connections).toBeGreaterThan(0)
    expect(main.database!.maxConnections).toBe(200)
    await replica!.stop()
    setup.clock.advance(46)
    await observe()
    expect(await find('db:main')).toMatchObject({ status: 'NORMAL' })
    await watcher.watch()
    expect(await find('db:standby1@local')).toMatchObject({ status: 'OFFLINE', state: 'DOWN' })
    expect(await alarmsOf('db:standby1@local')).toMatchObject([{ type: 'SERVER STATUS ABNORMAL', class: 2, data: { state: 'DOWN' } }])
  })
})

describe('log files', () => {
  test('are found on this machine, newest first; those of another host are named with it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'endcap-logs-'))
    const [own, empty] = [join(folder, 'own'), join(folder, 'empty')]
    for (const path of [own, empty]) mkdirSync(path)
    for (const name of ['server.2.log', 'server.log', 'server.1.log', 'endcap.lock', 'server.log.bak']) writeFileSync(join(own, name), 'x')
    const { context } = setup
    await takeReport(context, report('north', { logFolder: own }))
    expect(await serverLogFiles(context, 'north')).toEqual(['server.log', 'server.1.log', 'server.2.log'].map((name) => join(own, name)))
    // Also of one that is gone: that is when they are wanted.
    setup.clock.advance(100)
    expect(await serverLogFiles(context, 'north')).toHaveLength(3)

    const network = { hostName: 'north.example', addresses: [], ports: [] }
    await takeReport(context, report('north', { logFolder: own, networkInformation: network }))
    await expect(serverLogFiles(context, 'north')).rejects.toMatchObject({
      status: 409,
      answer: { code: 'server-on-other-host', message: `Server north runs on north.example: its log files are there, in ${own}.` },
    })
    await takeReport(context, report('north', { logFolder: empty }))
    await expect(serverLogFiles(context, 'north')).rejects.toMatchObject({ status: 404 })
    await takeReport(context, report('north'))
    await expect(serverLogFiles(context, 'north')).rejects.toMatchObject({ answer: { code: 'server-without-log' } })
    await takeReport(context, { ...report('db:main'), type: 'database' })
    await expect(serverLogFiles(context, 'db:main')).rejects.toMatchObject({ answer: { code: 'server-without-log' } })
    await expect(serverLogFiles(context, 'nobody')).rejects.toMatchObject({ status: 404 })
    expect(JSON.stringify(await list())).not.toContain(own)
    rmSync(folder, { recursive: true })
  })
})
