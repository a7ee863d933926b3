/** /product/secondCode/list: other codes under which products are known, in all stores (specification 2 §2). */
import { secondCodes, type SecondCode } from '@endcap/contract/second-codes'
import { IconUpload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useSession } from '../app/services.ts'
import { FileModal } from '../form/upload.modal.tsx'
import { codeColumn, optionalCodeColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec, type Action, type ActionProps, type Column } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import helpers from '../ui/helpers.module.css'

/** The site variant with columns of its own (specification 2 §1, §2). */
const coop = 'coop'
const coopColumns: Column<SecondCode>[] = [
  ...(['articleCode', 'saleCode', 'saleTypeCode'] as const).map((field) => optionalCodeColumn(field, 120)),
  ...(['insertionDate', 'cessationDate', 'deletionDate', 'acquisitionDate', 'modificationDate'] as const).map((field) => ({
    field,
    width: 120,
    cell: (row: SecondCode) => row[field] || '–',
  })),
  ...(['programName', 'operatorName'] as const).map((field) => ({ field, width: 150, cell: (row: SecondCode) => row[field] || '–' })),
]

export function secondCodeSpec(t: (key: string) => string, site: string) {
  const ofSite: Column<SecondCode>[] =
    site === coop
      ? [...coopColumns, { field: 'dbTrigger', width: 110, sort: false, cell: (row) => t(row.dbTrigger ? 'common.yes' : 'common.no') }]
      : []
  return tableSpec(secondCodes.search, {
    name: 'secondCodes',
    live: 'products',
    rowId: (row) => row.secondCode,
    // Specification 2 §2.
    pageLength: 25,
    columns: [codeColumn('prCode', 200), codeColumn('secondCode', 200), ...ofSite, timeColumn('updatedAt')],
    filters: { prCode: 'text', secondCode: 'text' },
    dateRange: true,
    defaultOrder: { column: 'prCode', dir: 'asc' },
  })
}

const actions: Action<SecondCode>[] = [
  { name: 'upload', needs: 'product.write', on: 'table', icon: IconUpload, opens: SecondCodeFileModal },
]

export function SecondCodeListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { user } = useSession()
  const { site } = user.systemConfig
  const spec = useMemo(() => secondCodeSpec(t, site), [t, site])
  return (
    <TableScreen
      spec={spec}
      load={(body, signal) => api.secondCodes.search({ params: {}, body }, { signal })}
      title={t('secondCodes.title')}
      empty={t('secondCodes.none')}
      filledBy="upload"
      // They hold in every store.
      actions={user.enableWholeStore ? actions : []}
    />
  )
}

function SecondCodeFileModal({ close }: ActionProps<SecondCode>) {
  const { t } = useTranslation()
  const api = useApi()
  return (
    <FileModal
      title={t('secondCodes.file.title')}
      submit={t('secondCodes.action.upload')}
      hint={
        <p style={{ margin: 0, color: 'var(--ink-2)' }}>
          {t('secondCodes.file.row')} <code className={helpers.mono}>prCode,secondCode</code>
        </p>
      }
      send={(file, encoding) => api.secondCodes.upload({ body: encoding, file })}
      close={close}
      done={({ dataCount, changed, unchanged }) => t('secondCodes.file.done', { rows: dataCount, changed, unchanged })}
    />
  )
}
