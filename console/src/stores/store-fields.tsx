/** The fields of a store's configuration, each drawn by its kind, and the map beside where it stands. */
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../form/Select.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { PositionMap } from '../map/index.ts'
import { Button } from '../ui/Button.tsx'
import { Tick } from '../ui/inputs.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { checkDays, spotOf, type Draft, type Field } from './config-fields.ts'
import fieldGridStyles from '../form/field-grid.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './stores.module.css'

const mapWords = (t: (key: string) => string) => ({
  map: t('storeConfig.pick.map'),
  pin: t('storeConfig.pick.pin'),
  about: t('storeConfig.pick.about'),
  noWebgl: t('storeConfig.pick.noWebgl'),
})

interface MapProps {
  draft: Draft
  readOnly: boolean
  onPick: (spot: { latitude: string; longitude: string }) => void
}
/** The map of where the store stands, once it is asked for. */
export function PlaceOnMap({ draft, readOnly, onPick }: MapProps) {
  const { t } = useTranslation()
  const [onMap, setOnMap] = useState(false)
  return (
    <>
      <Button className={styles.storeMapButton} aria-expanded={onMap} onClick={() => setOnMap(!onMap)}>
        {t(onMap ? 'storeConfig.pick.close' : readOnly ? 'storeConfig.pick.look' : 'storeConfig.pick.open')}
      </Button>
      {onMap && (
        <Suspense fallback={<Skeleton style={{ height: 300, gridColumn: '1 / -1' }} />}>
          <PositionMap
            spot={spotOf(draft)}
            readOnly={readOnly}
            words={mapWords(t)}
            onPick={({ latitude, longitude }) => onPick({ latitude: String(latitude), longitude: String(longitude) })}
          />
        </Suspense>
      )}
    </>
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
/** What has no value before it is typed. */
const typed: ReadonlySet<string> = new Set(['storeCode', 'storeName'])

export function ConfigInput({ field: { name, kind, max, fromZero }, value, error, readOnly, focused, onChange }: InputProps) {
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
    withAsterisk: typed.has(name),
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
