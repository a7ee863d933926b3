/** Sets one gateway, or all of a store at once (specification 1 §2, 2 §5). */
import type { GatewayConfig } from '@endcap/contract/gateways'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { PlainField } from '../form/refused-field.tsx'
import { notify } from '../ui/notify.ts'
import {
  changeOf,
  channelsOf,
  configFields,
  isNumber,
  problemsOf,
  toTexts,
  type ConfigField,
  type ConfigTexts,
  type Problem,
} from './config-fields.ts'
import { clsx } from 'clsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Input, NativeSelect } from '../ui/inputs.tsx'
import dialogStyles from '../form/dialog.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './gateways.module.css'

/** Seconds until it is said who has not taken the settings; a gateway takes them within one or two. */
const waitSeconds = 8

interface Props {
  storeCode: string
  /** The one to set; all of the store when absent. */
  gwMac?: string
  close: (changed: boolean) => void
}

export function EditGateways({ storeCode, gwMac, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['gateway configs', storeCode],
    queryFn: ({ signal }) => api.gateways.configs({ params: { storeCode } }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
  })
  const [texts, setTexts] = useState<Record<string, ConfigTexts>>()
  const [problems, setProblems] = useState<Record<string, Problem[]>>({})
  const [outcome, setOutcome] = useState<{ gwOK: string[]; gwNG: string[] }>()
  const list = query.data?.gwList.filter((one) => gwMac === undefined || one.gwMac === gwMac)
  // What is read first is changed from there on.
  if (list !== undefined && texts === undefined) setTexts(Object.fromEntries(list.map((one) => [one.gwMac, toTexts(one)])))
  const set = (mac: string, field: ConfigField, text: string) =>
    setTexts((now) => now && { ...now, [mac]: { ...now[mac]!, [field]: text } })

  const submit = async () => {
    if (list === undefined || texts === undefined) return
    const found = Object.fromEntries(list.map((one) => [one.gwMac, problemsOf(texts[one.gwMac]!)]))
    setProblems(found)
    if (Object.values(found).some((some) => some.length > 0)) throw new Error(t('gateways.validationError'))
    const gwList = list.flatMap((one) => changeOf(one, texts[one.gwMac]!) ?? [])
    if (gwList.length === 0) throw new Error(`${t('gateways.noChange')} ${t('gateways.noChangeText')}`)
    const { gwOK, gwNG } = await api.gateways.configure({ params: { storeCode }, body: { gwList, wait: waitSeconds } })
    await queries.invalidateQueries({ queryKey: ['gateways', storeCode] })
    if (gwNG.length > 0) {
      setOutcome({ gwOK, gwNG })
      return
    }
    void notify(t('gateways.configured', { count: gwOK.length }))
    close(true)
  }
  if (outcome !== undefined) return <Outcome {...outcome} close={() => close(true)} />
  const ready = list !== undefined && texts !== undefined
  return (
    <FormModal
      title={gwMac === undefined ? t('gateways.editAllTitle', { count: list?.length ?? 0 }) : t('gateways.editTitle', { gwMac })}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={() => close(false)}
      size={gwMac === undefined ? '1180px' : '560px'}
      disabled={!ready || list.length === 0}
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      {!ready && !query.isError && <Skeleton style={{ height: 160 }} />}
      {ready && gwMac !== undefined && list[0] !== undefined && texts[gwMac] !== undefined && (
        <One
          config={list[0]}
          texts={texts[gwMac]}
          problems={problems[gwMac] ?? []}
          outband={query.data?.outbandEnable ?? false}
          onChange={(field, text) => set(gwMac, field, text)}
        />
      )}
      {ready && gwMac === undefined && (
        <All list={list} texts={texts} problems={problems} outband={query.data?.outbandEnable ?? false} onChange={set} />
      )}
      <Hint flush>{t('gateways.editHint')}</Hint>
    </FormModal>
  )
}

/** Who has taken the settings, and who has not (specification 2 §7: gwOK, gwNG). */
function Outcome({ gwOK, gwNG, close }: { gwOK: string[]; gwNG: string[]; close: () => void }) {
  const { t } = useTranslation()
  return (
    <FormModal title={t('gateways.outcome')} submit="" onSubmit={async () => close()} onClose={close} readOnly>
      {gwOK.length > 0 && <p style={{ margin: 0 }}>{t('gateways.configured', { count: gwOK.length })}</p>}
      <div role="alert">
        <p style={{ margin: '0 0 6px' }}>{t('gateways.notConfigured', { count: gwNG.length })}</p>
        <ul className={styles.gwConflicts}>
          {gwNG.map((mac) => (
            <li key={mac} data-wrong>
              <span className={helpers.mono}>{mac}</span>
            </li>
          ))}
        </ul>
      </div>
      <Hint flush>{t('gateways.notConfiguredHint')}</Hint>
    </FormModal>
  )
}

/** What is wrong with a field, in the specification's words. */
const sayProblem = (t: TFunction, { field, word }: Problem) =>
  t(`gateways.wrong.${word}`, { name: t(`gateways.inSentence.${field}`, { defaultValue: '' }) })

interface FieldProps {
  field: ConfigField
  name: string
  text: string
  outband: boolean
  wrong: boolean
  /** The id of what tells what is wrong. */
  explained?: string
  /** What the server refused of it. */
  refused?: object
  onChange: (text: string) => void
}
function Field({ field, name, text, outband, wrong, explained, refused, onChange }: FieldProps) {
  const common = {
    'aria-label': name,
    'aria-invalid': wrong,
    'aria-describedby': wrong ? explained : undefined,
    ...refused,
  }
  if (field === 'dataChannel' || field === 'eventChannel') {
    // One that it has already stays possible.
    const offered = [...new Set([...channelsOf(outband), Number(text)])].toSorted((a, b) => a - b)
    return (
      <NativeSelect {...common} value={text} onChange={(event) => onChange(event.target.value)}>
        {offered.map((channel) => (
          <option key={channel} value={String(channel)}>
            {channel}
          </option>
        ))}
      </NativeSelect>
    )
  }
  return (
    <Input
      {...common}
      className={isNumber(field) ? undefined : helpers.mono}
      inputMode={isNumber(field) ? 'numeric' : 'text'}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface OneProps {
  config: GatewayConfig
  texts: ConfigTexts
  problems: Problem[]
  outband: boolean
  onChange: (field: ConfigField, text: string) => void
}
function One({ texts, problems, outband, onChange }: OneProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.gwForm}>
      {configFields.map((field) => {
        const problem = problems.find((one) => one.field === field)
        return (
          <label key={field} className={dialogStyles.gwField}>
            <span>{t(`gateways.column.${field}`)}</span>
            <PlainField field={field}>
              {(attributes) => (
                <Field
                  refused={attributes}
                  field={field}
                  name={t(`gateways.column.${field}`)}
                  text={texts[field]}
                  outband={outband}
                  wrong={problem !== undefined}
                  explained={`wrong-${field}`}
                  onChange={(text) => onChange(field, text)}
                />
              )}
            </PlainField>
            {problem !== undefined && <small id={`wrong-${field}`}>{sayProblem(t, problem)}</small>}
          </label>
        )
      })}
    </div>
  )
}

interface AllProps {
  list: GatewayConfig[]
  texts: Record<string, ConfigTexts>
  problems: Record<string, Problem[]>
  outband: boolean
  onChange: (gwMac: string, field: ConfigField, text: string) => void
}
function All({ list, texts, problems, outband, onChange }: AllProps) {
  const { t } = useTranslation()
  const wrong = list.flatMap(({ gwMac }) => (problems[gwMac] ?? []).map((one) => ({ gwMac, ...one })))
  return (
    <>
      {wrong.length > 0 && (
        <ul className={styles.gwConflicts} role="status">
          {wrong.map((one) => (
            <li key={`${one.gwMac} ${one.field} ${one.word}`} data-wrong>
              <span className={helpers.mono}>{one.gwMac}</span> {sayProblem(t, one)}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.gwAll} role="group" aria-label={t('gateways.editAll')} tabIndex={-1}>
        <div className={clsx(styles.gwLine, styles.head)} aria-hidden="true">
          <span>{t('gateways.column.gwMac')}</span>
          {configFields.map((field) => (
            <span key={field}>{t(`gateways.column.${field}`)}</span>
          ))}
        </div>
        {list.map(({ gwMac }) => (
          <div key={gwMac} className={styles.gwLine}>
            <span className={helpers.mono}>{gwMac}</span>
            {configFields.map((field) => (
              <Field
                key={field}
                field={field}
                name={`${t(`gateways.column.${field}`)}, ${gwMac}`}
                text={texts[gwMac]?.[field] ?? ''}
                outband={outband}
                wrong={(problems[gwMac] ?? []).some((one) => one.field === field)}
                onChange={(text) => onChange(gwMac, field, text)}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}
