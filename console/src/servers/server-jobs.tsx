/** The background jobs of one server process: how each ran last, and when it runs next. */
import type { JobReport } from '@endcap/contract/jobs'
import { heartbeatSeconds, type Server } from '@endcap/contract/servers'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { countColumn, stateColumn, timeColumn } from '../table/columns.tsx'
import { LocalTable } from '../table/LocalTable.tsx'
import type { Column } from '../table/spec.ts'
import { formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import type { StateKind } from '../ui/state.tsx'
import styles from './server-jobs.module.css'

type JobState = 'running' | 'ok' | 'failed' | 'never'
const kinds: Record<JobState, StateKind> = { running: 'info', ok: 'ok', failed: 'bad', never: 'idle' }

/** A row: the job in words, as it is ordered by. */
type Row = Omit<JobReport, 'name'> & { id: JobReport['name']; name: string; state: JobState }

function stateOf({ running, lastRunAt, lastFailureAt }: JobReport): JobState {
  // A failure is noted with the time at which its run began: one as late as the last run is that run's.
  if (lastRunAt !== null && lastFailureAt === lastRunAt) return 'failed'
  if (running) return 'running'
  return lastRunAt === null ? 'never' : 'ok'
}

const duration = (ms: number | null, t: TFunction) =>
  ms === null ? '–' : ms < 1000 ? t('jobs.ms', { ms }) : t('jobs.s', { s: (ms / 1000).toFixed(1) })

function columnsOf(t: TFunction): Column<Row>[] {
  return [
    { field: 'name', width: 236 },
    stateColumn('state', 124, ({ state }) => ({ state: '', kind: kinds[state], label: t(`jobs.state.${state}`) })),
    timeColumn('lastRunAt', 166),
    { field: 'lastDurationMs', width: 90, numeric: true, cell: ({ lastDurationMs }) => duration(lastDurationMs, t) },
    timeColumn('nextRunAt', 166),
    countColumn('runs', 96),
    {
      field: 'lastFailureAt',
      width: 330,
      cell: ({ lastFailureAt, lastFailure, failures, runs }) =>
        lastFailureAt === null ? (
          '–'
        ) : (
          <span title={`${lastFailure ?? ''}\n${t('jobs.failures', { count: failures, runs })}`}>
            {formatTime(lastFailureAt)} · {lastFailure}
          </span>
        ),
    },
  ]
}

export function ServerJobs({ server }: { server: Pick<Server, 'id'> }) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['servers', '', 'jobs', server.id],
    queryFn: ({ signal }) => api.servers.jobs({ params: { serverId: server.id } }, { signal }),
    refetchInterval: heartbeatSeconds * 1000,
  })
  const rows = query.data?.jobList
    .map((job): Row => ({ ...job, id: job.name, name: t(`jobs.name.${job.name}`), state: stateOf(job) }))
    .toSorted((one, other) => Number(other.state === 'failed') - Number(one.state === 'failed') || one.name.localeCompare(other.name))
  return (
    <>
      <Problem query={query} />
      {query.data !== undefined && <p className={styles.note}>{t('jobs.note', { time: formatTime(query.data.reportTime) })}</p>}
      {(rows !== undefined || query.error === null) && (
        <LocalTable
          label={t('jobs.title')}
          rows={rows}
          rowId={({ id }) => id}
          columns={columnsOf(t)}
          headingOf={(field) => t(`jobs.column.${field}`)}
          empty={t('jobs.none')}
        />
      )}
    </>
  )
}
