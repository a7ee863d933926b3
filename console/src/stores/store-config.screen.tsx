/** /setting/store-config: how each store is configured (specification 2 §2, §3, §6). */
import { stores, type ConfigRow } from '@endcap/contract/stores'
import { checkDays } from '@endcap/contract/vocabulary'
import { administratorRoleId } from '@endcap/contract/privileges'
import { IconDatabaseExport, IconDatabaseImport, IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf, useRouteSearch } from '../app/route.ts'
import { errorText, useApi, useCan, useSession } from '../app/services.ts'
import { saveBlob } from '../data/save.ts'
import { codeColumn, timeColumn } from '../table/columns.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { tableSpec, type Action } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { notify } from '../ui/notify.ts'
import { MigrateStore } from './migrate.modal.tsx'
import { RemoveStore } from './remove-store.modal.tsx'
import { StoreModal } from './store.modal.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './stores.module.css'

const actions: Action<ConfigRow>[] = [{ name: 'create', needs: 'store_config.write', on: 'table', icon: IconPlus, opens: StoreModal }]
const dayOf = (t: (key: string) => string, day: string) => (day === '' ? '–' : t(`storeConfig.day.${day}`))

export function storeConfigSpec(t: (key: string) => string, onOpen?: (store: ConfigRow) => void) {
  return tableSpec(stores.configList, {
    name: 'storeConfig',
    live: 'stores',
    rowId: (store) => store.storeCode,
    // Specification 2 §2.
    pageLength: 25,
    columns: [
      { field: 'storeName', width: 230, cell: (store) => <NameOf store={store} onOpen={onOpen} />, text: (store) => store.storeName },
      codeColumn('storeCode', 130),
      codeColumn('storeType', 130),
      { field: 'timeZone', width: 160 },
      { field: 'locale', width: 90 },
      { field: 'currency', width: 90 },
      {
        field: 'tagStatusCheckDay',
        width: 140,
        cell: (store) => dayOf(t, store.tagStatusCheckDay),
        text: (store) => dayOf(t, store.tagStatusCheckDay),
      },
      timeColumn('updatedAt'),
      { field: 'address', width: 260 },
    ],
    filters: {
      storeName: 'text',
      storeCode: 'text',
      storeType: 'text',
      timeZone: 'text',
      address: 'text',
      tagStatusCheckDay: { options: checkDays, label: (day) => t(`storeConfig.day.${day}`) },
    },
    defaultOrder: { column: 'storeName', dir: 'asc' },
  })
}

function NameOf({ store, onOpen }: { store: ConfigRow; onOpen: ((store: ConfigRow) => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      {store.closing || onOpen === undefined ? (
        store.storeName
      ) : (
        <button type="button" className={helpers.cell} onClick={() => onOpen(store)}>
          {store.storeName}
        </button>
      )}
      {store.closing && <span className={styles.storeClosing}> · {t('storeConfig.closing')}</span>}
    </>
  )
}

export function StoreConfigScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const write = useCan()('store_config.write')
  const [open, setOpen] = useState<{ step: 'edit' | 'remove' | 'migrate'; store: ConfigRow }>()
  const close = () => setOpen(undefined)
  const search = useRouteSearch()
  const linked = textOf(search.store)
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '.', search: (now: object) => ({ ...now, store: undefined, field: undefined }), replace: true })
  // Specification 2 §6: role 0 alone.
  const moves = useSession().user.role_id === administratorRoleId
  const exportOf = (storeCode: string) =>
    api.storeMoves.export({ params: { storeCode } }).then(
      (content) => saveBlob(content, `${storeCode}.jsonl`),
      (error: unknown) => void notify(errorText(error, t)),
    )
  const spec = useMemo(() => storeConfigSpec(t, (store) => setOpen({ step: 'edit', store })), [t])
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.stores.configList({ params: {}, body }, { signal })}
        title={t('storeConfig.title')}
        actions={actions}
        empty={t('storeConfig.none')}
        emptyHint={t('storeConfig.noneHint')}
        filledBy="create"
        rowButtons={moves ? 4 : write ? 2 : 1}
        rowActions={(store) =>
          !store.closing && (
            <>
              <RowButton
                label={t(write ? 'storeConfig.edit' : 'storeConfig.view', { name: store.storeName })}
                icon={write ? IconPencil : IconEye}
                onClick={() => setOpen({ step: 'edit', store })}
              />
              {moves && (
                <>
                  <RowButton
                    label={t('storeConfig.exportOf', { name: store.storeName })}
                    icon={IconDatabaseExport}
                    onClick={() => void exportOf(store.storeCode)}
                  />
                  <RowButton
                    label={t('storeConfig.migrateOf', { name: store.storeName })}
                    icon={IconDatabaseImport}
                    onClick={() => setOpen({ step: 'migrate', store })}
                  />
                </>
              )}
              {write && (
                <RowButton
                  label={t('storeConfig.removeOf', { name: store.storeName })}
                  icon={IconTrash}
                  onClick={() => setOpen({ step: 'remove', store })}
                />
              )}
            </>
          )
        }
      />
      {open?.step === 'edit' && <StoreModal storeCode={open.store.storeCode} readOnly={!write} close={close} />}
      {open === undefined && linked !== undefined && (
        <StoreModal
          key={`${linked} ${textOf(search.field)}`}
          storeCode={linked}
          field={textOf(search.field)}
          readOnly={!write}
          close={leave}
        />
      )}
      {open?.step === 'migrate' && <MigrateStore store={open.store} close={close} />}
      {open?.step === 'remove' && <RemoveStore store={open.store} close={close} />}
    </>
  )
}
