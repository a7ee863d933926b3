/** /tag/detail/{storeCode}: the tags of one store. */
import { lifecycleStates } from '@endcap/contract/tag-lifecycle'
import { tags } from '@endcap/contract/tags'
import { taskTypes, tagStatuses } from '@endcap/contract/vocabulary'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconPackages, IconScan } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSilentSigns, isWaitingSigns } from '../data/signs.ts'
import { AisleScreen, keepView, viewOf } from '../aisle/index.ts'
import { paths } from '../app/paths.ts'
import { handheldWidth } from '../ui/handheld.ts'
import { useRouteSearch, useStoreCode } from '../app/route.ts'
import { useApi, useCan, useSession } from '../app/services.ts'
import { useStore } from '../data/use-stores.ts'
import { codeColumn, optionalCodeColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatNumber } from '../ui/format.ts'
import { tagFiles } from './tag-files.ts'
import { Battery, modelText, Rssi, sizeOf } from '../ui/tag-cells.tsx'
import { useModels } from '../app/lists.ts'
import { confirmedWord } from '../ui/delivery-word.ts'
import { useTagActions } from './tag-actions.ts'
import { ProductImageModal } from './product-image.modal.tsx'
import { StatusModal } from './status.modal.tsx'
import { TagButtons } from '../table/TagButtons.tsx'
import { TagPeek } from './TagPeek.tsx'
import { Confirmed, confirmedFilter, isExpected, isOnlyDelivered, statusWord, TagState } from '../ui/TagState.tsx'
import { TagTabs } from './TagTabs.tsx'
import type { Tag } from '@endcap/contract/tags'
import { clsx } from 'clsx'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './tags.module.css'
import { buttonClass } from '../ui/button-class.ts'

const sizeCodes = ['B5', '36', '3A', 'BC', '3E', 'B9', '45', '5A', '28', '2D']

export interface TagCells {
  /** The variant that shows some states under another name (specification 1 §4). */
  site?: string
  /** The store wants the MAC beside the ID (specification 2 §3, showMac). */
  showMac?: boolean
  /** Opens what is behind a status and a product code. */
  onStatus?: (tag: Tag) => void
  onProduct?: ((tag: Tag) => void) | undefined
  /** Types besides the specification's that there are. */
  otherTypes?: readonly string[]
}

export function tagListSpec(
  t: (key: string) => string,
  { site = '', showMac = false, onStatus, onProduct, otherTypes = [] }: TagCells = {},
) {
  return tableSpec(tags.search, {
    name: 'tags',
    live: 'tags',
    rowId: (tag) => tag.tagMac,
    // Specification 1 §9.
    pageLength: 25,
    columns: [
      codeColumn('barcode', 164),
      ...(showMac ? [{ ...codeColumn('tagMac', 164), sort: false as const }] : []),
      {
        field: 'status',
        width: 132,
        cell: (tag) => <StatusCell tag={tag} site={site} onOpen={onStatus} />,
        text: (tag) => statusText(t, tag, site),
      },
      { field: 'prCode', width: 270, cell: (tag) => <TagProduct tag={tag} onOpen={onProduct} /> },
      { field: 'tagType', width: 80, cell: (tag) => sizeOf(tag.tagType) },
      { field: 'rssi', width: 84, numeric: true, cell: (tag) => <Rssi dbm={tag.rssi} /> },
      { field: 'battery', width: 98, numeric: true, cell: (tag) => <Battery volts={tag.battery} low={tag.battStatus === 'NG'} /> },
      timeColumn('updatedAt'),
      { field: 'lifecycle', width: 110, optional: true, cell: (tag) => t(`tags.lifecycle.${tag.lifecycle}`) },
      {
        field: 'confirmed',
        width: 190,
        // Of use where there are devices that do not confirm.
        ...(otherTypes.length === 0 && { optional: true as const }),
        cell: (tag) => <Confirmed confirmed={tag.confirmed} />,
        text: (tag) => (tag.confirmed === null ? '–' : t(confirmedWord(tag.confirmed))),
      },
      optionalCodeColumn('gwIp', 120),
      {
        field: 'operationName',
        filter: 'operation',
        width: 120,
        cell: (tag) => (tag.operationName === null ? '–' : t(`tasks.type.${tag.operationName}`)),
      },
      {
        field: 'temperature',
        width: 84,
        numeric: true,
        cell: (tag) => (tag.temperature === null ? '–' : `${tag.temperature.toFixed(1)} °C`),
      },
      { field: 'version', width: 90, optional: true },
      { ...timeColumn('respondedAt'), optional: true, filter: 'expected' },
    ],
    filters: {
      barcode: 'text',
      prCode: 'text',
      gwIp: 'text',
      rssi: 'text',
      battery: 'text',
      temperature: 'text',
      version: 'text',
      status: { options: tagStatuses, label: (option) => t(`state.${statusWord(option, site)}`) },
      lifecycle: { options: lifecycleStates, label: (option) => t(`tags.lifecycle.${option}`) },
      confirmed: confirmedFilter(t),
      expected: { options: ['true', 'false'], label: (option) => t(`tags.expected.${option}`) },
      tagType: { options: [...sizeCodes, ...otherTypes], label: (option) => `${modelText(option)} ${option}` },
      operation: { options: taskTypes, label: (option) => t(`tasks.type.${option}`) },
    },
    dateRange: true,
    statusDateRange: true,
  })
}

function statusText(t: (key: string) => string, tag: Tag, site: string): string {
  if (isExpected(tag)) return t('state.EXPECTED')
  return isOnlyDelivered(tag) ? t('state.DELIVERED') : t(`state.${statusWord(tag.status, site)}`)
}

function StatusCell({ tag, site, onOpen }: { tag: Tag; site: string; onOpen: TagCells['onStatus'] }) {
  const { t } = useTranslation()
  const state = <TagState tag={tag} site={site} />
  if (onOpen === undefined) return state
  return (
    <button
      type="button"
      className={helpers.cell}
      title={t('tags.status.show')}
      aria-label={`${t('tags.status.title', { id: tag.barcode })}: ${statusText(t, tag, site)}`}
      onClick={() => onOpen(tag)}
    >
      {state}
    </button>
  )
}

function TagProduct({ tag, onOpen }: { tag: Tag; onOpen: TagCells['onProduct'] }) {
  const { t } = useTranslation()
  if (tag.prCode === null) return '–'
  return (
    <>
      {onOpen === undefined ? (
        <span className={helpers.mono}>{tag.prCode}</span>
      ) : (
        <button type="button" className={clsx(helpers.cell, helpers.mono)} title={t('tags.image.open')} onClick={() => onOpen(tag)}>
          {tag.prCode}
        </button>
      )}
      <span className={tableStyles.name}>{tag.prName}</span>
      {tag.countByPrCode > 1 && <span style={{ color: 'var(--ink-3)' }}> ×{tag.countByPrCode}</span>}
    </>
  )
}

/** The table, or on a handheld the workplace in the aisle. */
export function TagListScreen() {
  const search = useRouteSearch()
  const handheld = useMediaQuery(handheldWidth, undefined, { getInitialValueInEffect: false })
  return viewOf(search, handheld) === 'aisle' ? <AisleScreen /> : <TagTable />
}

/** How many tags there are, and the ways to the aisle and to the stock. */
function Subtitle({ total, storeCode }: { total: number | undefined; storeCode: string }) {
  const { t } = useTranslation()
  const handheld = useMediaQuery(handheldWidth, undefined, { getInitialValueInEffect: false })
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
      {total !== undefined && formatNumber(total)}
      <Link
        to="."
        search={{ view: 'aisle' }}
        replace
        className={buttonClass('ghost', { icon: !handheld })}
        style={{ textDecoration: 'none' }}
        aria-label={t('aisle.open')}
        title={t('aisle.open')}
        onClick={() => keepView('aisle')}
      >
        <IconScan size={15} stroke={1.7} />
        {handheld && t('aisle.open')}
      </Link>
      <Link
        to={paths.tagStock(storeCode)}
        search={{}}
        className={buttonClass('ghost', { icon: true })}
        aria-label={t('tags.stock.open')}
        title={t('tags.stock.open')}
      >
        <IconPackages size={15} stroke={1.7} />
      </Link>
    </span>
  )
}

function TagTable() {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const { site } = useSession().user.systemConfig
  const can = useCan()
  const [status, setStatus] = useState<Tag>()
  const [image, setImage] = useState<Tag>()
  const seesProducts = can('product.read')
  const showMac = useStore(storeCode)?.showMac === true
  const models = useModels()
  const spec = useMemo(() => {
    const otherTypes = (models ?? []).flatMap(({ tagType }) => (tagType.length > 2 ? [tagType] : []))
    return tagListSpec(t, { site, showMac, otherTypes, onStatus: setStatus, onProduct: seesProducts ? setImage : undefined })
  }, [t, site, showMac, seesProducts, models])
  const actions = useTagActions(storeCode)
  const { data: counts } = useQuery({ queryKey: ['tags', storeCode, 'counts'], queryFn: () => api.tags.counts({ params: { storeCode } }) })
  return (
    <>
      <TableScreen
        spec={spec}
        storeCode={storeCode}
        load={(body, signal) => api.tags.search({ params: { storeCode }, body }, { signal })}
        title={t('tags.title')}
        subtitle={<Subtitle total={counts?.total} storeCode={storeCode} />}
        actions={actions}
        empty={t('tags.none')}
        emptyHint={t('tags.noneHint')}
        filledBy="assign"
        tabs={(filters, setFilter) => (
          <>
            <TagTabs site={site} counts={counts} filter={filters.status ?? ''} onChange={(text) => setFilter('status', text)} />
            {isSilentSigns(filters) && (
              <p className={styles.pressButton} role="note">
                {t('tags.pressButton')}
              </p>
            )}
            {isWaitingSigns(filters) && (
              <p className={styles.pressButton} role="note">
                {t('tags.waitingSigns')}
              </p>
            )}
          </>
        )}
        rowActions={(tag, open) => <TagButtons storeCode={storeCode} tag={tag} onOpen={open} />}
        downloads={(now) => tagFiles(t, storeCode, now)}
        peek={(tagMac, step, close) => <TagPeek storeCode={storeCode} tagMac={tagMac} onStep={step} onClose={close} />}
      />
      {status !== undefined && <StatusModal storeCode={storeCode} tagMac={status.tagMac} onClose={() => setStatus(undefined)} />}
      {image !== undefined && image.prCode !== null && (
        <ProductImageModal
          storeCode={storeCode}
          prCode={image.prCode}
          prName={image.prName}
          tagType={image.tagType}
          onClose={() => setImage(undefined)}
        />
      )}
    </>
  )
}
