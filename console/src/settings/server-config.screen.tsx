/** /setting/server-config: general settings, the mail server, and the app's files (specification 2 §2). */
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import '../theme/panels.css'
import '../theme/settings.css'
import { useRouteSearch } from '../app/route.ts'
import { useCan, useSession } from '../app/services.ts'
import { AppFiles } from './AppFiles.tsx'
import { GeneralForm } from './GeneralForm.tsx'
import { SmtpForm } from './SmtpForm.tsx'

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
    <div className={part === 'apps' ? 'setting-page' : 'scroll'}>
      <div className="ph">
        <h1>{t('settings.title')}</h1>
      </div>
      <div className="tabs" role="group" aria-label={t('settings.parts')}>
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
      {!mayChange && <p className="setting-note">{t('settings.readOnly')}</p>}
      {part === 'general' && <GeneralForm readOnly={!mayChange} />}
      {part === 'smtp' && <SmtpForm readOnly={!mayChange} />}
      {part === 'apps' && <AppFiles readOnly={!mayChange} />}
    </div>
  )
}
