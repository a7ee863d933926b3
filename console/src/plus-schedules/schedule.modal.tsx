/** Creates or changes a schedule: period, days, times, and the week that follows from them (specification 3 §2, §5, §9). */
import type { PlusSchedule } from '@endcap/contract/plus-schedules'
import { problemOf } from '@endcap/signage/schedule'
import { TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../theme/field-grid.css'
import '../theme/plus-files.css'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { useStoreCode } from '../plus-files/store-code.ts'
import { notify } from '../ui/notify.ts'
import { WeekStrip } from './WeekStrip.tsx'

interface Props {
  /** Absent: a new one. */
  schedule?: PlusSchedule | undefined
  readOnly?: boolean
  close: (changed: boolean) => void
}
interface Draft {
  name: string
  start: string
  end: string
  days: number[]
  time: { start: string; end: string }[]
}
const weekdays = [1, 2, 3, 4, 5, 6, 0]
const timePattern = '([01]\\d|2[0-4]):[0-5]\\d'

export function ScheduleModal({ schedule, readOnly = false, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const storeCode = useStoreCode()
  const [first] = useState<Draft>(() => ({
    ...{ name: schedule?.name ?? '', start: schedule?.period?.start ?? '', end: schedule?.period?.end ?? '' },
    ...{ days: schedule?.days ?? [], time: schedule?.time ?? [] },
  }))
  const [draft, setDraft] = useState(first)
  const { data } = useQuery({
    queryKey: ['plus', storeCode, 'schedules'],
    queryFn: ({ signal }) => api.plusSchedules.list({ params: { storeCode } }, { signal }),
  })
  const rule = useMemo(
    () => ({
      period: draft.start === '' && draft.end === '' ? null : { start: draft.start, end: draft.end },
      ...{ days: draft.days, time: draft.time },
    }),
    [draft],
  )
  const problem = problemOf(rule)
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const changeTime = (index: number, part: Partial<Draft['time'][number]>) =>
    change({ time: draft.time.map((range, place) => (place === index ? { ...range, ...part } : range)) })
  const submit = async () => {
    if (draft.name.trim() === '') throw new Error(t('plusSchedules.noName'))
    if (problem !== undefined) throw new Error(t(`plusSchedules.problem.${problem.problem}`))
    await api.plusSchedules.save({ params: { storeCode }, body: { ...rule, name: draft.name, ...(schedule && { _id: schedule._id }) } })
    await queries.invalidateQueries({ queryKey: ['plus'] })
    void notify(t('common.complete'))
    close(true)
  }
  return (
    <FormModal
      title={
        schedule === undefined
          ? t('plusSchedules.action.create')
          : t(readOnly ? 'plusSchedules.view' : 'plusSchedules.edit', { name: schedule.name })
      }
      submit={t('common.save')}
      onSubmit={submit}
      onClose={() => close(false)}
      size="640px"
      readOnly={readOnly}
      unsaved={!readOnly && JSON.stringify(draft) !== JSON.stringify(first)}
    >
      <div className="field-grid">
        <TextInput
          className="wide"
          label={t('plusSchedules.column.name')}
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          {...{ readOnly, maxLength: 100, autoComplete: 'off' }}
          data-autofocus
          withAsterisk
        />
        {(['start', 'end'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={t(`plusSchedules.${end}Date`)}
            value={draft[end]}
            readOnly={readOnly}
            max="9999-12-31"
            onChange={({ currentTarget }) => change({ [end]: currentTarget.value })}
          />
        ))}
      </div>
      <fieldset className="plus-part">
        <legend>{t('plusSchedules.column.days')}</legend>
        <div className="plus-days">
          {weekdays.map((day) => (
            <button
              key={day}
              type="button"
              className="btn"
              disabled={readOnly}
              aria-pressed={draft.days.includes(day)}
              onClick={() =>
                change({ days: draft.days.includes(day) ? draft.days.filter((one) => one !== day) : [...draft.days, day].toSorted() })
              }
            >
              {t(`plusSchedules.day.${day}`)}
            </button>
          ))}
        </div>
      </fieldset>
      <fieldset className="plus-times">
        <legend>{t('plusSchedules.column.time')}</legend>
        {draft.time.map((range, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- ranges have nothing else, and stay in their order
          <div key={index}>
            {(['start', 'end'] as const).map((end) => (
              <TextInput
                key={end}
                className="mono"
                aria-label={t(`plusSchedules.${end}Time`, { number: index + 1 })}
                placeholder={end === 'start' ? '09:00' : '18:00'}
                value={range[end]}
                pattern={timePattern}
                {...{ readOnly, maxLength: 5, inputMode: 'numeric', autoComplete: 'off', style: { width: 90 } }}
                onChange={({ currentTarget }) => changeTime(index, { [end]: tidyTime(currentTarget.value) })}
              />
            ))}
            {!readOnly && (
              <button
                type="button"
                className="btn ghost icon"
                aria-label={t('plusSchedules.removeTime', { number: index + 1 })}
                onClick={() => change({ time: draft.time.filter((_, place) => place !== index) })}
              >
                <IconX size={15} stroke={1.7} />
              </button>
            )}
          </div>
        ))}
        {!readOnly && (
          <button
            type="button"
            className="btn"
            style={{ justifySelf: 'start' }}
            onClick={() => change({ time: [...draft.time, { start: '', end: '' }] })}
          >
            <IconPlus size={15} stroke={1.7} />
            {t('plusSchedules.addTime')}
          </button>
        )}
      </fieldset>
      <section className="plus-part" aria-label={t('plusSchedules.week')}>
        <span className="aside">{t('plusSchedules.weekIn', { zone: data?.timeZone ?? '' })}</span>
        {problem === undefined && data !== undefined ? (
          <WeekStrip rule={rule} timeZone={data.timeZone} />
        ) : (
          <p className="aside">{problem === undefined ? t('common.loading') : t(`plusSchedules.problem.${problem.problem}`)}</p>
        )}
      </section>
    </FormModal>
  )
}

/** A colon comes by itself behind the hour. */
const tidyTime = (text: string) => text.replaceAll(/[^\d:]/g, '').replace(/^(\d\d)(\d)/, '$1:$2')
