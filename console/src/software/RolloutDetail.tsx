/** One roll-out: where each gateway is, and the buttons to pause, resume and end it. */
import { software, upgradeStates, type Rollout } from '@endcap/contract/software'
import { IconArrowLeft, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useCan } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { codeColumn, optionalCodeColumn, stateColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { notify } from '../ui/notify.ts'
import { Problem } from '../ui/Problem.tsx'
import { ShelfStrip, State } from '../ui/state.tsx'
import { StatusTabs } from '../ui/StatusTabs.tsx'
import { softwareProblem } from './problem.ts'
import { kindOfRollout, kindOfUpgrade, stateOfRollout, stripOf } from './words.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Button } from '../ui/Button.tsx'
import { OpenLink } from '../table/OpenLink.tsx'
import styles from './software.module.css'

const icon = { size: 15, stroke: 1.7 }

export function RolloutDetail({ rolloutId }: { rolloutId: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('server_config.write')
  const queries = useQueryClient()
  const [ending, setEnding] = useState(false)
  const params = { rolloutId }
  const query = useQuery({
    queryKey: ['software', '', 'rollout', rolloutId],
    queryFn: ({ signal }) => api.software.detail({ params }, { signal }),
  })
  const spec = useGatewayTable()
  const rollout = query.data
  const isOpen = rollout !== undefined && rollout.finishedAt === null
  const control = async (action: 'pause' | 'resume' | 'stop') => {
    await api.software.control({ params, body: { action } }).catch((error: unknown) => {
      throw new Error(softwareProblem(error, t), { cause: error })
    })
    await queries.invalidateQueries({ queryKey: ['software'] })
  }
  const press = (action: 'pause' | 'resume') =>
    void control(action).catch((error: unknown) => void notify(error instanceof Error ? error.message : String(error), 'bad'))
  return (
    <>
      <TableScreen
        spec={spec}
        refreshKey={['rollout', rolloutId]}
        load={(body, signal) => api.software.gateways({ params, body }, { signal })}
        title={
          rollout === undefined
            ? t('software.rolloutTitle')
            : t('software.rolloutOf', { name: `${t(`software.component.${rollout.component}`)} ${rollout.version}` })
        }
        subtitle={rollout && <State state="" kind={kindOfRollout(rollout)} label={stateOfRollout(rollout, t)} />}
        head={<RolloutButtons paused={mayWrite && isOpen ? rollout.paused : undefined} onPress={press} onEnd={() => setEnding(true)} />}
        tabs={(filters, setFilter) => (
          <>
            <Problem query={query} />
            {rollout !== undefined && (
              <StateTabs rollout={rollout} chosen={filters.state ?? ''} onChoose={(text) => setFilter('state', text)} />
            )}
          </>
        )}
      />
      {ending && (
        <FormModal
          title={t('software.end')}
          submit={t('software.end')}
          onSubmit={async () => {
            await control('stop')
            setEnding(false)
          }}
          onClose={() => setEnding(false)}
          danger
        >
          <p style={{ margin: 0 }}>{t('software.endText')}</p>
        </FormModal>
      )}
    </>
  )
}

/** The gateways of a roll-out, declared. */
function useGatewayTable() {
  const { t } = useTranslation()
  return useMemo(
    () =>
      tableSpec(software.gateways, {
        name: 'software',
        live: 'software',
        rowId: ({ gwMac }) => gwMac,
        pageLength: 25,
        columns: [
          {
            field: 'gwMac',
            width: 190,
            cell: (row) => (
              <span className={styles.rolloutGateway}>
                <OpenLink mono to={paths.gateway(row.storeCode, row.gwMac)}>
                  {row.gwMac}
                </OpenLink>
                {row.first && <small className={styles.rolloutFirst}>{t('software.first')}</small>}
              </span>
            ),
            text: ({ gwMac }) => gwMac,
          },
          { field: 'storeName', width: 160 },
          { ...codeColumn('storeCode', 100), optional: true },
          {
            ...stateColumn('state', 190, ({ state }) => ({ state: '', kind: kindOfUpgrade[state], label: t(`software.state.${state}`) })),
            text: ({ state }) => t(`software.state.${state}`),
          },
          {
            field: 'reason',
            width: 330,
            sort: false,
            cell: ({ reason, detail }) => (reason === null ? '–' : [t(`software.reason.${reason}`), detail].filter(Boolean).join(': ')),
          },
          optionalCodeColumn('fromVersion', 120),
          optionalCodeColumn('nowVersion', 120),
          {
            ...stateColumn('online', 110, ({ online }) => ({
              state: '',
              kind: online ? 'ok' : 'bad',
              label: t(online ? 'software.online' : 'software.offline'),
            })),
            sort: false,
            text: ({ online }) => t(online ? 'software.online' : 'software.offline'),
          },
          timeColumn('updatedAt'),
        ],
        filters: {
          gwMac: 'text',
          storeCode: 'text',
          state: { options: upgradeStates, label: (one) => t(`software.state.${one}`) },
        },
      }),
    [t],
  )
}

interface ButtonProps {
  /** Whether it is paused; undefined where it cannot be told what to do. */
  paused: boolean | undefined
  onPress: (action: 'pause' | 'resume') => void
  onEnd: () => void
}
function RolloutButtons({ paused, onPress, onEnd }: ButtonProps) {
  const { t } = useTranslation()
  return (
    <>
      <Link className={buttonClass()} to={paths.software} search={{ tab: 'rollouts' }}>
        <IconArrowLeft {...icon} />
        {t('software.allRollouts')}
      </Link>
      {paused !== undefined && (
        <>
          <Button onClick={() => onPress(paused ? 'resume' : 'pause')}>
            {paused ? <IconPlayerPlay {...icon} /> : <IconPlayerPause {...icon} />}
            {t(paused ? 'software.resume' : 'software.pause')}
          </Button>
          <Button onClick={onEnd}>
            <IconPlayerStop {...icon} />
            {t('software.end')}
          </Button>
        </>
      )}
    </>
  )
}

interface TabProps {
  rollout: Pick<Rollout, 'total' | 'counts'>
  /** The filter of the state. */
  chosen: string
  onChoose: (filter: string) => void
}
/** How many gateways are in each state, to filter by, and as a strip. */
function StateTabs({ rollout, chosen, onChoose }: TabProps) {
  const { t } = useTranslation()
  return (
    <>
      <StatusTabs
        label={t('software.column.state')}
        total={rollout.total}
        tabs={upgradeStates
          .filter((state) => rollout.counts[state] > 0)
          .map((state) => ({
            value: `==${state}`,
            kind: kindOfUpgrade[state],
            name: t(`software.state.${state}`),
            count: rollout.counts[state],
          }))}
        chosen={chosen}
        onChoose={onChoose}
      />
      <ShelfStrip parts={stripOf(rollout)} label={t('software.reached', { done: rollout.counts.DONE, total: rollout.total })} />
    </>
  )
}
