/** Creates or changes a schedule: period, days, times, and the week that follows from them (specification 3 §2, §5, §9). */
import type { Schedule } from '@endcap/contract/schedules'
import { problemOf } from '@endcap/signage/schedule'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { useStoreCode } from '../app/route.ts'
import { notifyDone } from '../ui/notify.ts'
import { ruleDraftOf, RuleFields, ruleOf, type RuleDraft } from './RuleFields.tsx'
import { WeekStrip } from './WeekStrip.tsx'
import fieldGridStyles from '../form/field-grid.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './schedules.module.css'

interface Props {
  /** Absent: a new one. */
  schedule?: Schedule | undefined
  readOnly?: boolean
  close: (changed: boolean) => void
}
interface Draft extends RuleDraft {
  name: string
}

export function ScheduleModal({ schedule, readOnly = false, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const storeCode = useStoreCode()
  const [first] = useState<Draft>(() => ({ name: schedule?.name ?? '', ...ruleDraftOf(schedule) }))
  const [draft, setDraft] = useState(first)
  const { data } = useQuery({
    queryKey: ['signage', storeCode, 'schedules'],
    queryFn: ({ signal }) => api.schedules.list({ params: { storeCode } }, { signal }),
  })
  const rule = useMemo(() => ruleOf(draft), [draft])
  const problem = problemOf(rule)
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const submit = async () => {
    if (draft.name.trim() === '') throw new Error(t('schedules.noName'))
    if (problem !== undefined) throw new Error(t(`schedules.problem.${problem.problem}`))
    await api.schedules.save({ params: { storeCode }, body: { ...rule, name: draft.name, ...(schedule && { _id: schedule._id }) } })
    await queries.invalidateQueries({ queryKey: ['signage'] })
    void notifyDone(t, t('state.done.saved', { name: draft.name.trim() }))
    close(true)
  }
  return (
    <FormModal
      title={
        schedule === undefined ? t('schedules.action.create') : t(readOnly ? 'schedules.view' : 'schedules.edit', { name: schedule.name })
      }
      submit={t('common.save')}
      onSubmit={submit}
      onClose={() => close(false)}
      size="640px"
      readOnly={readOnly}
      unsaved={!readOnly && JSON.stringify(draft) !== JSON.stringify(first)}
    >
      <div className={fieldGridStyles.fieldGrid}>
        <TextInput
          field="name"
          className={fieldGridStyles.wide}
          label={t('schedules.column.name')}
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          readOnly={readOnly}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          withAsterisk
        />
      </div>
      <RuleFields draft={draft} readOnly={readOnly} onChange={change} />
      <section className={styles.signagePart} aria-label={t('schedules.week')}>
        <span className={helpers.aside}>{t('schedules.weekIn', { zone: data?.timeZone ?? '' })}</span>
        {problem === undefined && data !== undefined ? (
          <WeekStrip rule={rule} timeZone={data.timeZone} />
        ) : (
          <p className={helpers.aside}>{problem === undefined ? t('common.loading') : t(`schedules.problem.${problem.problem}`)}</p>
        )}
      </section>
    </FormModal>
  )
}
