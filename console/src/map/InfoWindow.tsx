/** What the map tells of the selected store: who it is, how it is, and the way to its list. */
import type { StoreStatus } from '@endcap/contract/stores'
import { Link } from '@tanstack/react-router'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'
import { State } from '../ui/state.tsx'

interface Props<Field extends keyof StoreStatus> {
  store: StoreStatus
  counts: readonly Field[]
  to: string
  onClose: () => void
}

export function InfoWindow<Field extends keyof StoreStatus>({ store, counts, to, onClose }: Props<Field>) {
  const { t } = useTranslation()
  return (
    <section
      className="map-info"
      aria-label={store.storeName}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <header>
        <b>{store.storeName}</b>
        <button type="button" className="btn icon ghost" aria-label={t('common.close')} onClick={onClose}>
          <IconX size={15} />
        </button>
      </header>
      <p>
        <span className="mono">{store.storeCode}</span>
        <State state={store.status} />
      </p>
      {store.address !== '' && <p>{store.address}</p>}
      <dl>
        {counts.map((field) => (
          <div key={field}>
            <dt>{t(`stores.column.${field}`)}</dt>
            <dd>{formatNumber(Number(store[field]))}</dd>
          </div>
        ))}
      </dl>
      {store.position === null && <p className="hint">{t('map.noPositionHint')}</p>}
      <Link className="btn" to={to} search={{}}>
        {t('map.open')}
      </Link>
    </section>
  )
}
