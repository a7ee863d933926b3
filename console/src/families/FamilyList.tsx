/** The families of one scope: a store's own, or those that all stores share (specification 2 §2). */
import { hidesNfc } from '@endcap/contract/vocabulary'
import { families, type Family } from '@endcap/contract/families'
import { IconEye, IconPencil, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan, useSession } from '../app/services.ts'
import { countColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec, type Action } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { useStoreCodeIfAny } from '../app/route.ts'
import { DeleteFamiliesModal } from './delete.modal.tsx'
import { CreateFamilyModal, FamilyModal, productsOf } from './family.modal.tsx'
import { FamilyFileModal } from './file.modal.tsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'

export const familyListSpec = (site: string, onOpen: (family: Family) => void) =>
  tableSpec(families.search, {
    name: 'families',
    live: 'products',
    rowId: (family) => family.fmPrCode,
    pageLength: 25,
    columns: [
      {
        field: 'fmPrCode',
        width: 160,
        cell: (family) => <FamilyCode family={family} onOpen={onOpen} />,
        text: (family) => family.fmPrCode,
      },
      {
        field: 'prCodeList',
        width: 420,
        sort: false,
        cell: (family) => <span className={helpers.mono}>{productsOf(family).join(', ')}</span>,
        text: (family) => productsOf(family).join(', '),
      },
      { field: 'layoutId', width: 130 },
      ...(hidesNfc(site) ? [] : [{ field: 'nfc' as const, width: 180, cell: (family: Family) => family.nfc ?? '–' }]),
      { ...countColumn('tagCount', 80), sort: false },
      timeColumn('updatedAt'),
    ],
    filters: { fmPrCode: 'text', prCodeList: 'text', layoutId: 'text', ...(hidesNfc(site) ? {} : { nfc: 'text' as const }) },
    dateRange: true,
    defaultOrder: { column: 'updatedAt', dir: 'desc' },
  })

const actions: Action<Family>[] = [
  { name: 'create', needs: 'product.write', on: 'table', icon: IconPlus, opens: CreateFamilyModal },
  { name: 'upload', needs: 'product.write', on: 'table', icon: IconUpload, opens: FamilyFileModal },
  { name: 'delete', needs: 'product.write', on: 'either', icon: IconTrash, opens: DeleteFamiliesModal },
]

function FamilyCode({ family, onOpen }: { family: Family; onOpen: (family: Family) => void }) {
  return (
    <button type="button" className={helpers.cell} onClick={() => onOpen(family)}>
      <span className={helpers.mono}>{family.fmPrCode}</span>
    </button>
  )
}

/** In a store the address names it; elsewhere the list is that of the shared families. */
export function FamilyList({ tabs }: { tabs?: ReactNode }) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  const { user } = useSession()
  const { site } = user.systemConfig
  // Shared families reach every store.
  const writes = useCan()('product.write') && (storeCode !== '' || user.enableWholeStore)
  const [shown, setShown] = useState<Family>()
  const spec = useMemo(() => {
    const own = familyListSpec(site, setShown)
    return storeCode === '' ? { ...own, path: families.searchShared.path } : own
  }, [site, storeCode])
  const Pencil = writes ? IconPencil : IconEye
  return (
    <>
      <TableScreen
        spec={spec}
        storeCode={storeCode}
        load={(body, signal) =>
          storeCode === ''
            ? api.families.searchShared({ params: {}, body }, { signal })
            : api.families.search({ params: { storeCode }, body }, { signal })
        }
        title={t(storeCode === '' ? 'families.shared' : 'families.title')}
        empty={t(storeCode === '' ? 'families.noneShared' : 'families.none')}
        filledBy="create"
        actions={writes ? actions : []}
        rowButtons={1}
        rowActions={(family) => (
          <Button
            look="ghost"
            icon
            aria-label={t(writes ? 'families.edit' : 'families.view', { id: family.fmPrCode })}
            title={t(writes ? 'families.edit' : 'families.view', { id: family.fmPrCode })}
            onClick={() => setShown(family)}
          >
            <Pencil size={15} stroke={1.7} />
          </Button>
        )}
        {...(tabs !== undefined && { tabs: () => tabs })}
      />
      {shown !== undefined && <FamilyModal family={shown} readOnly={!writes} close={() => setShown(undefined)} />}
    </>
  )
}
