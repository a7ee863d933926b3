/** When something is shown, in both editors: all of its conditions must hold. */
import { conditionKinds, type TextCondition } from '@endcap/signage/drawn'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAliases, useAliasLabel } from '../data/aliases.ts'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Input, NativeSelect } from '../ui/inputs.tsx'
import styles from './conditions.module.css'

interface LineParts {
  /** Without those of which half a value cannot be saved. */
  operators?: readonly TextCondition['is'][]
  /** The alias that a field names, and the field when it names another one. */
  nameOf?: (field: string) => string
  withName?: (field: string, name: string) => string
  /** Whether its value is wrong. */
  isWrong?: (place: number) => boolean
  /** Before its value, and below the line. */
  beside?: (condition: TextCondition, place: number, onChange: (part: Partial<TextCondition>) => void) => ReactNode
  below?: (place: number) => ReactNode
}
interface Props extends LineParts {
  when: readonly TextCondition[] | undefined
  onChange: (when: TextCondition[] | undefined) => void
  readOnly: boolean
}
const needsValue = (is: TextCondition['is']) => is !== 'filled' && is !== 'empty'
const maxConditions = 10

export function Conditions({ when = [], onChange, readOnly, ...parts }: Props) {
  const { t } = useTranslation()
  const aliases = useAliases()
  const set = (next: TextCondition[]) => onChange(next.length === 0 ? undefined : next)
  const change = (place: number, part: Partial<TextCondition>) =>
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
      <legend>{t('canvas.conditions')}</legend>
      {when.length === 0 && <Hint>{t('canvas.always')}</Hint>}
      {when.map((condition, place) => (
        <ConditionLine
          // oxlint-disable-next-line react/no-array-index-key -- they have nothing else that tells them apart
          key={place}
          condition={condition}
          place={place}
          readOnly={readOnly}
          onChange={(part) => change(place, part)}
          onRemove={() => set(when.filter((_, index) => index !== place))}
          {...parts}
        />
      ))}
      {!readOnly && when.length < maxConditions && (
        <Button
          disabled={defaultAlias === undefined}
          onClick={() => defaultAlias !== undefined && set([...when, { field: defaultAlias.name, is: 'filled' }])}
        >
          <IconPlus size={15} stroke={1.7} />
          {t('canvas.addCondition')}
        </Button>
      )}
    </fieldset>
  )
}

interface LineProps extends LineParts {
  condition: TextCondition
  place: number
  readOnly: boolean
  onChange: (part: Partial<TextCondition>) => void
  onRemove: () => void
}
const asIs = (field: string) => field
const replaced = (_: string, name: string) => name
function ConditionLine({ condition, place, readOnly, onChange, onRemove, ...parts }: LineProps) {
  const { operators = conditionKinds, nameOf = asIs, withName = replaced, isWrong, beside, below } = parts
  const { t } = useTranslation()
  const names = useAliases().map(({ name }) => name)
  const labelOf = useAliasLabel()
  const { field, is, value = '' } = condition
  const name = nameOf(field)
  const number = place + 1
  return (
    <div className={styles.condition}>
      <NativeSelect
        title={name}
        value={name}
        disabled={readOnly}
        aria-label={t('canvas.conditionField', { number })}
        onChange={({ currentTarget }) => onChange({ field: withName(field, currentTarget.value) })}
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
        aria-label={t('canvas.conditionOperator', { number })}
        onChange={({ currentTarget }) => onChange({ is: conditionKinds.find((one) => one === currentTarget.value) ?? is })}
      >
        {conditionKinds
          .filter((one) => one === is || operators.includes(one))
          .map((operator) => (
            <option key={operator} value={operator}>
              {t(`canvas.operator.${operator}`)}
            </option>
          ))}
      </NativeSelect>
      {!readOnly && (
        <Button look="ghost" icon aria-label={t('canvas.removeCondition', { number })} onClick={onRemove}>
          <IconTrash size={15} stroke={1.7} />
        </Button>
      )}
      {beside?.(condition, place, onChange)}
      {needsValue(is) && (
        <Input
          value={value}
          readOnly={readOnly}
          maxLength={200}
          aria-label={t('canvas.conditionValue', { number })}
          aria-invalid={isWrong?.(place) === true || undefined}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
      )}
      {below?.(place)}
    </div>
  )
}
