/** The fields of a promotion: when, for which products, with which layout and values. */
import type { Alias } from '@endcap/contract/products'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../form/Select.tsx'
import { Textarea } from '../form/Textarea.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { RefusedField } from '../form/refused-field.tsx'
import { useLayoutIds } from '../app/lists.ts'
import type { PromotionDraft } from './draft.ts'
import { clsx } from 'clsx'
import { Hint } from '../ui/Hint.tsx'
import { Button } from '../ui/Button.tsx'
import fieldGridStyles from '../form/field-grid.module.css'
import styles from './promotions.module.css'
import helpers from '../ui/helpers.module.css'

interface Props {
  draft: PromotionDraft
  aliases: readonly Alias[]
  /** The field that was found wrong before it was sent. */
  wrongField: string | undefined
  readOnly: boolean
  change: (part: Partial<PromotionDraft>) => void
}
/** What fields are called in the call where the draft calls them otherwise. */
const placeOf = { name: 'name', priority: 'priority', codes: 'prCodeList', ruleValues: 'rule.values' } as const

/** Their ids begin with `promotion-`: what is refused gets the focus by it. */
export function PromotionFields({ draft, aliases, wrongField, readOnly, change }: Props) {
  const { t } = useTranslation()
  const text = (name: 'name' | 'priority' | 'codes' | 'ruleValues') => ({
    id: `promotion-${name}`,
    field: placeOf[name],
    value: draft[name],
    readOnly,
    error: wrongField === name,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <div className={fieldGridStyles.fieldGrid}>
      <TextInput className={fieldGridStyles.wide} label={t('promotions.field.name')} {...text('name')} withAsterisk data-autofocus />
      <Time
        name="starts"
        value={draft.starts}
        wrong={wrongField === 'starts'}
        readOnly={readOnly}
        onChange={(starts) => change({ starts })}
      />
      <Time name="ends" value={draft.ends} wrong={wrongField === 'ends'} readOnly={readOnly} onChange={(ends) => change({ ends })} />
      <TextInput
        label={t('promotions.field.priority')}
        description={t('promotions.hint.priority')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        {...text('priority')}
      />
      <Select
        field="layoutId"
        id="promotion-layoutId"
        label={t('promotions.field.layoutId')}
        data={[{ value: '', label: t('promotions.sameLayout') }, ...useLayoutIds()]}
        value={draft.layoutId}
        readOnly={readOnly}
        error={wrongField === 'layoutId'}
        allowDeselect={false}
        searchable
        onChange={(layoutId) => change({ layoutId: layoutId ?? '' })}
      />
      <Textarea
        className={fieldGridStyles.wide}
        label={t('promotions.field.prCodeList')}
        description={t('promotions.hint.prCodeList')}
        classNames={{ input: helpers.mono }}
        rows={4}
        spellCheck={false}
        {...text('codes')}
      />
      <SlotSelect
        label={t('promotions.field.rule')}
        id="promotion-ruleSlot"
        field="rule.index"
        aliases={aliases}
        value={draft.ruleSlot}
        none={t('promotions.noRule')}
        readOnly={readOnly}
        onChange={(ruleSlot) => change({ ruleSlot })}
      />
      <TextInput
        label={t('promotions.field.ruleValues')}
        placeholder={t('promotions.hint.ruleValues')}
        {...text('ruleValues')}
        disabled={draft.ruleSlot === ''}
      />
      <Changes
        changes={draft.changes}
        aliases={aliases.filter((alias) => !alias.key)}
        wrong={wrongField === 'changes'}
        readOnly={readOnly}
        onChange={(changes) => change({ changes })}
      />
    </div>
  )
}

interface TimeProps {
  name: 'starts' | 'ends'
  value: string
  wrong: boolean
  readOnly: boolean
  onChange: (value: string) => void
}
function Time({ name, value, wrong, readOnly, onChange }: TimeProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      field={name}
      id={`promotion-${name}`}
      type="datetime-local"
      step={1}
      label={t(`promotions.field.${name}`)}
      value={value}
      readOnly={readOnly}
      error={wrong}
      withAsterisk
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface SlotProps {
  id?: string
  /** What it is called in the call. */
  field?: string
  label: string
  aliases: readonly Alias[]
  value: string
  /** What is offered for no slot. */
  none?: string
  readOnly: boolean
  onChange: (index: string) => void
}
/** A slot of products by its name; one whose name is gone by its number. */
function SlotSelect({ id, field, label, aliases, value, none, readOnly, onChange }: SlotProps) {
  const { t } = useTranslation()
  const known = aliases.map((alias) => ({ value: String(alias.index), label: alias.name }))
  const lost = value !== '' && !known.some((one) => one.value === value)
  return (
    <Select
      {...(id !== undefined && { id })}
      field={field}
      label={label}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...known,
        ...(lost ? [{ value, label: t('promotions.slotNumber', { slot: Number(value) + 1 }) }] : []),
      ]}
      value={value}
      readOnly={readOnly}
      allowDeselect={false}
      searchable
      onChange={(index) => onChange(index ?? '')}
    />
  )
}

interface ChangesProps {
  changes: PromotionDraft['changes']
  aliases: readonly Alias[]
  wrong: boolean
  readOnly: boolean
  onChange: (changes: PromotionDraft['changes']) => void
}
function Changes({ changes, aliases, wrong, readOnly, onChange }: ChangesProps): ReactNode {
  const { t } = useTranslation()
  const free = aliases.filter((alias) => !changes.some((one) => one.index === String(alias.index)))
  const nameOf = (index: string) => aliases.find((alias) => String(alias.index) === index)?.name ?? index
  const set = (place: number, part: Partial<PromotionDraft['changes'][number]>) =>
    onChange(changes.map((one, index) => (index === place ? { ...one, ...part } : one)))
  return (
    <fieldset className={clsx(fieldGridStyles.wide, styles.promotionChanges)}>
      <legend>{t('promotions.field.changes')}</legend>
      <Hint>{t('promotions.hint.changes')}</Hint>
      {changes.map(({ index, value }, place) => (
        <div key={index} className={styles.promotionChange}>
          <SlotSelect
            label={t('promotions.slot')}
            aliases={aliases.filter((alias) => String(alias.index) === index || free.includes(alias))}
            field={`changes.${place}.index`}
            value={index}
            readOnly={readOnly}
            onChange={(next) => set(place, { index: next })}
          />
          <TextInput
            field={`changes.${place}.value`}
            label={t('promotions.value')}
            aria-label={`${t('promotions.value')}, ${nameOf(index)}`}
            value={value}
            error={wrong}
            readOnly={readOnly}
            autoComplete="off"
            onChange={(event) => set(place, { value: event.target.value })}
          />
          {!readOnly && (
            <Button
              look="ghost"
              icon
              aria-label={t('promotions.removeChange', { name: nameOf(index) })}
              title={t('promotions.removeChange', { name: nameOf(index) })}
              onClick={() => onChange(changes.filter((_, other) => other !== place))}
            >
              <IconTrash size={15} stroke={1.7} />
            </Button>
          )}
        </div>
      ))}
      {!readOnly && free[0] !== undefined && (
        <Button onClick={() => onChange([...changes, { index: String(free[0]?.index), value: '' }])}>
          <IconPlus size={15} stroke={1.7} />
          {t('promotions.addChange')}
        </Button>
      )}
      <RefusedField field="changes" value={changes} />
    </fieldset>
  )
}
