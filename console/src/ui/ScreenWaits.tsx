/** In a screen's place while its code is fetched. */
import { useTranslation } from 'react-i18next'
import { PageHead } from './PageHead.tsx'
import tableStyles from '../table/table.module.css'
import helpers from './helpers.module.css'
import skeletonStyles from './Skeleton.module.css'

export function ScreenWaits() {
  const { t } = useTranslation()
  return (
    <PageHead role="status" style={{ position: 'relative' }}>
      <span className={tableStyles.fetch} data-part="fetch" />
      <span className={skeletonStyles.skeleton} data-part="skeleton" style={{ width: 140, height: 16 }} />
      <span className={helpers.screenReader}>{t('common.loading')}</span>
    </PageHead>
  )
}
