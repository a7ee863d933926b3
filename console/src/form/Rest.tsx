/** How much more there is than a list names. */
import { useTranslation } from 'react-i18next'
import { Hint } from '../ui/Hint.tsx'

export function Rest({ shown, of }: { shown: number; of: number }) {
  const { t } = useTranslation()
  return of > shown ? <Hint flush>{t('products.review.more', { count: of - shown })}</Hint> : null
}
