/** The members by their state; those that wait for approval are marked, as they need an action. */
import { memberStatuses } from '@endcap/contract/members'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'
import { useMemberOverview } from './use-members.ts'
import tabsStyles from '../ui/Tabs.module.css'
import { clsx } from 'clsx'
import styles from './members.module.css'

export function MemberTabs({ filter, onChange }: { filter: string; onChange: (filter: string) => void }) {
  const { t } = useTranslation()
  const { data } = useMemberOverview()
  const tab = (value: string, label: string, count: number | undefined, urgent = false) => (
    <button key={value} type="button" aria-pressed={filter === value} onClick={() => onChange(value)}>
      {label}
      {count !== undefined && (
        <span className={clsx(tabsStyles.count, urgent && count > 0 && styles.memberWaits)}>{formatNumber(count)}</span>
      )}
    </button>
  )
  return (
    <div className={tabsStyles.tabs} role="group" aria-label={t('members.column.status')}>
      {tab('', t('common.all'), data?.total)}
      {memberStatuses.map((status) => tab(`==${status}`, t(`members.tab.${status}`), data?.byStatus[status], status === 'WAITING'))}
    </div>
  )
}
