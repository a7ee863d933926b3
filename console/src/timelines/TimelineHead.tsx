/** The head of a timeline's two pages, and the way between them. */
import type { Timeline } from '@endcap/contract/timelines'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { MadeOf } from '../ui/MadeOf.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import pageHeadStyles from '../ui/PageHead.module.css'
import tabsStyles from '../ui/Tabs.module.css'

export function TimelineHead({ timeline, on }: { timeline: Timeline; on: 'schedule' | 'devices' }) {
  const { t } = useTranslation()
  const { id, name, schedule, device, screens } = timeline
  const displays = device.reduce((sum, list) => sum + list.length, 0)
  const tabs = [
    { part: 'schedule', to: paths.timelineSchedule(id), count: schedule.length },
    { part: 'devices', to: paths.timelineDevices(id), count: displays },
  ] as const
  return (
    <>
      <PageHead>
        <h1>{name}</h1>
        <span className={pageHeadStyles.sub}>{t('shows.screens', { count: Math.max(1, screens) })}</span>
      </PageHead>
      <MadeOf kind="timeline" id={id} />
      <nav className={tabsStyles.tabs} aria-label={t('timelines.parts')}>
        {tabs.map(({ part, to, count }) => (
          <Link key={part} to={to} search={{}} aria-current={part === on ? 'page' : undefined}>
            {t(`timelines.${part}`)} <span className={tabsStyles.count}>{count}</span>
          </Link>
        ))}
      </nav>
    </>
  )
}
