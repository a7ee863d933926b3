/** /setting/store-config: how each store is configured (specification 2 §2, §3, §6). */
import { stores, type ConfigRow } from '@endcap/contract/stores'
import { checkDays } from '@endcap/contract/vocabulary'
import { administratorRoleId } from '@endcap/contract/privileges'
import { IconDatabaseExport, IconDatabaseImport, IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useCan, useSession } from '../app/services.ts'
import { saveBlob } from '../data/save.ts'
import { codeColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec, type Action, type ActionProps } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { notify } from '../ui/notify.ts'
import { MigrateStore } from './migrate.modal.tsx'
import { RemoveStore } from './remove-store.modal.tsx'
import { StoreModal } from './store.modal.tsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './stores.module.css'

const icon = { size: 15, stroke: 1.7 }
const actions: Action<ConfigRow>[] = [{ name: 'create', needs: 'store_config.write', on: 'table', icon: IconPlus, opens: NewStore }]
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
        actionsWidth={moves ? 136 : write ? 76 : 44}
        rowActions={(store) =>
          !store.closing && (
            <>
              <Button
                look="ghost"
                icon
                aria-label={t(write ? 'storeConfig.edit' : 'storeConfig.view', { name: store.storeName })}
                title={t(write ? 'storeConfig.edit' : 'storeConfig.view', { name: store.storeName })}
                onClick={() => setOpen({ step: 'edit', store })}
              >
                {write ? <IconPencil {...icon} /> : <IconEye {...icon} />}
              </Button>
              {moves && (
                <>
                  <IconButton name={t('storeConfig.exportOf', { name: store.storeName })} onClick={() => void exportOf(store.storeCode)}>
                    <IconDatabaseExport {...icon} />
                  </IconButton>
                  <IconButton
                    name={t('storeConfig.migrateOf', { name: store.storeName })}
                    onClick={() => setOpen({ step: 'migrate', store })}
                  >
                    <IconDatabaseImport {...icon} />
                  </IconButton>
                </>
              )}
              {write && (
                <Button
                  look="ghost"
                  icon
                  aria-label={t('storeConfig.removeOf', { name: store.storeName })}
                  title={t('storeConfig.removeOf', { name: store.storeName })}
                  onClick={() => setOpen({ step: 'remove', store })}
                >
                  <IconTrash {...icon} />
                </Button>
              )}
            </>
          )
        }
      />
      {open?.step === 'edit' && <StoreModal storeCode={open.store.storeCode} readOnly={!write} close={close} />}
      {open?.step === 'migrate' && <MigrateStore store={open.store} close={close} />}
      {open?.step === 'remove' && <RemoveStore store={open.store} close={close} />}
    </>
  )
}

function IconButton({ name, onClick, children }: { name: string; onClick: () => void; children: ReactNode }) {
  return (
    <Button look="ghost" icon aria-label={name} title={name} onClick={onClick}>
      {children}
    </Button>
  )
}

function NewStore({ close }: ActionProps<ConfigRow>) {
  const queries = useQueryClient()
  return (
    <StoreModal
      close={(changed) => {
        close(changed)
        if (changed) void queries.invalidateQueries({ queryKey: ['stores'] })
      }}
    />
  )
}
