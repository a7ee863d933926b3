/** /setting/server-config: general settings, the mail server, and the app's files (specification 2 §2). */
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRouteSearch } from '../app/route.ts'
import { useCan, useSession } from '../app/services.ts'
import { AppFiles } from './AppFiles.tsx'
import { GeneralForm } from './GeneralForm.tsx'
import { SmtpForm } from './SmtpForm.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import settingPageStyles from '../ui/setting-page.module.css'
import tabsStyles from '../ui/Tabs.module.css'
import panelStyles from '../ui/Panel.module.css'

const parts = ['general', 'smtp', 'apps'] as const

/** Settings that reach every store are for accounts of all stores. */
export function useMayChange(): boolean {
  const { enableWholeStore } = useSession().user
  return useCan()('server_config.write') && enableWholeStore
}

export function ServerConfigScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useRouteSearch()
  const part = parts.find((one) => one === search.tab) ?? 'general'
  const mayChange = useMayChange()
  return (
    <div className={part === 'apps' ? settingPageStyles.settingPage : panelStyles.scroll}>
      <PageHead>
        <h1>{t('settings.title')}</h1>
      </PageHead>
      <div className={tabsStyles.tabs} role="group" aria-label={t('settings.parts')}>
        {parts.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === part}
            onClick={() => void navigate({ to: '.', search: one === 'general' ? {} : { tab: one }, replace: true })}
          >
            {t(`settings.part.${one}`)}
          </button>
        ))}
      </div>
      {!mayChange && <p className={settingPageStyles.settingNote}>{t('settings.readOnly')}</p>}
      {part === 'general' && <GeneralForm readOnly={!mayChange} />}
      {part === 'smtp' && <SmtpForm readOnly={!mayChange} />}
      {part === 'apps' && <AppFiles readOnly={!mayChange} />}
    </div>
  )
}
