/** What the map tells of the selected store: who it is, how it is, and the way to its list. */
import { Link } from '@tanstack/react-router'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { retainedView } from '../app/paths.ts'
import { State } from '../ui/state.tsx'
import type { MapStore } from './points.ts'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import { buttonClass } from '../ui/button-class.ts'
import helpers from '../ui/helpers.module.css'
import mapStyles from './map.module.css'

interface Props {
  store: MapStore
  to: string
  onClose: () => void
}

export function InfoWindow({ store, to, onClose }: Props) {
  const { t } = useTranslation()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from everything inside
    <section
      className={mapStyles.mapInfo}
      aria-label={store.storeName}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <header>
        <b>{store.storeName}</b>
        <Button look="ghost" icon aria-label={t('common.close')} onClick={onClose}>
          <IconX size={15} />
        </Button>
      </header>
      <p>
        <span className={helpers.mono}>{store.storeCode}</span>
        <State state={store.status} />
      </p>
      {store.address !== '' && <p>{store.address}</p>}
      <dl>
        {store.facts.map(([word, figure]) => (
          <div key={word}>
            <dt>{t(word)}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {store.position === null && <Hint>{t('map.noPositionHint')}</Hint>}
      <Link className={buttonClass()} to={to} search={retainedView}>
        {t('map.open')}
      </Link>
    </section>
  )
}
