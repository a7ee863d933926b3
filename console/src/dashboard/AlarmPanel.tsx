/** The newest system alarms, and the detail of one of them. */
import { Modal } from '@mantine/core'
import type { Alarm } from '@endcap/contract/alarms'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AlarmFacts } from '../alarms/index.ts'
import { codeColumn, timeColumn } from '../table/columns.tsx'
import { AlarmClass, AlarmState } from '../ui/alarm-cells.tsx'
import { alarmTypeName, alikeWords, newestAlone } from '../ui/alarm-words.ts'
import { paths } from '../app/paths.ts'
import { errorText, useApi } from '../app/services.ts'
import type { Column } from '../table/spec.ts'
import { LocalTable } from '../table/LocalTable.tsx'
import { clsx } from 'clsx'
import { buttonClass } from '../ui/button-class.ts'
import { Message } from '../ui/Message.tsx'
import panelStyles from '../ui/Panel.module.css'
import styles from './dashboard.module.css'

/** Rows of the panel; the screen of alarms has them all. */
const shownAlarms = 8
const idOf = ({ location, alarmId }: Alarm) => `${location}/${alarmId}`

interface Props {
  /** Codes; all of the account when empty. */
  stores: readonly string[]
  opened: string | undefined
  onOpen: (id: string | undefined) => void
}

export function AlarmPanel({ stores, opened, onOpen }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['alarms', '', 'dashboard', stores],
    queryFn: ({ signal }) => {
      const here = stores.length === 0 ? {} : { filter_location: stores.join(','), condition_location: '==' as const }
      return api.alarms.history({ params: {}, body: { length: shownAlarms, ...here, ...newestAlone } }, { signal })
    },
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.data
  const columns: Column<Alarm>[] = [
    { ...timeColumn('updatedAt'), sort: false },
    { field: 'class', width: 120, sort: false, cell: (alarm) => <AlarmClass level={alarm.class} /> },
    {
      field: 'type',
      width: 430,
      sort: false,
      cell: (alarm) => (
        <button type="button" className={styles.rowOpen} title={alikeWords(alarm, t).detail} onClick={() => onOpen(idOf(alarm))}>
          <b>{alarmTypeName(alarm.type, t)}</b> <span>{alikeWords(alarm, t).title}</span>
        </button>
      ),
    },
    { ...codeColumn('location', 100), sort: false },
    { field: 'state', width: 260, sort: false, cell: (alarm) => <AlarmState since={alarm.alikeSince} clearedAt={alarm.clearedAt} /> },
  ]
  return (
    <section
      className={clsx(panelStyles.panel, panelStyles.chartPanel, styles.alarmPanel, styles.span12)}
      data-part="chart-panel"
      aria-label={t('dashboard.alarms')}
    >
      <header>
        <h2>{t('dashboard.alarms')}</h2>
        <Link className={buttonClass('ghost')} to={paths.alarms} search={{}}>
          {t('dashboard.allAlarms')}
        </Link>
      </header>
      {query.isError && <Message role="alert">{errorText(query.error, t)}</Message>}
      <LocalTable
        label={t('dashboard.alarms')}
        rows={query.isError ? (rows ?? []) : rows}
        rowId={idOf}
        columns={columns}
        headingOf={(field) => t(`alarms.column.${field}`)}
        empty={t('dashboard.noAlarms')}
      />
      {opened !== undefined && (
        <AlarmDetail id={opened} known={rows?.find((alarm) => idOf(alarm) === opened)} onClose={() => onOpen(undefined)} />
      )}
    </section>
  )
}

/** `known`: it is among the newest; one that a link leads to may be older. */
function AlarmDetail({ id, known, onClose }: { id: string; known: Alarm | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const slash = id.lastIndexOf('/')
  const one = { filter_location: id.slice(0, slash), filter_alarmId: id.slice(slash + 1) }
  const { data } = useQuery({
    queryKey: ['alarms', '', 'one', id],
    queryFn: ({ signal }) =>
      api.alarms.history({ params: {}, body: { ...one, condition_location: '==', condition_alarmId: '==', length: 1 } }, { signal }),
    enabled: known === undefined,
  })
  const alarm = known ?? data?.data[0]
  const title = alarm === undefined ? t('alarms.detail') : alarmTypeName(alarm.type, t)
  return (
    <Modal opened onClose={onClose} title={title} size={480} closeButtonProps={{ 'aria-label': t('common.close') }}>
      {alarm !== undefined && <AlarmFacts alarm={alarm} />}
      {alarm === undefined && <p style={{ margin: 0 }}>{t(data === undefined ? 'common.loading' : 'alarms.gone')}</p>}
    </Modal>
  )
}
