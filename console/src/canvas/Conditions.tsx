/** When an element or a page is shown: all of its conditions must hold. */
import type { Condition } from '@endcap/label/layout'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAliases, useAliasLabel } from '../data/aliases.ts'
import { useWrong, Wrong } from './controls.tsx'
import { ProductNumber } from './FieldPicker.tsx'
import { fieldName, fieldParts } from './sight.ts'
import { Hint } from '../ui/Hint.tsx'
import { Button } from '../ui/Button.tsx'
import { Input, NativeSelect } from '../ui/inputs.tsx'
import styles from './layout-designer.module.css'

interface Props {
  when: readonly Condition[] | undefined
  onChange: (when: Condition[] | undefined) => void
  readOnly: boolean
  /** Products that the layout has places for: of several it is said which one is meant. */
  products: number
}
const operators = [
  'filled',
  'empty',
  'equals',
  'not-equals',
  'greater',
  'less',
  'contains',
  'starts-with',
  'matches',
] as const satisfies readonly Condition['is'][]
const needsValue = (is: Condition['is']) => is !== 'filled' && is !== 'empty'
const maxConditions = 10

export function Conditions({ when = [], onChange, readOnly, products }: Props) {
  const { t } = useTranslation()
  const aliases = useAliases()
  const set = (next: Condition[]) => onChange(next.length === 0 ? undefined : next)
  const change = (place: number, part: Partial<Condition>) =>
    set(
      when.map((one, index) => {
        if (index !== place) return one
        const { value = '', ...rest } = { ...one, ...part }
        return needsValue(rest.is) ? { ...rest, value } : rest
      }),
    )
  const defaultAlias = aliases.find((alias) => alias.type !== 'name' && !alias.key) ?? aliases[0]
  return (
    <fieldset className={styles.conditions}>
      <legend>{t('layoutDesigner.conditions')}</legend>
      {when.length === 0 && <Hint>{t('layoutDesigner.always')}</Hint>}
      {when.map((condition, place) => (
        <ConditionLine
          // oxlint-disable-next-line react/no-array-index-key -- they have nothing else that tells them apart
          key={place}
          condition={condition}
          place={place}
          readOnly={readOnly}
          products={products}
          onChange={(part) => change(place, part)}
          onRemove={() => set(when.filter((_, index) => index !== place))}
        />
      ))}
      {!readOnly && when.length < maxConditions && (
        <Button
          disabled={defaultAlias === undefined}
          onClick={() => defaultAlias !== undefined && set([...when, { field: defaultAlias.name, is: 'filled' }])}
        >
          <IconPlus size={15} stroke={1.7} />
          {t('layoutDesigner.addCondition')}
        </Button>
      )}
    </fieldset>
  )
}

interface LineProps {
  condition: Condition
  place: number
  readOnly: boolean
  products: number
  onChange: (part: Partial<Condition>) => void
  onRemove: () => void
}
function ConditionLine({ condition, place, readOnly, products, onChange, onRemove }: LineProps) {
  const { t } = useTranslation()
  const names = useAliases().map(({ name }) => name)
  const labelOf = useAliasLabel()
  const { field, is, value = '' } = condition
  const { product, name } = fieldParts(field)
  const wrong = useWrong(`when.${place}.value`)
  const number = place + 1
  return (
    <div className={styles.condition}>
      <NativeSelect
        title={name}
        value={name}
        disabled={readOnly}
        aria-label={t('layoutDesigner.conditionField', { number })}
        onChange={({ currentTarget }) => onChange({ field: fieldName(currentTarget.value, product) })}
      >
        {/* Also one of an alias that is there no more. */}
        {[...new Set([...names, name])].map((one) => (
          <option key={one} value={one}>
            {labelOf(one)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        value={is}
        disabled={readOnly}
        aria-label={t('layoutDesigner.conditionOperator', { number })}
        onChange={({ currentTarget }) => onChange({ is: operators.find((one) => one === currentTarget.value) ?? is })}
      >
        {operators.map((operator) => (
          <option key={operator} value={operator}>
            {t(`canvas.operator.${operator}`)}
          </option>
        ))}
      </NativeSelect>
      {!readOnly && (
        <Button look="ghost" icon aria-label={t('layoutDesigner.removeCondition', { number })} onClick={onRemove}>
          <IconTrash size={15} stroke={1.7} />
        </Button>
      )}
      {(products > 1 || product > 0) && (
        <ProductNumber
          value={product}
          label={t('layoutDesigner.conditionProduct', { number })}
          disabled={readOnly}
          onChange={(next) => onChange({ field: fieldName(name, next) })}
        />
      )}
      {needsValue(is) && (
        <Input
          value={value}
          readOnly={readOnly}
          maxLength={200}
          aria-label={t('layoutDesigner.conditionValue', { number })}
          aria-invalid={wrong !== undefined || undefined}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
      )}
      <Wrong field={`when.${place}.value`} />
      <Wrong field={`when.${place}.field`} />
    </div>
  )
}
