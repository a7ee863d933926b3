/** State tabs with counts over the tag list, and the shelf strip. */
import { errorStatuses, inProgressStatuses, missingIsNg, type TagStatus } from '@endcap/contract/vocabulary'
import { useTranslation } from 'react-i18next'
import { ShelfStrip, type StateKind } from '../ui/state.tsx'
import { StatusTabs } from '../ui/StatusTabs.tsx'

interface Counts {
  total: number
  byStatus: Record<TagStatus, number>
}
interface TabOf {
  name: string
  statuses: readonly TagStatus[]
  kind: StateKind
}
const defaultTabs: TabOf[] = [
  { name: 'OK', statuses: ['OK'], kind: 'ok' },
  { name: 'running', statuses: inProgressStatuses, kind: 'info' },
  { name: 'NG', statuses: errorStatuses.filter((status) => status !== 'MISSING'), kind: 'bad' },
  { name: 'MISSING', statuses: ['MISSING'], kind: 'alarm' },
  { name: 'DEASSIGN', statuses: ['DEASSIGN'], kind: 'idle' },
]

/** Where missing tags are treated specially they are among the failed ones (specification 1 §4). */
export const tabsOf = (site: string): TabOf[] =>
  missingIsNg(site)
    ? defaultTabs.filter(({ name }) => name !== 'MISSING').map((tab) => (tab.name === 'NG' ? { ...tab, statuses: errorStatuses } : tab))
    : defaultTabs

interface Props {
  site: string
  counts: Counts | undefined
  filter: string
  onChange: (text: string) => void
}

export function TagTabs({ site, counts, filter, onChange }: Props) {
  const { t } = useTranslation()
  const tabs = tabsOf(site)
  const count = (statuses: readonly TagStatus[]) => statuses.reduce((sum, status) => sum + (counts?.byStatus[status] ?? 0), 0)
  const parts = tabs.map(({ statuses, kind }) => ({ kind, count: count(statuses) }))
  const words = tabs.map(({ name, statuses }) => `${t(`tags.tab.${name}`)} ${count(statuses)}`)
  return (
    <>
      <StatusTabs
        label={t('tags.column.status')}
        total={counts?.total}
        tabs={tabs.map(({ name, statuses, kind }) => ({
          value: `==${statuses.join(',')}`,
          kind,
          name: t(`tags.tab.${name}`),
          count: count(statuses),
        }))}
        chosen={filter}
        onChoose={onChange}
      />
      <ShelfStrip parts={parts} label={words.join(', ')} />
    </>
  )
}
