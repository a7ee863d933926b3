/** The screens of a place: a row of tabs, or, where they are many, a list in groups beside the screen. */
import { Link } from '@tanstack/react-router'
import { IconSelector } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readablePart, searchOf, tabsOf, type NavPlace, type NavTab, type Where } from '../app/nav.ts'
import { useCan } from '../app/services.ts'
import tabsStyles from '../ui/Tabs.module.css'
import styles from './PlaceTabs.module.css'

interface Props {
  storeCode: string | undefined
  current: Where
  pathname: string
}
/** Nothing where there is no choice, or where the screen needs all of the width. */
export function PlaceTabs({ storeCode, current, pathname }: Props) {
  const place = readablePart(current.place, useCan())
  if (place === undefined || tabsOf(place).length < 2 || current.tab.whole?.test(pathname) === true) return null
  const Shape = current.place.groups.length > 1 ? Groups : Row
  // A new one for each screen: what was folded out is folded in again.
  return <Shape key={pathname} place={place} current={current.tab} storeCode={storeCode} />
}

interface ShapeProps {
  place: NavPlace
  current: NavTab
  storeCode: string | undefined
}
function Row({ place, current, storeCode }: ShapeProps) {
  const { t } = useTranslation()
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-current=page]')
    // On a phone the row is wider than the screen.
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [])
  return (
    <nav ref={row} className={clsx(tabsStyles.tabs, styles.row)} aria-label={t('nav.tabsOf', { place: t(`nav.place.${place.name}`) })}>
      {tabsOf(place).map((tab) => (
        <TabLink key={tab.name} tab={tab} current={current} storeCode={storeCode} />
      ))}
    </nav>
  )
}

function Groups({ place, current, storeCode }: ShapeProps) {
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- folds in what its own button has folded out
    <nav
      className={styles.side}
      aria-label={t('nav.tabsOf', { place: t(`nav.place.${place.name}`) })}
      data-groups
      data-open={open || undefined}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
    >
      <button type="button" className={styles.fold} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t(`nav.${current.name}`)}
        <IconSelector size={15} />
      </button>
      <div id={id} className={styles.groups}>
        {place.groups.map(({ name, tabs }) => (
          <div key={name} role="group" aria-labelledby={`${id}${name}`}>
            <p id={`${id}${name}`}>{t(`nav.group.${name}`)}</p>
            {tabs.map((tab) => (
              <TabLink key={tab.name} tab={tab} current={current} storeCode={storeCode} />
            ))}
          </div>
        ))}
      </div>
    </nav>
  )
}

function TabLink({ tab, current, storeCode }: { tab: NavTab; current: NavTab; storeCode: string | undefined }) {
  const { t } = useTranslation()
  return (
    <Link
      to={tab.to(storeCode)}
      search={searchOf(tab, storeCode)}
      activeOptions={{ exact: true }}
      {...(tab.name === current.name && { 'aria-current': 'page' })}
    >
      {t(`nav.${tab.name}`)}
    </Link>
  )
}
