/** What the database says of itself and of its replicas. */
import type { ServerState } from '@endcap/contract/servers'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { nothingReported, type ServerReport } from './servers.queries.ts'

export const databaseId = 'db:main'

interface Facts {
  version: string
  recovering: boolean
  startedAt: Date
  connections: number
  maxConnections: number
  size: string
}
interface Replica {
  application: string
  address: string | null
  /** Of the sender: startup, catchup, streaming, stopping; null to who may not see it. */
  phase: string | null
  lag: string | null
  since: Date | null
}

/**
 * PostgreSQL's phases of a replica as the specification's states (1 §3, docs/servers.md). A replica that streams has none.
 * ARBITER, ROLLBACK and REMOVED have no counterpart in PostgreSQL and never come.
 */
export function replicaState(phase: string | null): ServerState | null {
  switch (phase) {
    case 'streaming':
      return null
    case 'startup':
      return 'STARTUP2'
    case 'catchup':
      return 'RECOVERING'
    case 'stopping':
      return 'DOWN'
    default:
      return 'UNKNOWN'
  }
}

const ok = (name: 'database' | 'replication', detail: string | null) => ({ name, status: 'OK' as const, detail })

/** `url`: undefined for the embedded one, whose machine is that of the process that started it. */
export async function observeDatabase(
  db: Db,
  from: { url: string | undefined; reporter: string; hostName: string },
): Promise<ServerReport[]> {
  const { url, reporter, hostName } = from
  const began = performance.now()
  const facts = await sql<Facts>`select split_part(version(), ' ', 2) as version, pg_is_in_recovery() as recovering,
    pg_postmaster_start_time() as "startedAt", (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
    current_setting('max_connections')::int as "maxConnections", pg_database_size(current_database())::text as size`.execute(db)
  const took = Math.round(performance.now() - began)
  const row = facts.rows[0]!
  const place = url === undefined ? { hostName, port: undefined, name: 'postgresql (embedded)' } : placeOf(url)
  const main: ServerReport = {
    id: databaseId,
    type: 'database',
    name: place.name,
    reporter,
    state: null,
    startedAt: row.startedAt,
    details: {
      ...nothingReported,
      version: row.version,
      serviceStatusList: [ok('database', `${took} ms`)],
      networkInformation: {
        hostName: place.hostName,
        addresses: [],
        ports: place.port === undefined ? [] : [{ name: 'database', port: place.port }],
      },
      database: {
        embedded: url === undefined,
        role: row.recovering ? 'replica' : 'primary',
        // The embedded one has its own socket before it and counts no connections.
        connections: url === undefined ? null : row.connections,
        maxConnections: url === undefined ? null : row.maxConnections,
        size: Number(row.size),
        lag: null,
      },
    },
  }
  return url === undefined ? [main] : [main, ...(await observeReplicas(db, { ...main, version: row.version }))]
}

/** Physical replicas that are connected to this primary; base backups and logical subscribers are none. */
async function observeReplicas(db: Db, main: ServerReport & { version: string }): Promise<ServerReport[]> {
  const found = await sql<Replica>`select r.application_name as application, host(r.client_addr) as address, r.state as phase,
      case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), r.replay_lsn)::bigint::text end as lag, r.backend_start as since
    from pg_stat_replication r left join pg_replication_slots s on s.active_pid = r.pid
    where r.state is distinct from 'backup' and coalesce(s.slot_type, 'physical') = 'physical'
    order by 1, 2`.execute(db)
  return found.rows.map(({ application, address, phase, lag, since }): ServerReport => {
    const state = replicaState(phase)
    return {
      id: `db:${application || 'replica'}@${address ?? 'local'}`,
      type: 'database',
      name: application || 'replica',
      reporter: main.reporter,
      state,
      startedAt: since,
      details: {
        ...nothingReported,
        version: main.version,
        serviceStatusList: [{ ...ok('replication', phase), status: state === 'DOWN' ? 'NG' : 'OK' }],
        networkInformation: { hostName: address ?? main.details.networkInformation.hostName, addresses: [], ports: [] },
        database: {
          embedded: false,
          role: 'replica',
          connections: null,
          maxConnections: null,
          size: null,
          lag: lag === null ? null : Number(lag),
        },
      },
    }
  })
}

/** Host, port and database of an address, without its user and password. */
function placeOf(url: string): { hostName: string; port: number; name: string } {
  const { hostname, port, pathname, searchParams } = new URL(url)
  const socket = searchParams.get('host')
  const place = { hostName: socket ?? hostname, port: Number(port || 5432) }
  return { ...place, name: `${socket === null ? `${hostname}:${place.port}` : 'postgresql'}${decodeURIComponent(pathname)}` }
}
