/** Areas at once: rows and columns over all of the canvas, or one for each screen. */
import { Popover } from '@mantine/core'
import { IconChevronDown, IconLayoutGrid } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { gridAreas, screenAreas, type ShowDraft } from './show-draft.ts'

const presets = [
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 1],
  [2, 2],
  [2, 3],
  [3, 1],
  [3, 3],
  [4, 4],
] as const

interface Props {
  draft: ShowDraft
  onGrid: (next: { draft: ShowDraft; lost: number }) => void
}

export function GridMenu({ draft, onGrid }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const take = (next: { draft: ShowDraft; lost: number }) => {
    setOpened(false)
    onGrid(next)
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpened(!opened)}>
          <IconLayoutGrid size={15} stroke={1.7} />
          {t('shows.grid')}
          <IconChevronDown size={14} />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('shows.grid')}>
        <div className="show-grids">
          {presets.map(([rows, columns]) => (
            <button
              key={`${rows}x${columns}`}
              type="button"
              className="btn"
              aria-label={t('shows.gridOf', { rows, columns })}
              onClick={() => take(gridAreas(draft, rows, columns))}
            >
              {rows}×{columns}
            </button>
          ))}
        </div>
        <button type="button" className="btn" style={{ width: '100%', marginTop: 8 }} onClick={() => take(screenAreas(draft))}>
          {t('shows.gridScreens')}
        </button>
      </Popover.Dropdown>
    </Popover>
  )
}
