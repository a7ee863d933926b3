/** The members by their state; who waits for approval is counted where somebody has to act. */
import { memberStatuses } from '@endcap/contract/members'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'
import { useMemberOverview } from './use-members.ts'

export function MemberTabs({ filter, onChange }: { filter: string; onChange: (filter: string) => void }) {
  const { t } = useTranslation()
  const { data } = useMemberOverview()
  const tab = (value: string, label: string, count: number | undefined, urgent = false) => (
    <button key={value} type="button" aria-pressed={filter === value} onClick={() => onChange(value)}>
      {label}
      {count !== undefined && <span className={urgent && count > 0 ? 'n member-waits' : 'n'}>{formatNumber(count)}</span>}
    </button>
  )
  return (
    <div className="tabs" role="group" aria-label={t('members.column.status')}>
      {tab('', t('common.all'), data?.total)}
      {memberStatuses.map((status) => tab(`==${status}`, t(`members.tab.${status}`), data?.byStatus[status], status === 'WAITING'))}
    </div>
  )
}
