/** The time range of a list: a few usual ones, or from and to by hand. */
import { Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../ui/format.ts'

export interface Range {
  /** Epoch seconds. */
  from: number | undefined
  to: number | undefined
}

const daySeconds = 86_400
const presets = { lastHour: 3600, lastDay: daySeconds, lastWeek: 7 * daySeconds, lastMonth: 30 * daySeconds }

const toInput = (seconds: number | undefined) => (seconds === undefined ? '' : formatTime(seconds).slice(0, 16).replace(' ', 'T'))
const fromInput = (text: string) => (text === '' ? undefined : Math.floor(new Date(text).getTime() / 1000))
/** Minutes are enough in a button. */
const shortly = (seconds: number | undefined) => (seconds === undefined ? '…' : formatTime(seconds).slice(0, 16))

export function Period({ from, to, onChange }: Range & { onChange: (range: Range) => void }) {
  const { t } = useTranslation()
  const open = from === undefined && to === undefined
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className="btn ghost">
          <IconCalendar size={15} stroke={1.7} />
          <span className="sr">{t('table.period')}: </span>
          {open ? t('table.anyTime') : `${shortly(from)} – ${shortly(to)}`}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className="period">
          <div>
            {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => (
              <button
                key={name}
                type="button"
                className="btn"
                onClick={() => onChange({ from: Math.floor(Date.now() / 1000) - presets[name], to: undefined })}
              >
                {t(`table.${name}`)}
              </button>
            ))}
          </div>
          {(['from', 'to'] as const).map((end) => (
            <label key={end}>
              {t(end === 'from' ? 'table.start' : 'table.end')}
              <input
                className="fi"
                type="datetime-local"
                value={toInput(end === 'from' ? from : to)}
                onChange={(event) => onChange({ from, to, [end]: fromInput(event.target.value) })}
              />
            </label>
          ))}
          <button type="button" className="btn" disabled={open} onClick={() => onChange({ from: undefined, to: undefined })}>
            {t('table.anyTime')}
          </button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
