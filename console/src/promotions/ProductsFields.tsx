/** Which products a promotion takes: by a part of their name, by a value such as their category, by a list of codes. */
import { useTranslation } from 'react-i18next'
import type { NamedAlias } from '../data/aliases.ts'
import { Choices } from '../form/Choices.tsx'
import { Textarea } from '../form/Textarea.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { Tick } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import { SlotSelect } from './ChangedSlots.tsx'
import { picks, type PromotionDraft } from './draft.ts'
import styles from './promotions.module.css'

interface Props {
  draft: PromotionDraft
  aliases: readonly NamedAlias[]
  /** The slot of the name; without one products are not chosen by it. */
  nameSlot: number | null
  wrongField: string | undefined
  readOnly: boolean
  change: (part: Partial<PromotionDraft>) => void
}

export function ProductsFields({ draft, aliases, nameSlot, wrongField, readOnly, change }: Props) {
  const { t } = useTranslation()
  const { pick, codes, ruleSlot, ruleValues, contains } = draft
  const choose = (next: PromotionDraft['pick']) => {
    if (next === 'name') change({ pick: next, ruleSlot: String(nameSlot), contains: true })
    else change({ pick: next, ...(pick === 'name' && { ruleSlot: categoryOf(aliases), contains: false }) })
  }
  return (
    <fieldset className={styles.part}>
      <Choices
        name="promotion-pick"
        legend={t('promotions.field.products')}
        options={picks.map((value) => ({
          value,
          label: t(`promotions.pick.${value}`),
          disabled: (readOnly && value !== pick) || (value === 'name' && nameSlot === null),
        }))}
        value={pick}
        onChoose={choose}
      />
      {pick !== 'codes' && (
        <div className={styles.pair}>
          {pick === 'value' && (
            <SlotSelect
              label={t('promotions.field.ruleSlot')}
              id="promotion-ruleSlot"
              field="rule.index"
              aliases={aliases}
              value={ruleSlot}
              none={t('promotions.noRule')}
              wrong={wrongField === 'ruleSlot'}
              readOnly={readOnly}
              onChange={(next) => change({ ruleSlot: next })}
            />
          )}
          <TextInput
            label={t(pick === 'name' ? 'promotions.field.namePart' : 'promotions.field.ruleValues')}
            placeholder={t('promotions.hint.ruleValues')}
            id="promotion-ruleValues"
            field="rule.values"
            value={ruleValues}
            readOnly={readOnly}
            disabled={ruleSlot === ''}
            error={wrongField === 'ruleValues'}
            autoComplete="off"
            onChange={(event) => change({ ruleValues: event.target.value })}
          />
        </div>
      )}
      {pick === 'value' && (
        <Tick
          label={t('promotions.field.contains')}
          checked={contains}
          disabled={readOnly || ruleSlot === ''}
          onChange={(event) => change({ contains: event.target.checked })}
        />
      )}
      {(pick === 'codes' || codes !== '') && (
        <Textarea
          label={t(pick === 'codes' ? 'promotions.field.prCodeList' : 'promotions.field.codesBeside')}
          description={t('promotions.hint.prCodeList')}
          classNames={{ input: helpers.mono }}
          rows={4}
          spellCheck={false}
          id="promotion-codes"
          field="prCodeList"
          value={codes}
          readOnly={readOnly}
          error={wrongField === 'codes'}
          autoComplete="off"
          onChange={(event) => change({ codes: event.target.value })}
        />
      )}
    </fieldset>
  )
}

const categoryOf = (aliases: readonly NamedAlias[]): string => {
  const category = aliases.find((alias) => alias.name.toUpperCase() === 'CATEGORY')
  return category === undefined ? '' : String(category.index)
}
