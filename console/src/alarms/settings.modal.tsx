/** The settings of alarms (specification 2 §2): which types are raised, at which class, counted and mailed, what they say, and thresholds. */
import type { AlarmType } from '@endcap/contract/alarm-kinds'
import { alarmLimitNames, alarmLimits, type AlarmLimit } from '@endcap/contract/alarm-settings'
import type { AlarmSetting, AlarmTypeRule } from '@endcap/contract/alarms'
import { CallError } from '@endcap/contract/client'
import { unknownBlanks } from '@endcap/contract/templates'
import { recordOf } from '@endcap/contract/typed-object'
import { languages } from '@endcap/contract/vocabulary'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan, useSession } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { useEdited } from '../draft/use-edited.ts'
import { notifyDone } from '../ui/notify.ts'
import { Problem } from '../ui/Problem.tsx'
import { RuleForm } from './RuleForm.tsx'
import { alarmTypeName } from '../ui/alarm-words.ts'
import { Hint } from '../ui/Hint.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './alarms.module.css'

export interface SettingsDraft {
  rules: Record<AlarmType, AlarmTypeRule>
  limits: Record<AlarmLimit, string>
}
const toDraft = ({ typeList, limits }: AlarmSetting): SettingsDraft => ({
  // One rule for each type.
  rules: Object.fromEntries(
    typeList.map(({ type, raised, class: level, counted, mail, content }) => [
      type,
      { type, raised, class: level, counted, mail, content },
    ]),
  ) as SettingsDraft['rules'],
  limits: recordOf(alarmLimitNames, (name) => String(limits[name])),
})
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isWithin = (name: AlarmLimit, text: string) =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= alarmLimits[name].min && Number(text) <= alarmLimits[name].max

interface Props {
  /** The type that is looked at; it stands in the address. */
  chosen: string
  onChoose: (type: AlarmType) => void
  close: () => void
}

export function AlarmSettingsModal({ chosen, onChoose, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const can = useCan()
  const { enableWholeStore } = useSession().user
  const mayChange = enableWholeStore && can('alarm.write')
  const query = useQuery({ queryKey: ['alarms', '', 'setting'], queryFn: ({ signal }) => api.alarms.setting({}, { signal }) })
  const { data } = query
  const stored = useMemo(() => data && { draft: toDraft(data), version: data.version }, [data])
  const { draft, changed, change, version } = useEdited<SettingsDraft>(stored)
  const open = data?.typeList.find(({ type }) => type === chosen) ?? data?.typeList[0]

  const submit = async () => {
    if (draft === undefined || data === undefined) return
    const before = toDraft(data)
    for (const { type, variables } of data.typeList)
      for (const language of languages) {
        const { title, detail } = draft.rules[type].content[language]
        if (title.trim() !== '' && unknownBlanks(title + detail, variables).length === 0) continue
        onChoose(type)
        throw new Error(t('alarmSettings.wrongText', { type: alarmTypeName(type, t) }))
      }
    for (const name of alarmLimitNames) {
      if (isWithin(name, draft.limits[name])) continue
      onChoose(alarmLimits[name].type)
      const { min, max } = alarmLimits[name]
      throw new Error(t('alarmSettings.wrongLimit', { type: alarmTypeName(alarmLimits[name].type, t), min, max }))
    }
    const saved = await api.alarms
      .saveSetting({
        body: {
          typeList: data.typeList.flatMap(({ type }) => (same(draft.rules[type], before.rules[type]) ? [] : [draft.rules[type]])),
          limits: Object.fromEntries(
            alarmLimitNames.flatMap((name) => (draft.limits[name] === before.limits[name] ? [] : [[name, Number(draft.limits[name])]])),
          ),
          version,
        },
      })
      .catch((error: unknown) => {
        const isOld = error instanceof CallError && error.answer.code === 'alarms-changed-since'
        throw isOld ? new Error(t('alarmSettings.changedSince')) : error
      })
    queries.setQueryData(['alarms', '', 'setting'], saved)
    void notifyDone(t, t('state.done.saved', { name: t('alarmSettings.title') }))
    close()
    await queries.invalidateQueries({ queryKey: ['alarms'] })
  }
  return (
    <FormModal
      title={t('alarmSettings.title')}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={close}
      size="980px"
      disabled={!changed}
      readOnly={!mayChange}
      unsaved={changed}
      problemTitle={t('common.error')}
    >
      {!mayChange && <Hint>{t('alarmSettings.readOnly')}</Hint>}
      {data === undefined && query.isError && <Problem query={query} />}
      <div className={styles.alarmSettings}>
        {draft === undefined || open === undefined || data === undefined ? (
          !query.isError && <Skeleton style={{ height: 420, gridColumn: '1 / -1' }} />
        ) : (
          <>
            <nav aria-label={t('alarmSettings.types')}>
              {data.typeList.map(({ type, defaultContent, defaultClasses }) => {
                const rule = draft.rules[type]
                const level = rule.class ?? Math.max(...defaultClasses)
                return (
                  <button key={type} type="button" aria-current={type === open.type ? 'true' : undefined} onClick={() => onChoose(type)}>
                    <span className={helpers.grow}>{alarmTypeName(type, t)}</span>
                    {!same(rule.content, defaultContent) && <small>{t('templates.changed')}</small>}
                    {!rule.raised && <small>{t('alarmSettings.off')}</small>}
                    {rule.raised && rule.class !== null && <small>{t(`alarms.class${level}`)}</small>}
                  </button>
                )
              })}
            </nav>
            <RuleForm
              key={open.type}
              alarmType={open}
              rule={draft.rules[open.type]}
              limits={draft.limits}
              readOnly={!mayChange}
              onRule={(part) => change({ ...draft, rules: { ...draft.rules, [open.type]: { ...draft.rules[open.type], ...part } } })}
              onLimit={(name, text) => change({ ...draft, limits: { ...draft.limits, [name]: text } })}
            />
          </>
        )}
      </div>
    </FormModal>
  )
}
