/** The form of a store: part by part, or, for a new one, what has to be said first with the rest folded away. */
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../form/Select.tsx'
import { Button } from '../ui/Button.tsx'
import { configParts, standardOf, isStandard, type Draft, type Field } from './config-fields.ts'
import { countries, countryChoices, countryOf, zoneIn, type Country } from './countries.ts'
import { ConfigInput, PlaceOnMap } from './store-fields.tsx'
import fieldGridStyles from '../form/field-grid.module.css'
import styles from './stores.module.css'

interface FormProps {
  draft: Draft
  errorOf: (field: Field) => string | undefined
  readOnly: boolean
  onChange: (change: Draft) => void
}
interface FieldsProps extends FormProps {
  fields: readonly Field[]
  /** The field that has the focus. */
  begin?: string | undefined
  codeFixed?: boolean
}

function Fields({ fields, draft, errorOf, readOnly, onChange, begin, codeFixed = false }: FieldsProps) {
  return fields.map((field) => (
    <ConfigInput
      key={field.name}
      field={field}
      value={draft[field.name] ?? ''}
      error={errorOf(field)}
      readOnly={readOnly || (field.name === 'storeCode' && codeFixed)}
      focused={field.name === begin}
      onChange={(value) => onChange({ [field.name]: value })}
    />
  ))
}

type Part = (typeof configParts)[number]

/** A part with its heading and what it is about. */
export function ConfigPart({ part: { name, fields }, ...form }: Omit<FieldsProps, 'fields'> & { part: Part }) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.storePart} disabled={form.readOnly}>
      <legend>{t(`storeConfig.part.${name}`)}</legend>
      <p>{t(`storeConfig.about.${name}`)}</p>
      <div className={clsx(fieldGridStyles.fieldGrid, fieldGridStyles.three)}>
        <Fields fields={fields} {...form} />
        {name === 'shop' && <PlaceOnMap draft={form.draft} readOnly={form.readOnly} onPick={form.onChange} />}
      </div>
    </fieldset>
  )
}

const first = ['storeName', 'storeCode', 'address'] as const
const followers = ['timeZone', 'locale', 'currency'] as const
const fieldsOf = (names: readonly string[]) =>
  names.flatMap((name) => configParts.flatMap(({ fields }) => fields.filter((field) => field.name === name)))
const shop = configParts
  .filter(({ name }) => name === 'shop')
  .map((part) => ({
    ...part,
    fields: part.fields.filter(({ name }) => !first.some((one) => one === name)),
  }))
const folded = {
  more: [...shop, ...configParts.filter(({ name }) => ['console', 'check'].includes(name))],
  radio: configParts.filter(({ name }) => ['radio', 'time'].includes(name)),
}

const own = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A new store: name, code and address; clock, language and currency follow from its country until they are chosen. */
export function NewStoreParts({ draft, errorOf, readOnly, onChange }: FormProps) {
  const { t, i18n } = useTranslation()
  const form = { draft, errorOf, readOnly }
  const [country, setCountry] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const follow = (from: Country, address: string): Draft => {
    const all = { timeZone: zoneIn(from, address, own), locale: from.locale, currency: from.currency }
    return Object.fromEntries(Object.entries(all).filter(([name]) => !chosen.has(name)))
  }
  const change = (next: Draft) => {
    const { address } = next
    const named = typeof address === 'string' ? countryOf(address) : undefined
    if (named === undefined) return onChange(next)
    setCountry(named.code)
    return onChange({ ...next, ...follow(named, String(address)) })
  }
  const choose = (next: Draft) => {
    setChosen(new Set([...chosen, ...Object.keys(next)]))
    onChange(next)
  }
  const standard = isStandard(draft, folded.radio)
  return (
    <>
      <div className={fieldGridStyles.fieldGrid}>
        <Fields fields={fieldsOf(first)} {...form} onChange={change} begin="storeName" />
        <Select
          label={t('storeConfig.country')}
          description={t('storeConfig.follows')}
          inputWrapperOrder={['label', 'input', 'description']}
          data={countryChoices(i18n.language.slice(0, 2))}
          value={country}
          searchable
          nothingFoundMessage={t('storeConfig.noCountry')}
          onChange={(code) => {
            const picked = countries.find((one) => one.code === code)
            if (picked === undefined) return
            setCountry(picked.code)
            setChosen(new Set())
            onChange({ timeZone: zoneIn(picked, String(draft.address), own), locale: picked.locale, currency: picked.currency })
          }}
        />
      </div>
      <div className={clsx(fieldGridStyles.fieldGrid, fieldGridStyles.three)}>
        <Fields fields={fieldsOf(followers)} {...form} onChange={choose} />
      </div>
      <details className={styles.storeFold}>
        <summary>{t('storeConfig.fold.more')}</summary>
        {folded.more.map((part) => (
          <ConfigPart key={part.name} part={part} {...form} onChange={onChange} />
        ))}
      </details>
      <details className={styles.storeFold}>
        <summary>
          {t('storeConfig.fold.radio')} <small>{t(`storeConfig.preset.${standard ? 'standard' : 'own'}`)}</small>
        </summary>
        {!standard && <Button onClick={() => onChange(standardOf(folded.radio))}>{t('storeConfig.preset.back')}</Button>}
        {folded.radio.map((part) => (
          <ConfigPart key={part.name} part={part} {...form} onChange={onChange} />
        ))}
      </details>
    </>
  )
}
