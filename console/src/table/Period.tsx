/** The time ranges of a list: a few usual ones, or from and to by hand. */
import { keysOf } from '@endcap/contract/typed-object'
import { Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../ui/format.ts'
import { Button } from '../ui/Button.tsx'
import { Input } from '../ui/inputs.tsx'
import tableStyles from './table.module.css'
import helpers from '../ui/helpers.module.css'

export interface Range {
  /** Epoch seconds. */
  from: number | undefined
  to: number | undefined
}
/** A range that a list can be narrowed to, by what its times are times of. */
export interface NamedRange extends Range {
  name: string
  heading: string
  onChange: (range: Range) => void
}

const daySeconds = 86_400
const presets = { lastHour: 3600, lastDay: daySeconds, lastWeek: 7 * daySeconds, lastMonth: 30 * daySeconds }

const toInput = (seconds: number | undefined) => (seconds === undefined ? '' : formatTime(seconds).slice(0, 16).replace(' ', 'T'))
const fromInput = (text: string) => (text === '' ? undefined : Math.floor(new Date(text).getTime() / 1000))
/** Minutes are enough to tell a range by. */
const shortly = (seconds: number | undefined) => (seconds === undefined ? '…' : formatTime(seconds).slice(0, 16))
export const spanOf = ({ from, to }: Range): string => `${shortly(from)} – ${shortly(to)}`
export const isOpen = ({ from, to }: Range): boolean => from === undefined && to === undefined

/** The button that holds them. What is chosen stands among the filters. */
export function Period({ ranges }: { ranges: readonly NamedRange[] }) {
  const { t } = useTranslation()
  const open = ranges.every(isOpen)
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button className={tableStyles.wide} look="ghost">
          <IconCalendar size={15} stroke={1.7} />
          {open && <span className={helpers.screenReader}>{t('table.period')}: </span>}
          {t(open ? 'table.anyTime' : 'table.period')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={tableStyles.periods}>
          {ranges.map((range) => (
            <RangeFields key={range.name} range={range} titled={ranges.length > 1} />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

/** `titled`: whether what it is the time of must be said. */
export function RangeFields({ range, titled }: { range: NamedRange; titled: boolean }) {
  const { t } = useTranslation()
  const { heading, from, to, onChange } = range
  return (
    <div className={tableStyles.period} role="group" aria-label={heading}>
      {titled && <b aria-hidden="true">{heading}</b>}
      <div>
        {keysOf(presets).map((name) => (
          <Button
            key={name}

            onClick={() => onChange({ from: Math.floor(Date.now() / 1000) - presets[name], to: undefined })}
          >
            {t(`table.${name}`)}
          </Button>
        ))}
      </div>
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          {t(end === 'from' ? 'table.start' : 'table.end')}
          <Input
            type="datetime-local"
            value={toInput(end === 'from' ? from : to)}
            onChange={(event) => onChange({ from, to, [end]: fromInput(event.target.value) })}
          />
        </label>
      ))}
      <Button disabled={isOpen(range)} onClick={() => onChange({ from: undefined, to: undefined })}>
        {t('table.anyTime')}
      </Button>
    </div>
  )
}
