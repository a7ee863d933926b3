/** What displays of a store have shown, each time and by days, side by side. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import tabsStyles from '../ui/Tabs.module.css'

const pages = [
  { name: 'each', to: paths.plays },
  { name: 'sums', to: paths.playSums },
] as const

export function PlayPages({ storeCode, current }: { storeCode: string; current: (typeof pages)[number]['name'] }) {
  const { t } = useTranslation()
  return (
    <nav className={tabsStyles.tabs} aria-label={t('plays.title')}>
      {pages.map(({ name, to }) => (
        <Link key={name} to={to(storeCode)} search={{}} replace {...(name === current && { 'aria-current': 'page' })}>
          {t(`plays.page.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
