/** The alarms of one server, newest first. */
import type { Alarm } from '@endcap/contract/alarms'
import { servers, type Server } from '@endcap/contract/servers'
import type { TFunction } from 'i18next'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmColumns, alarmFilters, alarmList } from '../table/alarm-columns.tsx'
import { typesAbout } from '../ui/alarm-words.ts'
import { useApi } from '../app/services.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { State } from '../ui/state.tsx'

/** What was wrong, from the alarm's data: `service:…`, `state:…`, `memory`, `disk`, `offline`. */
function wordsOf({ data }: Alarm, t: TFunction) {
  const { percent, state } = data
  const conditions = Array.isArray(data.conditions) ? data.conditions.filter((one) => typeof one === 'string') : []
  const broken = conditions.filter((one) => one.startsWith('service:')).map((one) => one.slice('service:'.length))
  const words = conditions
    .filter((one) => !one.startsWith('service:'))
    .map((one) => {
      if (one.startsWith('state:')) return t(`servers.state.${one.slice('state:'.length)}`)
      const text = t(`servers.condition.${one}`, { percent })
      return one === 'offline' && typeof state === 'string' ? `${text} (${t(`servers.state.${state}`)})` : text
    })
  if (broken.length > 0) words.push(t('servers.broken', { names: broken.map((name) => t(`servers.service.${name}`)).join(', ') }))
  return { title: words.join(', '), detail: '' }
}

export function ServerAlarms({ server, tabs }: { server: Pick<Server, 'id' | 'name' | 'type' | 'status'>; tabs: ReactNode }) {
  const { t } = useTranslation()
  const api = useApi()
  const spec = useMemo(() => {
    const { type, class: classes } = alarmFilters(typesAbout('server'), t)
    return tableSpec(servers.alarmHistory, {
      ...alarmList,
      columns: Object.values(alarmColumns(t, wordsOf)),
      filters: { type, class: classes },
    })
  }, [t])
  return (
    <TableScreen
      spec={spec}
      refreshKey={['alarms', server.id]}
      load={(body, signal) => api.servers.alarmHistory({ params: { serverId: server.id }, body }, { signal })}
      title={server.name}
      subtitle={
        <>
          {t(`servers.type.${server.type}`)}&ensp;
          <State state={server.status} />
        </>
      }
      tabs={() => tabs}
    />
  )
}
