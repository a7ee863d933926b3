/** /server/detail/{serverId}: what a server is, how it does, its last 24 hours, and its alarms (specification 1 §2). */
import { downloadTypes } from '@endcap/contract/downloads'
import { serverRefreshMs, type Server } from '@endcap/contract/servers'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../theme/servers.css'
import { paths } from '../app/paths.ts'
import { errorText, useApi, useCan } from '../app/services.ts'
import { useDownload } from '../downloads/server-download.ts'
import { formatBytes, formatTime } from '../ui/format.ts'
import { Glyph, State } from '../ui/state.tsx'
import { figuresOf, kindOfServer, stateWord } from './parts.tsx'
import { RemoveServer } from './remove.modal.tsx'
import { ServerAlarms } from './server-alarms.tsx'
import { ServerCharts } from './server-charts.tsx'

const tabs = ['overview', 'alarms'] as const
const logOf = (serverId: string) => ({ type: downloadTypes.serverLog, storeCode: '', filter: { serverId } })

export function ServerDetailScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const navigate = useNavigate()
  const { serverId } = useParams({ strict: false }) as { serverId: string }
  const search = useSearch({ strict: false }) as { tab?: string }
  const tab = tabs.find((one) => one === search.tab) ?? 'overview'
  const [removing, setRemoving] = useState(false)
  const download = useDownload()
  const query = useQuery({
    queryKey: ['servers', '', 'detail', serverId],
    queryFn: ({ signal }) => api.servers.detail({ params: { serverId } }, { signal }),
    refetchInterval: serverRefreshMs,
  })
  const server = query.data
  const problem = query.isError && (
    <div className="msg" role="alert" style={{ marginTop: 12 }}>
      <span className="grow">{errorText(query.error, t)}</span>
      <button type="button" className="btn" onClick={() => void query.refetch()}>
        {t('common.retry')}
      </button>
      <Link className="btn" to={paths.servers} search={{}} style={{ textDecoration: 'none' }}>
        {t('servers.toList')}
      </Link>
    </div>
  )
  if (server === undefined)
    return (
      <div className="scroll">
        <div className="ph">
          <h1>{serverId}</h1>
        </div>
        {problem}
        {!query.isError && (
          <div className="server-charts" aria-busy="true" style={{ paddingTop: 16 }}>
            {[1, 2, 3].map((place) => (
              <div key={place} className="panel server wait" style={{ height: 250 }} />
            ))}
          </div>
        )}
      </div>
    )

  const removable = server.status === 'OFFLINE' && can('server.write')
  const actions = (
    <>
      {server.type === 'esl' && (
        <button
          type="button"
          className="btn"
          onClick={() => download(logOf(server.id), t('downloads.file.serverLog', { name: server.name }))}
        >
          <IconDownload size={15} stroke={1.7} />
          {t('servers.downloadLog')}
        </button>
      )}
      {removable && (
        <button type="button" className="btn" onClick={() => setRemoving(true)}>
          <IconTrash size={15} stroke={1.7} />
          {t('servers.remove')}
        </button>
      )}
      {removing && (
        <RemoveServer
          server={server}
          onClose={(removed) => {
            setRemoving(false)
            if (removed) void navigate({ to: paths.servers, search: {} })
          }}
        />
      )}
    </>
  )
  const bar = (
    <div className="tabs" role="group" aria-label={t('servers.parts')}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === tab}
          onClick={() => void navigate({ to: '.', search: one === 'overview' ? {} : { tab: one }, replace: true })}
        >
          {t(`servers.${one}`)}
        </button>
      ))}
    </div>
  )
  if (tab === 'alarms') return <ServerAlarms server={server} tabs={bar} />
  return (
    <div className="scroll">
      <div className="ph">
        <h1>{server.name}</h1>
        <span className="sub">{t(`servers.type.${server.type}`)}</span>
        <State state={server.status} />
        <span className="grow" />
        {actions}
      </div>
      {bar}
      {problem}
      <Facts server={server} />
      <ServerCharts server={server} />
      <div className="server-halves">
        <Services server={server} />
        <Network server={server} />
      </div>
    </div>
  )
}

function Facts({ server }: { server: Server }) {
  const { t } = useTranslation()
  const { id, name, type, startedAt, reportTime, version, processMemory } = server
  const facts: [string, ReactNode][] = [
    ...(id === name
      ? []
      : [
          [
            t('servers.field.id'),
            <span key="id" className="mono">
              {id}
            </span>,
          ] satisfies [string, ReactNode],
        ]),
    [t('servers.field.state'), stateWord(server, t)],
    [t(type === 'esl' ? 'servers.field.roles' : 'servers.field.version'), kindOfServer(server, t)],
    ...(type === 'esl' ? [[t('servers.field.version'), version] satisfies [string, ReactNode]] : []),
    // What else there is to tell of a database or broker stands on the charts.
    ...(server.database?.role === 'replica' ? figuresOf(server, t) : []),
    [t('servers.field.startedAt'), formatTime(startedAt)],
    [t('servers.field.reportTime'), formatTime(reportTime)],
    ...(processMemory === null ? [] : [[t('servers.field.processMemory'), formatBytes(processMemory)] satisfies [string, ReactNode]]),
  ]
  return (
    <dl className="fact-row">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Services({ server: { serviceStatusList, status } }: { server: Server }) {
  const { t } = useTranslation()
  return (
    <section className="panel" aria-label={t('servers.services')}>
      <h2>{t('servers.services')}</h2>
      <ul className="plain">
        {serviceStatusList.map(({ name, status: service, detail }) => {
          // What a server that is gone last said of its parts says nothing of now.
          const kind = status === 'OFFLINE' ? 'idle' : service === 'OK' ? 'ok' : 'bad'
          return (
            <li key={name}>
              <span>{t(`servers.service.${name}`)}</span>
              <span className={`s ${kind}`}>
                <Glyph kind={kind} />
                {status === 'OFFLINE' ? t('state.UNKNOWN') : t(`servers.serviceState.${service}`)}
              </span>
              <small>{status === 'OFFLINE' ? '' : detail}</small>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Network({ server: { networkInformation } }: { server: Server }) {
  const { t } = useTranslation()
  const { hostName, addresses, ports } = networkInformation
  return (
    <section className="panel" aria-label={t('servers.network')}>
      <h2>{t('servers.network')}</h2>
      <ul className="plain">
        <li>
          <span>{t('servers.field.host')}</span>
          <span className="mono">{hostName}</span>
        </li>
        {ports.map(({ name, port }) => (
          <li key={name}>
            <span>{t(`servers.portName.${name}`)}</span>
            <span className="mono">{t('servers.port', { port })}</span>
          </li>
        ))}
        {addresses.map(({ name, address, mac }) => (
          <li key={address}>
            <span>{name}</span>
            <span className="mono">{address}</span>
            <small className="mono">{mac}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
