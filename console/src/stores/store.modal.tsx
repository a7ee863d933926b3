/** Creates a store, or changes how one is configured (specification 2 §2, §5: Setting Store Error). */
import type { StoredConfig } from '@endcap/contract/stores'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { Select } from '../form/Select.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { PositionMap } from '../map/index.ts'
import { notifyAbout } from '../ui/notify.ts'
import { checkDays, configParts, newDraft, spotOf, toConfig, toDraft, wrongOf, type Draft, type Field } from './config-fields.ts'
import { clsx } from 'clsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Button } from '../ui/Button.tsx'
import { Tick } from '../ui/inputs.tsx'
import fieldGridStyles from '../form/field-grid.module.css'
import styles from './stores.module.css'
import helpers from '../ui/helpers.module.css'

const mapWords = (t: (key: string) => string) => ({
  map: t('storeConfig.pick.map'),
  pin: t('storeConfig.pick.pin'),
  about: t('storeConfig.pick.about'),
  noWebgl: t('storeConfig.pick.noWebgl'),
})

interface Props {
  /** Absent: a new one. */
  storeCode?: string
  /** Has the focus, and is in view. */
  field?: string | undefined
  readOnly?: boolean
  close: (changed: boolean) => void
}

/** What a store at the place of who creates it most likely is. */
function here(): { timeZone: string; locale: string; currency: string } {
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions()
  const language = locale.slice(0, 2)
  return { timeZone, locale, currency: language === 'ja' ? 'JPY' : language === 'ko' ? 'KRW' : 'USD' }
}

export function StoreModal({ storeCode, field, readOnly = false, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['store config', storeCode],
    queryFn: ({ signal }) => api.stores.config({ params: { storeCode: storeCode ?? '' } }, { signal }),
    enabled: storeCode !== undefined,
    gcTime: 0,
    staleTime: Infinity,
  })
  if (storeCode === undefined || query.data !== undefined)
    return <StoreForm stored={query.data} field={field} readOnly={readOnly} close={close} />
  return (
    <FormModal
      title={t('storeConfig.editTitle', { name: storeCode })}
      submit={t('common.save')}
      onSubmit={async () => undefined}
      onClose={() => close(false)}
      size="860px"
      disabled
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      {!query.isError && <Skeleton style={{ height: 420 }} />}
    </FormModal>
  )
}

interface FormProps {
  stored: StoredConfig | undefined
  field: string | undefined
  readOnly: boolean
  close: (changed: boolean) => void
}
function StoreForm({ stored, field: begin, readOnly, close }: FormProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const first = useMemo(() => (stored === undefined ? newDraft(here()) : toDraft(stored)), [stored])
  const [draft, setDraft] = useState<Draft>(first)
  const [tried, setTried] = useState(false)
  const [onMap, setOnMap] = useState(false)
  const wrong = wrongOf(draft)
  const errorOf = ({ name }: Field) => {
    const found = tried ? wrong[name] : undefined
    return found && t(`storeConfig.wrong.${found.word}`, { name: t(`storeConfig.field.${name}`), min: found.min, max: found.max })
  }
  const submit = async () => {
    setTried(true)
    const [name] = Object.keys(wrong)
    if (name !== undefined) {
      document.getElementById(`store-${name}`)?.focus()
      const { word, min, max } = wrong[name]!
      throw new Error(t(`storeConfig.wrong.${word}`, { name: t(`storeConfig.field.${name}`), min, max }))
    }
    const body = toConfig(draft)
    try {
      const taskId = stored === undefined ? await api.stores.create({ body }).then(() => null) : await save(body, stored)
      void notifyAbout(
        taskId === null ? t('storeConfig.saved') : t('storeConfig.savedAndDrawn'),
        t('state.done.saved', { name: body.storeName }),
        {
          to: paths.store(body.storeCode),
        },
      )
      close(true)
    } finally {
      await queries.invalidateQueries({ queryKey: ['stores'] })
    }
  }
  const save = async (body: ReturnType<typeof toConfig>, { version }: StoredConfig) =>
    (await api.stores.save({ body: { ...body, version } })).taskId
  return (
    <FormModal
      title={stored === undefined ? t('storeConfig.createTitle') : t('storeConfig.editTitle', { name: stored.storeName })}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={() => close(false)}
      size="860px"
      problemTitle={t('storeConfig.error')}
      unsaved={!readOnly && JSON.stringify(draft) !== JSON.stringify(first)}
      readOnly={readOnly}
    >
      {configParts.map(({ name, fields }) => (
        <fieldset key={name} className={styles.storePart} disabled={readOnly}>
          <legend>{t(`storeConfig.part.${name}`)}</legend>
          <p>{t(`storeConfig.about.${name}`)}</p>
          <div className={clsx(fieldGridStyles.fieldGrid, fieldGridStyles.three)}>
            {fields.map((field) => (
              <Input
                key={field.name}
                field={field}
                value={draft[field.name] ?? ''}
                error={errorOf(field)}
                readOnly={readOnly || (field.name === 'storeCode' && stored !== undefined)}
                focused={field.name === (begin ?? (stored === undefined ? 'storeCode' : 'storeName'))}
                onChange={(value) => setDraft((now) => ({ ...now, [field.name]: value }))}
              />
            ))}
            {name === 'shop' && (
              <Button className={styles.storeMapButton} aria-expanded={onMap} onClick={() => setOnMap(!onMap)}>
                {t(onMap ? 'storeConfig.pick.close' : readOnly ? 'storeConfig.pick.look' : 'storeConfig.pick.open')}
              </Button>
            )}
            {name === 'shop' && onMap && (
              <Suspense fallback={<Skeleton style={{ height: 300, gridColumn: '1 / -1' }} />}>
                <PositionMap
                  spot={spotOf(draft)}
                  readOnly={readOnly}
                  words={mapWords(t)}
                  onPick={({ latitude, longitude }) =>
                    setDraft((now) => ({ ...now, latitude: String(latitude), longitude: String(longitude) }))
                  }
                />
              </Suspense>
            )}
          </div>
        </fieldset>
      ))}
    </FormModal>
  )
}

const zones = Intl.supportedValuesOf('timeZone')
/** Zones offered at once; typing narrows them. */
const zonesShown = 80

/** Hints stand below, so that the inputs of a line are level. */
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

interface InputProps {
  field: Field
  value: string | boolean
  error: string | undefined
  readOnly: boolean
  focused: boolean
  onChange: (value: string | boolean) => void
}
function Input({ field: { name, kind, required, max, fromZero }, value, error, readOnly, focused, onChange }: InputProps) {
  const { t } = useTranslation()
  const hint = t(`storeConfig.hint.${name}`, { defaultValue: '' })
  const id = `store-${name}`
  // The dialog gives the focus without scrolling.
  useEffect(() => {
    if (focused) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [focused, id])
  const common = {
    id,
    label: t(`storeConfig.field.${name}`),
    ...(hint !== '' && { description: hint }),
    ...(focused && { 'data-autofocus': true }),
  }
  if (kind === 'check')
    return (
      <Tick
        {...common}
        className={fieldGridStyles.wide}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  const rules = {
    field: name,
    error,
    readOnly,
    withAsterisk: required === true,
    inputWrapperOrder: order,
  }
  if (kind === 'day')
    return (
      <Select
        {...common}
        {...rules}
        data={checkDays.map((day) => ({ value: day, label: t(`storeConfig.day.${day}`) }))}
        value={String(value)}
        allowDeselect={false}
        onChange={(chosen) => onChange(chosen ?? 'manual')}
      />
    )
  if (kind === 'zone')
    return (
      <Select
        {...common}
        {...rules}
        data={[...new Set([String(value), 'UTC', ...zones])]}
        value={String(value)}
        searchable
        limit={zonesShown}
        allowDeselect={false}
        nothingFoundMessage={t('storeConfig.noZone')}
        onChange={(chosen) => onChange(chosen ?? 'UTC')}
      />
    )
  const isSeconds = kind === 'number' && max === 86_400 && !fromZero
  return (
    <TextInput
      {...common}
      {...rules}
      value={String(value)}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="off"
      {...(isSeconds && { rightSection: <span className={fieldGridStyles.unit}>{t('storeConfig.seconds')}</span> })}
      {...(kind === 'number' && { inputMode: 'decimal' as const })}
      {...(kind === 'code' && { classNames: { input: helpers.mono }, spellCheck: false })}
    />
  )
}
