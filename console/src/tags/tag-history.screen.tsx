/** Update history of one tag, with the picture of each delivery. */
import { hidesNfc } from '@endcap/contract/vocabulary'
import { tags } from '@endcap/contract/tags'
import { Modal } from '@mantine/core'
import { IconClockSearch, IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePath } from '../app/route.ts'
import { useApi, useSession } from '../app/services.ts'
import { codeColumn, optionalCodeColumn, stateColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { cut } from '../ui/format.ts'
import { useAliasColumns } from '../data/aliases.ts'
import { confirmedWord } from '../ui/delivery-word.ts'
import { ShownAtModal } from './shown-at.modal.tsx'
import { TagHistoryTabs } from '../ui/TagHistoryTabs.tsx'
import { Confirmed, confirmedFilter } from '../ui/TagState.tsx'
import { clsx } from 'clsx'
import { Button } from '../ui/Button.tsx'
import glassStyles from '../ui/glass.module.css'
import helpers from '../ui/helpers.module.css'
import peekStyles from '../ui/Peek.module.css'

export const tagHistorySpec = (t: (key: string) => string, site: string) =>
  tableSpec(tags.updateHistory, {
    name: 'tags',
    live: 'tags',
    rowId: (row) => row.deliveryId,
    pageLength: 10,
    columns: [
      timeColumn('updatedAt'),
      stateColumn('status', 130, (row) => ({ state: row.status ?? 'running' })),
      {
        field: 'confirmed',
        width: 190,
        sort: false,
        cell: (row) => <Confirmed confirmed={row.state === 'SHOWN' ? row.confirmed : null} />,
        text: (row) => (row.state === 'SHOWN' ? t(confirmedWord(row.confirmed)) : '–'),
      },
      codeColumn('taskId', 90),
      optionalCodeColumn('prCode', 140),
      { field: 'layoutId', width: 140 },
      { field: 'promotion', width: 150, sort: false, cell: (row) => row.promotion ?? '–' },
      ...(hidesNfc(site) ? [] : [{ field: 'nfc' as const, width: 120, optional: true as const }]),
      { field: 'tries', width: 70, numeric: true, sort: false },
      {
        field: 'detail',
        width: 260,
        sort: false,
        cell: (row) => [row.reason === null ? '' : t(`tags.reason.${row.reason}`), cut(row.detail ?? '')].filter(Boolean).join(': ') || '–',
      },
    ],
    filters: {
      taskId: 'text',
      prCode: 'text',
      layoutId: 'text',
      ...(hidesNfc(site) ? {} : { nfc: 'text' as const }),
      status: { options: ['OK', 'NG', 'CANCEL'], label: (option) => t(`state.${option}`) },
      confirmed: confirmedFilter(t),
    },
    dateRange: true,
    statusDateRange: true,
    defaultOrder: { column: 'updatedAt', dir: 'desc' },
  })

export function TagHistoryScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode, tagMac, tagId } = usePath('storeCode', 'tagMac', 'tagId')
  const [shown, setShown] = useState<string>()
  const [asking, setAsking] = useState(false)
  const aliasColumns = useAliasColumns()
  const { site } = useSession().user.systemConfig
  const spec = useMemo(() => tagHistorySpec(t, site), [t, site])
  return (
    <>
      <TableScreen
        spec={spec}
        moreColumns={aliasColumns}
        storeCode={storeCode}
        refreshKey={['history', tagMac]}
        load={(body, signal) => api.tags.updateHistory({ params: { storeCode, tagMac }, body }, { signal })}
        title={t('tags.history')}
        subtitle={<span className={helpers.mono}>{tagId}</span>}
        tabs={() => <TagHistoryTabs storeCode={storeCode} tagMac={tagMac} tagId={tagId} current="update" />}
        head={
          <Button onClick={() => setAsking(true)}>
            <IconClockSearch size={15} stroke={1.7} />
            {t('tags.shownAt.ask')}
          </Button>
        }
        rowButtons={1}
        rowActions={(row) =>
          row.hasImage && (
            <Button look="ghost" icon aria-label={t('tags.labelOf', { id: row.deliveryId })} onClick={() => setShown(row.deliveryId)}>
              <IconPhoto size={15} stroke={1.7} />
            </Button>
          )
        }
      />
      {asking && <ShownAtModal storeCode={storeCode} tagMac={tagMac} tagId={tagId} onClose={() => setAsking(false)} />}
      {shown !== undefined && <Picture storeCode={storeCode} tagMac={tagMac} deliveryId={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function Picture({
  storeCode,
  tagMac,
  deliveryId,
  onClose,
}: {
  storeCode: string
  tagMac: string
  deliveryId: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['picture', deliveryId],
    queryFn: () => api.tags.historyImage({ params: { storeCode, tagMac, deliveryId } }),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('tags.labelOf', { id: tagMac })}
      size="auto"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={clsx(peekStyles.peek, peekStyles.picture)} data-part="peek">
        <div className={glassStyles.glass} data-part="glass">
          {data?.encodedImage ? (
            <img src={`data:image/png;base64,${data.encodedImage}`} alt={t('tags.labelOf', { id: tagMac })} />
          ) : (
            <span>{t('tags.noImage')}</span>
          )}
        </div>
      </div>
    </Modal>
  )
}
