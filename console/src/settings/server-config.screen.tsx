/** /setting/server-config: general settings, the mail server, and the app's files (specification 2 §2). */
import { useTranslation } from 'react-i18next'
import { useCan, useSession } from '../app/services.ts'
import { AppFiles } from './AppFiles.tsx'
import { GeneralForm } from './GeneralForm.tsx'
import { SmtpForm } from './SmtpForm.tsx'
import { AddressTabs, useAddressTab } from '../ui/AddressTabs.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import settingPageStyles from '../ui/setting-page.module.css'
import panelStyles from '../ui/Panel.module.css'

const parts = ['general', 'smtp', 'apps'] as const

/** Settings that reach every store are for accounts of all stores. */
export function useMayChange(): boolean {
  const { enableWholeStore } = useSession().user
  return useCan()('server_config.write') && enableWholeStore
}

export function ServerConfigScreen() {
  const { t } = useTranslation()
  const part = useAddressTab(parts)
  const mayChange = useMayChange()
  return (
    <div className={part === 'apps' ? settingPageStyles.settingPage : panelStyles.scroll}>
      <PageHead>
        <h1>{t('settings.title')}</h1>
      </PageHead>
      <AddressTabs label={t('settings.parts')} tabs={parts} textOf={(one) => t(`settings.part.${one}`)} />
      {!mayChange && <p className={settingPageStyles.settingNote}>{t('settings.readOnly')}</p>}
      {part === 'general' && <GeneralForm readOnly={!mayChange} />}
      {part === 'smtp' && <SmtpForm readOnly={!mayChange} />}
      {part === 'apps' && <AppFiles readOnly={!mayChange} />}
    </div>
  )
}
