/** The pages of one drawing. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import tabsStyles from '../ui/Tabs.module.css'

const pages = { designer: paths.layoutDesigner, check: paths.layoutCheck, versions: paths.layoutVersions }
const names = ['designer', 'check', 'versions'] as const

export function DrawingTabs({ drawingId, current }: { drawingId: string; current: (typeof names)[number] }) {
  const { t } = useTranslation()
  return (
    <nav className={tabsStyles.tabs} aria-label={t('layouts.pages')}>
      <Link to={paths.layouts} search={{}} activeOptions={{ exact: true }}>
        {t('layouts.title')}
      </Link>
      {names.map((name) => (
        <Link
          key={name}
          to={pages[name](drawingId)}
          search={{}}
          activeOptions={{ exact: true }}
          aria-current={name === current ? 'page' : undefined}
        >
          {t(`layouts.tab.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
