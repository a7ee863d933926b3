/** /plus/v1/set: shows and lists of prices, one after the other (specification 3 §2). */
import { showSets, type ShowSetRow } from '@endcap/contract/show-sets'
import { IconEdit, IconEye, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useCan } from '../app/services.ts'
import { linkColumn, timeColumn } from '../table/columns.tsx'
import { lengthText } from '../ui/format.ts'
import { RemoveSome } from '../form/remove-some.modal.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { RowLink } from '../table/RowLink.tsx'
import { tableSpec, type Action, type ActionProps } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { buttonClass } from '../ui/button-class.ts'

function Remove({ rows, close }: ActionProps<ShowSetRow>) {
  const api = useApi()
  return <RemoveSome kind="set" things={rows} remove={(ids) => api.showSets.remove({ body: { ids } })} close={close} />
}
const actions: Action<ShowSetRow>[] = [{ name: 'remove', needs: 'plus.write', on: 'either', icon: IconTrash, opens: Remove }]

export function SetListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('plus.write')
  const [removing, setRemoving] = useState<ShowSetRow>()
  const spec = useMemo(
    () =>
      tableSpec(showSets.search, {
        name: 'showSets',
        live: 'signage',
        rowId: ({ id }) => id,
        pageLength: 25,
        columns: [
          linkColumn('name', 300, ({ id }) => paths.set(id)),
          { field: 'duration', width: 120, numeric: true, cell: ({ duration }) => lengthText(duration) },
          { field: 'entryCount', width: 110, numeric: true, sort: false },
          { field: 'user', width: 200 },
          timeColumn('updatedAt'),
        ],
        filters: { name: 'text', duration: 'text', user: 'text' },
        dateRange: true,
        defaultOrder: { column: 'name', dir: 'asc' },
      }),
    [],
  )
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.showSets.search({ params: {}, body }, { signal })}
        title={t('showSets.title')}
        empty={t('showSets.none')}
        fill={
          mayWrite && (
            <Link className={buttonClass()} to={paths.newSet} search={{}}>
              {t('showSets.first')}
            </Link>
          )
        }
        actions={actions}
        head={
          mayWrite && (
            <Link className={buttonClass('primary')} to={paths.newSet} search={{}}>
              <IconPlus size={15} stroke={1.7} />
              {t('showSets.create')}
            </Link>
          )
        }
        rowButtons={mayWrite ? 2 : 1}
        rowActions={(row) => (
          <>
            <RowLink
              to={paths.set(row.id)}
              label={t(mayWrite ? 'shows.edit' : 'shows.view', { name: row.name })}
              icon={mayWrite ? IconEdit : IconEye}
            />
            {mayWrite && <RowButton label={t('shows.removeOne', { name: row.name })} icon={IconTrash} onClick={() => setRemoving(row)} />}
          </>
        )}
      />
      {removing !== undefined && <Remove rows={[removing]} close={() => setRemoving(undefined)} />}
    </>
  )
}
