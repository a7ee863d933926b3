/** Slots of products: one that is chosen by its name, and those whose values a promotion changes. */
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import type { NamedAlias } from '../data/aliases.ts'
import fieldGridStyles from '../form/field-grid.module.css'
import { RefusedField } from '../form/refused-field.tsx'
import { Select } from '../form/Select.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import type { PromotionDraft } from './draft.ts'
import styles from './promotions.module.css'

interface SlotProps {
  id?: string
  /** What it is called in the call. */
  field?: string
  label: string
  aliases: readonly NamedAlias[]
  value: string
  /** What is offered for no slot. */
  none?: string
  wrong?: boolean
  readOnly: boolean
  onChange: (index: string) => void
}
/** A slot of products by its name; one whose name is gone by its number. */
export function SlotSelect({ id, field, label, aliases, value, none, wrong, readOnly, onChange }: SlotProps) {
  const { t } = useTranslation()
  const known = aliases.map((alias) => ({ value: String(alias.index), label: alias.label }))
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
      error={wrong}
      allowDeselect={false}
      searchable
      onChange={(index) => onChange(index ?? '')}
    />
  )
}

interface Props {
  changes: PromotionDraft['changes']
  aliases: readonly NamedAlias[]
  wrong: boolean
  readOnly: boolean
  onChange: (changes: PromotionDraft['changes']) => void
}
export function ChangedSlots({ changes, aliases, wrong, readOnly, onChange }: Props) {
  const { t } = useTranslation()
  const free = aliases.filter((alias) => !changes.some((one) => one.index === String(alias.index)))
  const nameOf = (index: string) => aliases.find((alias) => String(alias.index) === index)?.label ?? index
  const set = (place: number, part: Partial<PromotionDraft['changes'][number]>) =>
    onChange(changes.map((one, index) => (index === place ? { ...one, ...part } : one)))
  return (
    <fieldset className={clsx(fieldGridStyles.wide, styles.part)}>
      <legend>{t('promotions.field.changes')}</legend>
      <Hint flush>{t('promotions.hint.changes')}</Hint>
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
        <Button id="promotion-changes" onClick={() => onChange([...changes, { index: String(free[0]?.index), value: '' }])}>
          <IconPlus size={15} stroke={1.7} />
          {t('promotions.addChange')}
        </Button>
      )}
      <RefusedField field="changes" value={changes} />
    </fieldset>
  )
}
