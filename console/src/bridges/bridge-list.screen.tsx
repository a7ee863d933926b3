/** /setting/bridges: programs that speak with access points of other makes in shops: how they do, and their tokens. */
import { bridges, type Bridge } from '@endcap/contract/access-points'
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan } from '../app/services.ts'
import { optionalCodeColumn, timeColumn } from '../table/columns.tsx'
import { deviceText } from '../ui/device-text.ts'
import { RowButton } from '../table/RowButton.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { State } from '../ui/state.tsx'
import { CreateBridge, RemoveBridge, RenewToken } from './bridge.modals.tsx'
import { standingOf } from './standing.ts'

/** The server pushes no message when a bridge calls: the list is polled. */
const refreshMs = 10_000

export function BridgeListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const write = useCan()('store.write')
  const [open, setOpen] = useState<{ kind: 'renew' | 'remove'; bridge: Bridge }>()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
      void queries.invalidateQueries({ queryKey: ['gateways', ''] }, { cancelRefetch: false })
    }, refreshMs)
    return () => clearInterval(timer)
  }, [queries])
  const spec = useMemo(
    () =>
      tableSpec(bridges.search, {
        name: 'bridges',
        live: 'gateways',
        rowId: ({ bridgeId }) => bridgeId,
        pageLength: 25,
        columns: [
          { field: 'name', width: 160, cell: ({ name, own }) => (own ? t('bridges.own', { name }) : name) },
          {
            field: 'own',
            width: 150,
            sort: false,
            cell: (bridge) => <Standing standing={standingOf(bridge, now)} />,
            text: (bridge) => t(`bridges.standing.${standingOf(bridge, now)}`),
          },
          {
            field: 'storeCodes',
            width: 120,
            sort: false,
            cell: ({ own, storeCodes }) =>
              storeCodes === null || own ? t('bridges.allStores') : <span title={storeCodes.join(', ')}>{storeCodes.join(', ')}</span>,
          },
          { field: 'accessPoints', width: 110, numeric: true, sort: false },
          timeColumn('seenAt', 172, t('bridges.never')),
          {
            field: 'problems',
            width: 230,
            sort: false,
            cell: ({ problems }) => <Problems problems={problems} />,
          },
          { ...optionalCodeColumn('seenIp', 130), sort: false },
          { field: 'version', width: 90, cell: ({ version }) => version || '–' },
          { field: 'createdBy', width: 200, sort: false, optional: true },
          { ...timeColumn('createdAt'), optional: true },
        ],
        filters: { name: 'text', version: 'text' },
      }),
    [t, now],
  )
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.bridges.search({ params: {}, body }, { signal })}
        title={t('bridges.title')}
        subtitle={t('bridges.subtitle')}
        actions={[{ name: 'create', needs: 'store.write', on: 'table', icon: IconPlus, opens: CreateBridge }]}
        empty={t('bridges.none')}
        rowButtons={2}
        rowActions={(bridge) =>
          write &&
          !bridge.own && (
            <>
              <RowButton
                label={t('bridges.renew', { name: bridge.name })}
                icon={IconKey}
                onClick={() => setOpen({ kind: 'renew', bridge })}
              />
              <RowButton
                label={t('bridges.remove', { name: bridge.name })}
                icon={IconTrash}
                onClick={() => setOpen({ kind: 'remove', bridge })}
              />
            </>
          )
        }
      />
      {open?.kind === 'renew' && <RenewToken bridge={open.bridge} close={() => setOpen(undefined)} />}
      {open?.kind === 'remove' && <RemoveBridge bridge={open.bridge} close={() => setOpen(undefined)} />}
    </>
  )
}

function Problems({ problems }: { problems: readonly string[] }) {
  const { t } = useTranslation()
  const all = problems.map((problem) => deviceText(problem, t))
  return all.length === 0 ? '–' : <span title={all.join('\n')}>{all.join(' · ')}</span>
}

const kinds = { calls: 'ok', rests: 'idle', silent: 'bad', new: 'idle' } as const
function Standing({ standing }: { standing: ReturnType<typeof standingOf> }) {
  const { t } = useTranslation()
  return <State state={standing} kind={kinds[standing]} label={t(`bridges.standing.${standing}`)} />
}
