/** Over a list: a tab for all of its rows, and one for each status with its count; a second press shows all again. */
import { useTranslation } from 'react-i18next'
import { formatNumber } from './format.ts'
import { Glyph, type StateKind } from './state.tsx'
import tabsStyles from './Tabs.module.css'

interface Tab {
  /** What is chosen with it. */
  value: string
  kind: StateKind
  name: string
  count: number
}
interface Props {
  label: string
  /** Undefined while the counts are not known. */
  total: number | undefined
  tabs: readonly Tab[]
  /** Empty for all; of no tab where rows are chosen otherwise. */
  chosen: string
  onChoose: (value: string) => void
}
export function StatusTabs({ label, total, tabs, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  return (
    <div className={tabsStyles.tabs} role="group" aria-label={label} style={{ borderBottom: 0 }}>
      <button type="button" aria-pressed={chosen === ''} onClick={() => onChoose('')}>
        {t('common.all')}
        <span className={tabsStyles.count}>{total !== undefined && formatNumber(total)}</span>
      </button>
      {tabs.map(({ value, kind, name, count }) => (
        <button key={value} type="button" aria-pressed={chosen === value} onClick={() => onChoose(chosen === value ? '' : value)}>
          <Glyph kind={kind} />
          {name}
          <span className={tabsStyles.count}>{total !== undefined && formatNumber(count)}</span>
        </button>
      ))}
    </div>
  )
}
