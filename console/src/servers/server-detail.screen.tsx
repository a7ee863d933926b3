/** /server/detail/{serverId}: what a server is, how it does, its last 24 hours, and its alarms (specification 1 §2). */
import { downloadTypes } from '@endcap/contract/downloads'
import { serverRefreshMs, type Server } from '@endcap/contract/servers'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { usePath } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { useDownload } from '../data/server-download.ts'
import { Detail, Lines } from '../ui/Detail.tsx'
import { Fact } from '../ui/Fact.tsx'
import { formatBytes, formatTime } from '../ui/format.ts'
import { State } from '../ui/state.tsx'
import { figuresOf, kindOfServer, stateWord } from './parts.tsx'
import { RemoveServer } from './remove.modal.tsx'
import { ServerAlarms } from './server-alarms.tsx'
import { ServerJobs } from './server-jobs.tsx'
import { ServerCharts } from './server-charts.tsx'
import { clsx } from 'clsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import panelStyles from '../ui/Panel.module.css'

const logOf = (serverId: string) => ({ type: downloadTypes.serverLog, storeCode: '', filter: { serverId } })

export function ServerDetailScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { serverId } = usePath('serverId')
  const query = useQuery({
    queryKey: ['servers', '', 'detail', serverId],
    queryFn: ({ signal }) => api.servers.detail({ params: { serverId } }, { signal }),
    refetchInterval: serverRefreshMs,
  })
  return (
    <Detail
      area="servers"
      query={query}
      heading={<h1>{serverId}</h1>}
      list={paths.servers}
      head={(server) => (
        <>
          <h1>{server.name}</h1>
          <span className={pageHeadStyles.sub}>{t(`servers.type.${server.type}`)}</span>
          <State state={server.status} />
          <span className={helpers.grow} />
          <Actions server={server} />
        </>
      )}
      overview={(server) => (
        <>
          <Facts server={server} />
          <ServerCharts server={server} />
          <div className={clsx(panelStyles.panels, panelStyles.halves)}>
            <Services server={server} />
            <Network server={server} />
          </div>
        </>
      )}
      more={(server) => (server.type === 'esl' ? [{ name: 'jobs', label: t('jobs.title'), content: <ServerJobs server={server} /> }] : [])}
      alarms={(server, tabs) => <ServerAlarms server={server} tabs={tabs} />}
    />
  )
}

function Actions({ server }: { server: Server }) {
  const { t } = useTranslation()
  const can = useCan()
  const navigate = useNavigate()
  const download = useDownload()
  const [removing, setRemoving] = useState(false)
  return (
    <>
      {server.type === 'esl' && (
        <Button onClick={() => download(logOf(server.id), t('downloads.file.serverLog', { name: server.name }))}>
          <IconDownload size={15} stroke={1.7} />
          {t('servers.downloadLog')}
        </Button>
      )}
      {server.status === 'OFFLINE' && can('server.write') && (
        <Button onClick={() => setRemoving(true)}>
          <IconTrash size={15} stroke={1.7} />
          {t('servers.remove')}
        </Button>
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
}

function Facts({ server }: { server: Server }) {
  const { t } = useTranslation()
  const { id, name, type, startedAt, reportTime, version, processMemory } = server
  // What else there is to tell of a database or broker stands on the charts.
  const figures = server.database?.role === 'replica' ? figuresOf(server, t) : []
  return (
    <dl className={panelStyles.factRow}>
      {id !== name && (
        <Fact name={t('servers.field.id')}>
          <span className={helpers.mono}>{id}</span>
        </Fact>
      )}
      <Fact name={t('servers.field.state')}>{stateWord(server, t)}</Fact>
      <Fact name={t(type === 'esl' ? 'servers.field.roles' : 'servers.field.version')}>{kindOfServer(server, t)}</Fact>
      {type === 'esl' && <Fact name={t('servers.field.version')}>{version}</Fact>}
      {figures.map(([label, value]) => (
        <Fact key={label} name={label}>
          {value}
        </Fact>
      ))}
      <Fact name={t('servers.field.startedAt')}>{formatTime(startedAt)}</Fact>
      <Fact name={t('servers.field.reportTime')}>{formatTime(reportTime)}</Fact>
      {processMemory !== null && <Fact name={t('servers.field.processMemory')}>{formatBytes(processMemory)}</Fact>}
    </dl>
  )
}

function Services({ server: { serviceStatusList, status } }: { server: Server }) {
  const { t } = useTranslation()
  // What a server that is gone last said of its parts says nothing of now.
  const gone = status === 'OFFLINE'
  return (
    <Lines title={t('servers.services')}>
      {serviceStatusList.map(({ name, status: service, detail }) => (
        <li key={name}>
          <span>{t(`servers.service.${name}`)}</span>
          {gone ? <State state="UNKNOWN" /> : <State state={service} label={t(`servers.serviceState.${service}`)} />}
          <small>{!gone && detail}</small>
        </li>
      ))}
    </Lines>
  )
}

function Network({ server: { networkInformation } }: { server: Server }) {
  const { t } = useTranslation()
  const { hostName, addresses, ports } = networkInformation
  return (
    <Lines title={t('servers.network')}>
      <li>
        <span>{t('servers.field.host')}</span>
        <span className={helpers.mono}>{hostName}</span>
      </li>
      {ports.map(({ name, port }) => (
        <li key={name}>
          <span>{t(`servers.portName.${name}`)}</span>
          <span className={helpers.mono}>{t('servers.port', { port })}</span>
        </li>
      ))}
      {addresses.map(({ name, address, mac }) => (
        <li key={address}>
          <span>{name}</span>
          <span className={helpers.mono}>{address}</span>
          <small className={helpers.mono}>{mac}</small>
        </li>
      ))}
    </Lines>
  )
}
