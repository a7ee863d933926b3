/** In a screen's place while its code is fetched. */
import { useTranslation } from 'react-i18next'

export function ScreenWaits() {
  const { t } = useTranslation()
  return (
    <div className="ph" role="status" style={{ position: 'relative' }}>
      <span className="fetch" />
      <span className="skel" style={{ width: 140, height: 16 }} />
      <span className="sr">{t('common.loading')}</span>
    </div>
  )
}
