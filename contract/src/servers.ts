/** The servers of the installation: our own processes, their database and their message broker (specification 1 §2, §3, §7; docs/servers.md). */
import * as z from 'zod'
import { alarmLimits } from './alarm-settings.ts'
import { alarmRow } from './alarms.ts'
import { endpoint } from './endpoint.ts'
import { jobReport } from './jobs.ts'
import { diskUse, epochSeconds, memoryUse, nodeStatus, samples, samplesQuery } from './schemas.ts'
import { tableEndpoint } from './table.ts'

/** Specification 1 §3: `esl` is a process of ours, `database` PostgreSQL, `proxy` the message broker between gateways and processes. */
export const serverTypes = ['esl', 'database', 'proxy'] as const
export type ServerType = (typeof serverTypes)[number]
/** Specification 1 §3: what is out of the ordinary. A server that simply runs has no state. When each applies: docs/servers.md. */
export const serverStates = ['STARTUP', 'RECOVERING', 'STARTUP2', 'UNKNOWN', 'ARBITER', 'DOWN', 'ROLLBACK', 'REMOVED'] as const
export type ServerState = (typeof serverStates)[number]
/** The parts of a process that are watched, each by trying it. */
export const serviceNames = ['api', 'engine', 'worker', 'bridge', 'push', 'broker', 'database', 'replication'] as const
export type ServiceName = (typeof serviceNames)[number]
export const portNames = ['http', 'push', 'mqtt', 'database'] as const
export const serverRoles = ['api', 'engine', 'worker', 'bridge'] as const

/** Seconds between two heartbeats of a process. */
export const heartbeatSeconds = 15
/** A server without heartbeat for longer is OFFLINE: three are missing. */
export const offlineAfterSeconds = 45
/** Share of memory or disk in use from which a server is in ALARM, unless another one is set (/alarm/setting). No specification gives the number (1 §9, "thresholds: not shown"). */
export const usageAlarmPercent = alarmLimits.diskPercent.usual
/** An alarm stays until use is this much lower, so that it does not come and go. */
export const usageAlarmSlack = 3
/** The server screens fetch again this often (specification 1 §9). */
export const serverRefreshMs = 60_000
/** Seconds of history that are shown and that one call answers at most (specification 1 §9). */
export const historyWindowSeconds = 86_400

/** In bytes. */
const usage = z.object({ used: z.int(), total: z.int() })
export type Usage = z.infer<typeof usage>

const serviceStatus = z.object({
  name: z.enum(serviceNames),
  status: z.enum(['OK', 'NG']),
  /** How long the answer took, or why there was none. */
  detail: z.string().nullable(),
})
export type ServiceStatus = z.infer<typeof serviceStatus>

const networkInformation = z.object({
  hostName: z.string(),
  addresses: z.array(z.object({ name: z.string(), address: z.string(), mac: z.string().nullable() })),
  ports: z.array(z.object({ name: z.enum(portNames), port: z.int() })),
})
export type NetworkInformation = z.infer<typeof networkInformation>

export const server = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(serverTypes),
  status: nodeStatus,
  /** Null while it runs as it should. */
  state: z.enum(serverStates).nullable(),
  /** Its last sign of life. */
  reportTime: epochSeconds,
  startedAt: epochSeconds.nullable(),
  version: z.string(),
  /** Of its machine; null where it does not tell. */
  ramUsage: usage.nullable(),
  /** Of the file system that holds its data folder; null where it does not tell. */
  diskUsage: usage.nullable(),
  /** The folder that `diskUsage` is about. */
  diskPath: z.string().nullable(),
  /** Load average of the last minute, and the processors that share it. */
  load: z.object({ minute: z.number(), cores: z.int() }).nullable(),
  /** Bytes this process itself keeps in memory. */
  processMemory: z.int().nullable(),
  /** The parts a process of ours runs. */
  roles: z.array(z.enum(serverRoles)),
  serviceStatusList: z.array(serviceStatus),
  networkInformation,
  /** Of a database only. */
  database: z
    .object({
      embedded: z.boolean(),
      role: z.enum(['primary', 'replica']),
      connections: z.int().nullable(),
      maxConnections: z.int().nullable(),
      /** Bytes. */
      size: z.int().nullable(),
      /** Bytes a replica is behind. */
      lag: z.int().nullable(),
    })
    .nullable(),
  /** Of a message broker only; `clients` is null where it does not tell. */
  broker: z.object({ embedded: z.boolean(), clients: z.int().nullable() }).nullable(),
})
export interface Server extends z.infer<typeof server> {}

/** One minute of a server; shaped like the samples of gateways (specification 1 §3). */
const serverSample = z.object({
  time: epochSeconds,
  memory: memoryUse.nullable(),
  disk: z.array(diskUse),
  load: z.number().nullable(),
  /** Connections of a database, clients of a broker. */
  connections: z.int().nullable(),
  /** Bytes of a database. */
  size: z.int().nullable(),
})
export interface ServerSample extends z.infer<typeof serverSample> {}

/** Specification 2 §3. */
const softwareVersion = z.object({ version: z.string(), updatedAt: epochSeconds.nullable() })

export const servers = {
  list: endpoint('GET', '/status/server', {
    access: 'server.read',
    store: 'none',
    summary: 'All servers: our processes, databases, message brokers.',
    response: z.object({ serverList: z.array(server) }),
  }),
  detail: endpoint('GET', '/status/server/:serverId', {
    access: 'server.read',
    store: 'none',
    summary: 'One server as it last reported.',
    response: server,
  }),
  jobs: endpoint('GET', '/status/server/:serverId/jobs', {
    access: 'server.read',
    store: 'none',
    summary: 'The background jobs of a process of ours, as they stood when it last reported. Databases and brokers have none.',
    response: z.object({ jobList: z.array(jobReport), reportTime: epochSeconds }),
  }),
  remove: endpoint('DELETE', '/status/server/:serverId', {
    access: 'server.write',
    store: 'none',
    summary: 'Takes a server off the list; refused with 409 while it still reports.',
    response: z.object({ id: z.string() }),
  }),
  history: endpoint('GET', '/system/status/server/:serverId', {
    access: 'server.read',
    store: 'none',
    summary: 'What a server reported, a sample a minute, at most 24 hours: the last ones unless `start` and `end` say otherwise.',
    query: samplesQuery,
    response: samples(serverSample),
  }),
  alarmHistory: tableEndpoint('/history/alarm/server/:serverId/search', {
    access: 'server.read',
    store: 'none',
    summary: 'The alarms of a server.',
    row: alarmRow,
    filters: ['type', 'class'],
  }),
  version: endpoint('GET', '/version', {
    access: 'session',
    store: 'none',
    summary:
      'The version of the server that answers, and of the newest upgrade file of each program of the gateways: empty and null without one.',
    response: z.object({ version: z.string(), grm: softwareVersion, gmp: softwareVersion }),
  }),
}
