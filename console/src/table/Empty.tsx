/** Where the rows would be when there are none. */
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import tableStyles from './table.module.css'

/** `text`: what to say when there are no rows at all. */
export function Empty({ filtered, text, onClear }: { filtered: boolean; text?: string | undefined; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={tableStyles.empty}>
      <b>{filtered ? t('table.none') : (text ?? t('table.empty'))}</b>
      {(filtered || text === undefined) && <p>{t(filtered ? 'table.noneHint' : 'table.emptyHint')}</p>}
      {filtered && <Button onClick={onClear}>{t('table.clearAll')}</Button>}
    </div>
  )
}
