/** The detail behind each chart: the figures one by one, as a list (specification 1 §2). */
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { DashboardData } from '@endcap/contract/dashboard'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { codeColumn, countColumn, linkColumn, stateColumn } from '../table/columns.tsx'
import type { Column } from '../table/spec.ts'
import { modelOf } from '@endcap/label/models'
import { sizeOf } from '../ui/tag-cells.tsx'
import { formatNumber } from '../ui/format.ts'
import { shareOf } from './figures.ts'
import { LocalTable } from '../table/LocalTable.tsx'
import { StoreList } from './StoreList.tsx'
import type { DetailName } from './use-dashboard.ts'
import helpers from '../ui/helpers.module.css'
import styles from './dashboard.module.css'

interface Props {
  name: DetailName
  data: DashboardData
  /** Codes of the chosen stores; none means all. */
  chosen: readonly string[]
  onClose: () => void
}

export function DetailModal(props: Props) {
  const { name, data, onClose } = props
  const { t } = useTranslation()
  const narrow = useMediaQuery('(max-width: 760px)') ?? false
  const perGateway = name === 'stores' && data.storeList.length === 1
  return (
    <Modal
      opened
      onClose={onClose}
      size={1080}
      fullScreen={narrow}
      title={t(perGateway ? 'dashboard.perGateway' : `dashboard.chart.${name}`)}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ body: styles.detail }}
    >
      <Content {...props} />
    </Modal>
  )
}

function Content({ name, data, chosen }: Props): ReactNode {
  const { storeList, gwTagStatus, tagStatus, gwStatus, serverStatus, updatedTagCount, updatedProductCount } = data
  switch (name) {
    case 'today':
    case 'gateways':
    case 'tags':
      return <StoreList name={name} chosen={chosen} />
    case 'stores':
      return storeList.length === 1 ? <Gateways rows={gwTagStatus ?? []} /> : <StoreList name="stores" chosen={chosen} />
    case 'servers':
      return serverStatus && <Servers rows={serverStatus.serverList} />
    case 'types':
      return tagStatus && <Types status={tagStatus} />
    case 'versions':
      return gwStatus && <Versions rows={gwStatus.countByVersion} total={gwStatus.total} />
    case 'days':
      return updatedTagCount && updatedProductCount && <Days tags={updatedTagCount} products={updatedProductCount} />
  }
}

function Gateways({ rows }: { rows: NonNullable<DashboardData['gwTagStatus']> }) {
  const { t } = useTranslation()
  const columns: Column<(typeof rows)[number]>[] = [
    codeColumn('gwMac', 150),
    { field: 'gwIndex', width: 80, numeric: true },
    { field: 'ip', width: 150, cell: (row) => <span className={helpers.mono}>{row.ip.split(':')[0] || '–'}</span> },
    ...(['total', 'good', 'inprogress', 'error', 'unreachable'] as const).map((field) => ({
      field,
      width: 110,
      numeric: true as const,
      cell: (row: (typeof rows)[number]) => formatNumber(field === 'good' ? row.good - row.unreachable : row[field]),
    })),
  ]
  return (
    <Local
      rows={rows}
      rowId={(row) => row.gwMac}
      columns={columns}
      order={{ column: 'error', dir: 'desc' }}
      label={t('dashboard.perGateway')}
    />
  )
}

function Servers({ rows }: { rows: NonNullable<DashboardData['serverStatus']>['serverList'] }) {
  const { t } = useTranslation()
  const columns: Column<(typeof rows)[number]>[] = [
    linkColumn('name', 260, (server) => paths.server(server.id)),
    { field: 'type', width: 130, cell: (server) => t(`servers.type.${server.type}`) },
    stateColumn('status', 130, (server) => ({ state: server.status })),
    { field: 'state', width: 150, cell: (server) => t(`servers.state.${server.state ?? 'none'}`) },
    codeColumn('id', 240),
  ]
  return (
    <Local
      rows={rows}
      rowId={(server) => server.id}
      columns={columns}
      order={{ column: 'name', dir: 'asc' }}
      label={t('dashboard.chart.servers')}
    />
  )
}

function Types({ status: { countByType, countNgByType, total } }: { status: NonNullable<DashboardData['tagStatus']> }) {
  const { t } = useTranslation()
  const rows = useMemo(
    () =>
      Object.entries(countByType).map(([tagType, tags]) => ({
        tagType,
        size: sizeOf(tagType),
        model: modelOf(tagType)?.name ?? t('state.UNKNOWN'),
        tags,
        error: countNgByType[tagType] ?? 0,
        share: shareOf(tags, total),
      })),
    [countByType, countNgByType, total, t],
  )
  const columns: Column<(typeof rows)[number]>[] = [
    { field: 'model', width: 230 },
    codeColumn('tagType', 130),
    { field: 'size', width: 90, cell: (row) => (row.size === 'UNKNOWN' ? t('state.UNKNOWN') : row.size) },
    countColumn('tags', 120),
    { field: 'share', width: 100, numeric: true, sort: false },
    countColumn('error', 120),
  ]
  return (
    <Local
      rows={rows}
      rowId={(row) => row.tagType}
      columns={columns}
      order={{ column: 'tags', dir: 'desc' }}
      label={t('dashboard.chart.types')}
    />
  )
}

function Versions({ rows, total }: { rows: NonNullable<DashboardData['gwStatus']>['countByVersion']; total: number }) {
  const { t } = useTranslation()
  const word = (version: string) => (version === '' ? t('dashboard.notReported') : <span className={helpers.mono}>{version}</span>)
  const shares = rows.map((row) => ({ ...row, share: shareOf(row.total, total) }))
  const columns: Column<(typeof shares)[number]>[] = [
    { field: 'gmpVersion', width: 180, cell: (row) => word(row.gmpVersion) },
    { field: 'grmVersion', width: 180, cell: (row) => word(row.grmVersion) },
    countColumn('total', 130),
    { field: 'share', width: 100, numeric: true, sort: false },
  ]
  return (
    <Local
      rows={shares}
      rowId={(row) => `${row.gmpVersion} ${row.grmVersion}`}
      columns={columns}
      order={{ column: 'total', dir: 'desc' }}
      label={t('dashboard.chart.versions')}
      headings={{ total: t('dashboard.gateways') }}
    />
  )
}

function Days({
  tags,
  products,
}: {
  tags: NonNullable<DashboardData['updatedTagCount']>
  products: NonNullable<DashboardData['updatedProductCount']>
}) {
  const { t } = useTranslation()
  const rows = tags.map(({ date, total }, place) => ({ date, tagUpdates: total, productChanges: products[place]?.total ?? 0 }))
  const columns: Column<(typeof rows)[number]>[] = [
    { field: 'date', width: 150 },
    countColumn('tagUpdates', 160),
    countColumn('productChanges', 160),
  ]
  return (
    <Local
      rows={rows}
      rowId={(row) => row.date}
      columns={columns}
      order={{ column: 'date', dir: 'desc' }}
      label={t('dashboard.chart.days')}
    />
  )
}

interface LocalProps<Row> {
  rows: Row[]
  rowId: (row: Row) => string
  columns: Column<Row>[]
  order: { column: keyof Row & string; dir: 'asc' | 'desc' }
  label: string
  /** Headings that differ from the usual word of their column. */
  headings?: Record<string, string>
}
function Local<Row>({ headings = {}, ...table }: LocalProps<Row>) {
  const { t } = useTranslation()
  return <LocalTable {...table} headingOf={(field) => headings[field] ?? t(`dashboard.column.${field}`)} empty={t('exceptions.none')} />
}
