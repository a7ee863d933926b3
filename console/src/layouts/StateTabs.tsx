/** The library by state; what is archived stands apart. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { formatNumber } from '../ui/format.ts'
import { Glyph } from '../ui/state.tsx'
import { drawingStates, signOf } from '../ui/drawings.ts'
import tabsStyles from '../ui/Tabs.module.css'

const current = drawingStates.filter((state) => state !== 'archived')
/** What a list without a filter by state asks for. */
export const notArchived = (body: object): object =>
  'filter_state' in body ? {} : { filter_state: current.join(','), condition_state: '==' }

export function StateTabs({ filter, onChange }: { filter: string; onChange: (text: string) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const { data: counts } = useQuery({
    queryKey: ['layouts', '', 'counts'],
    queryFn: async ({ signal }) => {
      const count = async (state: string) => {
        const body = { length: 1, filter_state: state, condition_state: '==' as const }
        return (await api.layouts.search({ params: {}, body }, { signal })).recordsFiltered
      }
      return Object.fromEntries(await Promise.all(drawingStates.map(async (state) => [state, await count(state)] as const)))
    },
  })
  const all = counts && current.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  return (
    <div className={tabsStyles.tabs} role="group" aria-label={t('layouts.column.version')}>
      <button type="button" aria-pressed={filter === ''} onClick={() => onChange('')}>
        {t('layouts.current')}
        <span className={tabsStyles.count}>{all === undefined ? '' : formatNumber(all)}</span>
      </button>
      {drawingStates.map((state) => {
        const own = `==${state}`
        return (
          <button key={state} type="button" aria-pressed={filter === own} onClick={() => onChange(filter === own ? '' : own)}>
            <Glyph kind={signOf[state]} />
            {t(`layouts.state.${state}`)}
            <span className={tabsStyles.count}>{counts === undefined ? '' : formatNumber(counts[state] ?? 0)}</span>
          </button>
        )
      })}
    </div>
  )
}
