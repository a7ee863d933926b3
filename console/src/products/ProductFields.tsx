/** The fields of a product in its form: a few of the store's aliases until all are asked for, and its label's. */
import { hidesNfc } from '@endcap/contract/vocabulary'
import type { FocusEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLayoutIds } from '../app/lists.ts'
import { useSession } from '../app/services.ts'
import { Select } from '../form/Select.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { useFewFields } from '../form/use-few-fields.tsx'
import { useMeant, useReadAliases } from '../data/aliases.ts'
import { withSlot, type Draft } from './draft.ts'
import productFormStyles from '../form/product-form.module.css'

/** So that what is typed replaces it. */
const selectText = ({ target }: FocusEvent<HTMLInputElement>) => target.select()

interface FieldsProps {
  draft: Draft
  /** What the draft stands on. */
  base: Draft
  /** Others have changed it: what they have saved is said where something else was typed. */
  showsOthers: boolean
  creates: boolean
  readOnly: boolean
  onChange: (draft: Draft) => void
}
export function ProductFields({ draft, base, showsOthers, creates, readOnly, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const { site } = useSession().user.systemConfig
  const { fields, more } = useFewFields(useReadAliases())
  const { price } = useMeant()
  const layoutIds = useLayoutIds()
  /** What others have saved where something else was typed. */
  const nowStands = (typed: string, registered: string) =>
    showsOthers && typed !== registered
      ? registered === ''
        ? t('products.nowBlank')
        : t('products.nowStands', { value: registered })
      : undefined
  /** What is changed most. */
  const first = creates ? undefined : (fields.find(({ index }) => index === price && !readOnly) ?? fields[0])
  return (
    <>
      <div className={productFormStyles.fields}>
        {fields.map((alias) => {
          const { index, label, name, type } = alias
          return (
            <TextInput
              field={`prInfo.${index}`}
              key={index}
              className={type === 'name' ? productFormStyles.wide : undefined}
              label={label}
              title={name}
              description={nowStands(draft.prInfo[index] ?? '', base.prInfo[index] ?? '')}
              value={draft.prInfo[index] ?? ''}
              onChange={(event) => onChange(withSlot(draft, index, event.target.value, base))}
              readOnly={readOnly}
              {...(alias === first && { 'data-autofocus': true, onFocus: selectText })}
              autoComplete="off"
            />
          )
        })}
      </div>
      {more}
      <div className={productFormStyles.fields}>
        <Select
          field="layoutId"
          label={t('products.column.layoutId')}
          description={nowStands(draft.layoutId ?? '', base.layoutId ?? '')}
          placeholder={t('products.defaultLayout')}
          data={layoutIds}
          value={draft.layoutId}
          onChange={(layoutId) => onChange({ ...draft, layoutId })}
          readOnly={readOnly}
          clearable={!readOnly}
          clearButtonProps={{ 'aria-label': t('products.clearLayout'), 'aria-hidden': false, tabIndex: 0 }}
        />
        {!hidesNfc(site) && (
          <TextInput
            field="nfc"
            label={t('products.column.nfc')}
            description={nowStands(draft.nfc, base.nfc)}
            value={draft.nfc}
            onChange={(event) => onChange({ ...draft, nfc: event.target.value })}
            readOnly={readOnly}
            autoComplete="off"
          />
        )}
      </div>
    </>
  )
}
