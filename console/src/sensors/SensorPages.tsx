/** The histories of one sensor, side by side. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import tabsStyles from '../ui/Tabs.module.css'

const pages = [
  { name: 'history', to: paths.sensorHistory },
  { name: 'alarm', to: paths.sensorAlarms },
] as const

interface Props {
  storeCode: string
  sensorMac: string
  current: (typeof pages)[number]['name']
}

export function SensorPages({ storeCode, sensorMac, current }: Props) {
  const { t } = useTranslation()
  return (
    <nav className={tabsStyles.tabs} aria-label={t('sensors.pages')}>
      {pages.map(({ name, to }) => (
        <Link key={name} to={to(storeCode, sensorMac)} search={{}} replace {...(name === current && { 'aria-current': 'page' })}>
          {t(`sensors.page.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
