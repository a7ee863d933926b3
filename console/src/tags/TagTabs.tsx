/** State tabs with counts over the tag list, and the shelf strip. */
import { errorStatuses, inProgressStatuses, type TagStatus } from '@endcap/contract/vocabulary'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'
import { Glyph, ShelfStrip, type StateKind } from '../ui/state.tsx'

interface Counts {
  total: number
  byStatus: Record<TagStatus, number>
}
const tabs: { name: string; statuses: readonly TagStatus[]; kind: StateKind }[] = [
  { name: 'OK', statuses: ['OK'], kind: 'ok' },
  { name: 'running', statuses: inProgressStatuses, kind: 'info' },
  { name: 'NG', statuses: errorStatuses.filter((status) => status !== 'MISSING'), kind: 'bad' },
  { name: 'MISSING', statuses: ['MISSING'], kind: 'alarm' },
  { name: 'DEASSIGN', statuses: ['DEASSIGN'], kind: 'idle' },
]

export function TagTabs({ counts, filter, onChange }: { counts: Counts | undefined; filter: string; onChange: (text: string) => void }) {
  const { t } = useTranslation()
  const count = (statuses: readonly TagStatus[]) => statuses.reduce((sum, status) => sum + (counts?.byStatus[status] ?? 0), 0)
  const parts = tabs.map(({ statuses, kind }) => ({ kind, count: count(statuses) }))
  const words = tabs.map(({ name, statuses }) => `${t(`tags.tab.${name}`)} ${count(statuses)}`)
  return (
    <>
      <div className="tabs" role="group" aria-label={t('tags.column.status')} style={{ borderBottom: 0 }}>
        <Tab text={t('common.all')} count={counts?.total} active={filter === ''} onClick={() => onChange('')} />
        {tabs.map(({ name, statuses, kind }) => {
          const own = `==${statuses.join(',')}`
          return (
            <Tab
              key={name}
              text={t(`tags.tab.${name}`)}
              kind={kind}
              count={counts && count(statuses)}
              active={filter === own}
              onClick={() => onChange(filter === own ? '' : own)}
            />
          )
        })}
      </div>
      <ShelfStrip parts={parts} label={words.join(', ')} />
    </>
  )
}

function Tab({
  text,
  count,
  kind,
  active,
  onClick,
}: {
  text: string
  count: number | undefined
  kind?: StateKind
  active: boolean
  onClick: () => void
}) {
  return (
    <button type="button" aria-pressed={active} onClick={onClick}>
      {kind !== undefined && <Glyph kind={kind} />}
      {text}
      <span className="n">{count === undefined ? '' : formatNumber(count)}</span>
    </button>
  )
}
