/** The library by state; what is archived stands apart. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { formatNumber } from '../ui/format.ts'
import { Glyph } from '../ui/state.tsx'
import { drawingStates, signOf } from '../ui/drawings.ts'
import tabsStyles from '../ui/Tabs.module.css'

/** All that is not put away. */
const all = drawingStates.filter((state) => state !== 'archived').join(',')
/** What a list without a filter by state asks for. */
export const notArchived = (body: object): object => ('filter_state' in body ? {} : { filter_state: all, condition_state: '==' })

interface Props {
  filter: string
  onChange: (text: string) => void
  /** What is counted: layouts by name, each once for all its sizes, or their drawings. */
  of: 'library' | 'search'
}

export function StateTabs({ filter, onChange, of }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { data: counts } = useQuery({
    queryKey: ['layouts', '', 'counts', of],
    queryFn: async ({ signal }) => {
      const count = async (states: string) => {
        const body = { length: 1, filter_state: states, condition_state: '==' as const }
        return (await api.layouts[of]({ params: {}, body }, { signal })).recordsFiltered
      }
      const asked = [...drawingStates, all]
      return Object.fromEntries(await Promise.all(asked.map(async (states) => [states, await count(states)] as const)))
    },
  })
  return (
    <div className={tabsStyles.tabs} role="group" aria-label={t('layouts.column.version')}>
      <button type="button" aria-pressed={filter === ''} onClick={() => onChange('')}>
        {t('layouts.current')}
        <span className={tabsStyles.count}>{counts === undefined ? '' : formatNumber(counts[all] ?? 0)}</span>
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
