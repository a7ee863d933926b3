/** What becomes of prices: a percentage or an amount off, or an amount, for each currency, and what the price ends on. */
import { roundings, type Rounding } from '@endcap/contract/promotions'
import { useTranslation } from 'react-i18next'
import { Choices } from '../form/Choices.tsx'
import { RefusedField } from '../form/refused-field.tsx'
import { Select } from '../form/Select.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Tick } from '../ui/inputs.tsx'
import { priceKinds, type PriceDraft } from './price-draft.ts'
import styles from './promotions.module.css'

interface Props {
  price: PriceDraft
  /** Of the stores, and those that the promotion names. */
  currencies: readonly string[]
  /** An alias means the price before. */
  hasListPrice: boolean
  wrongField: string | undefined
  readOnly: boolean
  onChange: (price: PriceDraft) => void
}

export function PriceFields({ price, currencies, hasListPrice, wrongField, readOnly, onChange }: Props) {
  const { t } = useTranslation()
  const { kind, percent, amounts, rounding, oldPrice } = price
  const set = (part: Partial<PriceDraft>) => onChange({ ...price, ...part })
  const isOne = currencies.length === 1
  const named = (label: string, currency: string) => (isOne && label !== '' ? label : `${label} ${currency}`.trim())
  return (
    <fieldset className={styles.part} id="promotion-price" tabIndex={-1}>
      <Choices
        name="promotion-price-kind"
        legend={t('promotions.field.price')}
        options={priceKinds.map((value) => ({ value, label: t(`promotions.price.${value}`), disabled: readOnly && value !== kind }))}
        value={kind}
        onChoose={(next) => set({ kind: next })}
      />
      {kind === 'percent' && (
        <TextInput
          className={styles.short}
          field="price.percent"
          id="promotion-percent"
          label={t('promotions.field.percent')}
          inputMode="decimal"
          rightSection="%"
          autoComplete="off"
          value={percent}
          readOnly={readOnly}
          error={wrongField === 'percent'}
          onChange={(event) => set({ percent: event.target.value })}
        />
      )}
      {kind !== 'none' &&
        currencies.map((currency) => (
          <div key={currency} className={styles.ofCurrency}>
            {kind !== 'percent' && (
              <TextInput
                field={`price.amounts.${currency}`}
                id={`promotion-amount-${currency}`}
                label={named(t(kind === 'off' ? 'promotions.field.off' : 'promotions.field.amount'), currency)}
                inputMode="decimal"
                rightSection={<small>{currency}</small>}
                rightSectionWidth={44}
                autoComplete="off"
                value={amounts[currency] ?? ''}
                readOnly={readOnly}
                error={wrongField === `amount-${currency}`}
                onChange={(event) => set({ amounts: { ...amounts, [currency]: event.target.value } })}
              />
            )}
            {kind !== 'amount' && (
              <Select
                field={`price.rounding.${currency}`}
                label={named(t('promotions.field.rounding'), currency)}
                data={roundings.map((value) => ({ value, label: t(`promotions.rounding.${value}`) }))}
                value={rounding[currency] ?? 'coin'}
                readOnly={readOnly}
                allowDeselect={false}
                searchable
                onChange={(next) => {
                  const chosen = roundings.find((one) => one === next) ?? 'coin'
                  set({ rounding: withRounding(rounding, currency, chosen) })
                }}
              />
            )}
          </div>
        ))}
      {kind !== 'none' && (
        <>
          <Hint flush>{t(kind === 'amount' ? 'promotions.hint.amount' : 'promotions.hint.price')}</Hint>
          {hasListPrice && (
            <Tick
              label={t('promotions.field.oldPrice')}
              description={t('promotions.hint.oldPrice')}
              checked={oldPrice}
              disabled={readOnly}
              onChange={(event) => set({ oldPrice: event.target.checked })}
            />
          )}
          <RefusedField field="oldPrice" value={oldPrice} />
        </>
      )}
      <RefusedField field="price" value={price} />
    </fieldset>
  )
}

/** Any coin needs no word. */
function withRounding(rounding: PriceDraft['rounding'], currency: string, next: Rounding): PriceDraft['rounding'] {
  const { [currency]: _before, ...others } = rounding
  return next === 'coin' ? others : { ...others, [currency]: next }
}
