/** The roll-outs, newest first. */
import { rolloutStates, software, type Rollout } from '@endcap/contract/software'
import { components } from '@endcap/contract/upgrade-file'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { optionalCodeColumn, stateColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { ShelfStrip } from '../ui/state.tsx'
import { kindOfRollout, stateOfRollout, stripOf } from './words.ts'
import { OpenLink } from '../table/OpenLink.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './software.module.css'

export function RolloutList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const api = useApi()
  const spec = useMemo(
    () =>
      tableSpec(software.search, {
        name: 'software',
        live: 'software',
        rowId: ({ rolloutId }) => rolloutId,
        pageLength: 25,
        columns: [
          {
            field: 'version',
            width: 140,
            cell: (row) => (
              <OpenLink to={paths.software} search={{ rollout: row.rolloutId }}>
                {t(`software.component.${row.component}`)} <span className={helpers.mono}>{row.version}</span>
              </OpenLink>
            ),
            text: (row) => row.version,
          },
          { field: 'component', width: 110, cell: ({ component }) => t(`software.component.${component}`), optional: true },
          {
            ...stateColumn('state', 250, (row) => ({ state: '', kind: kindOfRollout(row), label: stateOfRollout(row, t) })),
            text: (row) => stateOfRollout(row, t),
          },
          {
            field: 'counts',
            width: 170,
            sort: false,
            cell: (row) => <Reached row={row} />,
            text: ({ counts, total }) => `${counts.DONE}/${total}`,
          },
          { ...optionalCodeColumn('firstGateway', 140), sort: false },
          { field: 'startedBy', width: 170 },
          timeColumn('startedAt'),
          timeColumn('finishedAt'),
        ],
        filters: {
          version: 'text',
          component: { options: components, label: (one) => t(`software.component.${one}`) },
          state: { options: rolloutStates, label: (one) => t(`software.rollout.${one}`) },
        },
      }),
    [t],
  )
  return (
    <TableScreen
      spec={spec}
      load={(body, signal) => api.software.search({ params: {}, body }, { signal })}
      title={t('software.title')}
      tabs={() => tabs}
      empty={t('software.noRollouts')}
    />
  )
}

function Reached({ row }: { row: Rollout }) {
  const { t } = useTranslation()
  const parts = stripOf(row)
  return (
    <span className={styles.rolloutReached}>
      <ShelfStrip parts={parts} label={t('software.reached', { done: row.counts.DONE, total: row.total })} />
      {row.counts.DONE} / {row.total}
    </span>
  )
}
