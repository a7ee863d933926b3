/** The histories of one tag, side by side. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useSession } from '../app/services.ts'
import tabsStyles from './Tabs.module.css'

const histories = [
  { name: 'update', to: paths.tagHistory },
  { name: 'alarm', to: paths.tagAlarms },
  { name: 'battery', to: paths.tagBattery },
  { name: 'reset', to: paths.tagResets },
  { name: 'temperature', to: paths.tagTemperature },
] as const

interface Props {
  storeCode: string
  tagMac: string
  tagId: string
  current: (typeof histories)[number]['name']
}

export function TagHistoryTabs({ storeCode, tagMac, tagId, current }: Props) {
  const { t } = useTranslation()
  const { enableTagUpdateHistory: keepsUpdates } = useSession().user.systemConfig
  const shown = histories.filter(({ name }) => name !== 'update' || keepsUpdates || current === 'update')
  return (
    <nav className={tabsStyles.tabs} aria-label={t('tags.histories')}>
      {shown.map(({ name, to }) => (
        <Link key={name} to={to(storeCode, tagMac, tagId)} search={{}} replace {...(name === current && { 'aria-current': 'page' })}>
          {t(`tags.historyOf.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
