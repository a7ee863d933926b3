/** /server: our processes, databases and message brokers with their status (specification 1 §2). */
import { serverRefreshMs, serverTypes, type Server } from '@endcap/contract/servers'
import { nodeStatuses, type NodeStatus } from '@endcap/contract/vocabulary'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlarmLimits } from './use-limits.ts'
import { paths } from '../app/paths.ts'
import { useRouteSearch } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { formatNumber, formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { kindOf, ShelfStrip, State, stateClass } from '../ui/state.tsx'
import { StatusTabs } from '../ui/StatusTabs.tsx'
import { figuresOf, kindOfServer, stateWord, UsageBar } from './parts.tsx'
import { RemoveServer } from './remove.modal.tsx'
import { clsx } from 'clsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Button } from '../ui/Button.tsx'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import panelStyles from '../ui/Panel.module.css'
import styles from './servers.module.css'

export function ServerListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const navigate = useNavigate()
  const search = useRouteSearch()
  const requested = nodeStatuses.find((one) => one === search.status)
  const [removing, setRemoving] = useState<Server>()
  const query = useQuery({
    queryKey: ['servers', '', 'list'],
    queryFn: ({ signal }) => api.servers.list({}, { signal }),
    refetchInterval: serverRefreshMs,
  })
  const { data: about, isLoading } = useQuery({ queryKey: ['version'], queryFn: () => api.servers.version(), staleTime: Infinity })
  const all = query.data?.serverList
  const shown = all?.filter((server) => requested === undefined || server.status === requested)
  const choose = (status: NodeStatus | undefined) =>
    void navigate({ to: '.', search: status === undefined ? {} : { status }, replace: true })
  return (
    <div className={panelStyles.scroll}>
      <PageHead>
        <h1>{t('servers.title')}</h1>
        <span className={pageHeadStyles.sub}>{all && formatNumber(all.length)}</span>
        <span className={helpers.grow} />
        <span className={clsx(pageHeadStyles.sub, styles.aboutVersion)} aria-busy={isLoading}>
          {about && t('servers.version', { version: about.version })}
        </span>
      </PageHead>
      <ServerTabs servers={all} requested={requested} onChoose={choose} />
      <Problem query={query} />
      {shown === undefined && query.isPending && (
        <div className={panelStyles.panels} aria-busy="true" style={{ paddingTop: 16 }}>
          {[1, 2, 3].map((place) => (
            <div key={place} className={clsx(panelStyles.panel, styles.server, panelStyles.wait, styles.wait)} data-part="wait" />
          ))}
        </div>
      )}
      {serverTypes.map((type) => {
        const ofType = shown?.filter((server) => server.type === type) ?? []
        return (
          ofType.length > 0 && (
            <section key={type} aria-label={t(`servers.group.${type}`)}>
              <h2 className={panelStyles.group}>{t(`servers.group.${type}`)}</h2>
              <div className={panelStyles.panels}>
                {ofType.map((server) => (
                  <ServerCard key={server.id} server={server} onRemove={() => setRemoving(server)} />
                ))}
              </div>
            </section>
          )
        )
      })}
      {shown?.length === 0 && (
        <div className={tableStyles.empty}>
          <b>{requested === undefined ? t('servers.none') : t('servers.empty', { state: t(`state.${requested}`) })}</b>
          {requested === undefined ? (
            <p>{t('servers.noneHint')}</p>
          ) : (
            <Button onClick={() => choose(undefined)}>{t('servers.showAll')}</Button>
          )}
        </div>
      )}
      {removing !== undefined && <RemoveServer server={removing} onClose={() => setRemoving(undefined)} />}
    </div>
  )
}

function ServerTabs({
  servers,
  requested,
  onChoose,
}: {
  servers: readonly Server[] | undefined
  requested: NodeStatus | undefined
  onChoose: (status: NodeStatus | undefined) => void
}) {
  const { t } = useTranslation()
  const count = (status: NodeStatus) => servers?.filter((server) => server.status === status).length ?? 0
  const parts = nodeStatuses.map((status) => ({ value: status, kind: kindOf(status), count: count(status), name: t(`state.${status}`) }))
  return (
    <>
      <StatusTabs
        label={t('servers.tabs')}
        total={servers?.length}
        tabs={parts}
        chosen={requested ?? ''}
        onChoose={(value) => onChoose(nodeStatuses.find((one) => one === value))}
      />
      <ShelfStrip parts={parts} label={parts.map((part) => `${part.name} ${part.count}`).join(', ')} />
    </>
  )
}

function ServerCard({ server, onRemove }: { server: Server; onRemove: () => void }) {
  const { t } = useTranslation()
  const can = useCan()
  const limits = useAlarmLimits()
  const { id, name, status, ramUsage, diskUsage, serviceStatusList, reportTime } = server
  const broken = serviceStatusList.filter((service) => service.status === 'NG').map((service) => t(`servers.service.${service.name}`))
  const known = status !== 'OFFLINE'
  return (
    <article className={clsx(panelStyles.panel, styles.server)} aria-label={name}>
      <header>
        <Link className={styles.open} data-part="open" to={paths.server(id)} search={{}}>
          {name}
        </Link>
        {id !== name && <small className={helpers.mono}>{id}</small>}
        <span className={helpers.grow} />
        <State state={status} />
        {!known && can('server.write') && (
          <Button look="ghost" icon aria-label={`${t('servers.remove')}: ${name}`} title={t('servers.remove')} onClick={onRemove}>
            <IconTrash size={15} stroke={1.7} />
          </Button>
        )}
      </header>
      <p className={styles.about}>
        {stateWord(server, t)} · {kindOfServer(server, t)}
      </p>
      {known && ramUsage !== null && <UsageBar name={t('servers.memory')} usage={ramUsage} limit={limits.memoryPercent} />}
      {known && diskUsage !== null && <UsageBar name={t('servers.disk')} usage={diskUsage} limit={limits.diskPercent} />}
      {known &&
        figuresOf(server, t).map(([label, value]) => (
          <div key={label} className={styles.figure}>
            <span>{label}</span>
            <b>{value}</b>
          </div>
        ))}
      <footer>
        {!known ? (
          <span>{t('servers.lastReport', { time: formatTime(reportTime) })}</span>
        ) : broken.length > 0 ? (
          <span className={stateClass('alarm')} data-part="state">
            {t('servers.broken', { names: broken.join(', ') })}
          </span>
        ) : (
          <span>{t('servers.works', { count: serviceStatusList.length })}</span>
        )}
      </footer>
    </article>
  )
}
