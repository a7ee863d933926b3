/** Where the rows would be when there are none: why, and the one button that fills the list. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import type { Action } from './spec.ts'
import tableStyles from './table.module.css'

interface Props {
  filtered: boolean
  /** What to say when there are no rows at all, and why there are none. */
  text?: string | undefined
  hint?: string | undefined
  /** What fills the list. */
  fill?: ReactNode
  onClear: () => void
}

export function Empty({ filtered, text, hint, fill, onClear }: Props) {
  const { t } = useTranslation()
  const why = filtered ? t('table.noneHint') : (hint ?? (text === undefined ? t('table.emptyHint') : undefined))
  return (
    <div className={tableStyles.empty}>
      <b>{filtered ? t('table.none') : (text ?? t('table.empty'))}</b>
      {why !== undefined && <p>{why}</p>}
      {filtered ? <Button onClick={onClear}>{t('table.clearAll')}</Button> : fill}
    </div>
  )
}

interface FillProps<Row> {
  /** `<name>.fill` says what it does. */
  name: string
  action: Action<Row> | undefined
  onStart: (action: Action<Row>) => void
}

/** The action of a list that fills it, as a button in the empty list. */
export function FillButton<Row>({ name, action, onStart }: FillProps<Row>) {
  const { t } = useTranslation()
  if (action === undefined) return null
  return (
    <Button onClick={() => onStart(action)}>
      <action.icon size={15} stroke={1.7} />
      {t(`${name}.fill`)}
    </Button>
  )
}
