/** The menu: the places of which the account may read something; each leads to the tab that was open there last. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OpenCount } from '../alarms/OpenCount.tsx'
import { places, readablePart, searchOf, tabsOf, type Where } from '../app/nav.ts'
import { useCan, useSession } from '../app/services.ts'
import { useLastTabs } from './last-tabs.ts'
import styles from './shell.module.css'

interface Props {
  /** The store that is chosen, of which the screens are as far as they are of one. */
  storeCode: string | undefined
  current: Where | undefined
}
export function Places({ storeCode, current }: Props) {
  const { t } = useTranslation()
  const can = useCan()
  const lastTabs = useLastTabs(useSession().user.email, current)
  return (
    <nav className={styles.nav} aria-label={t('nav.main')}>
      {places.map((place) => {
        const readable = readablePart(place, can)
        if (readable === undefined) return null
        const tabs = tabsOf(readable)
        const tab = tabs.find(({ name }) => name === lastTabs[place.name]) ?? tabs[0]
        if (tab === undefined) return null
        return (
          <Link
            key={place.name}
            data-place-key={place.key}
            to={tab.to(storeCode)}
            search={searchOf(tab, storeCode)}
            // Which one is current is told by the address of the screen, not by how addresses begin.
            activeOptions={{ exact: true }}
            {...(place === current?.place && { 'aria-current': 'page' })}
          >
            <place.icon size={17} stroke={1.6} />
            {t(`nav.place.${place.name}`)}
            {place.name === 'alarms' && <OpenCount />}
          </Link>
        )
      })}
    </nav>
  )
}
