/** One rule: what must hold, and the layout that products get then. */
import { layoutField, ruleOperators } from '@endcap/contract/layout-rules'
import { IconArrowRight, IconCopy, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { newCondition, wantsValue, type ConditionDraft, type RuleDraft, type WrongRule } from './rules.ts'
import { useAliasLabel } from '../data/aliases.ts'
import { RowButton } from '../table/RowButton.tsx'
import { Button } from '../ui/Button.tsx'
import { Input, Tick } from '../ui/inputs.tsx'
import { Autocomplete } from '../form/Autocomplete.tsx'
import { Select } from '../form/Select.tsx'
import styles from './layouts.module.css'

interface Props {
  rule: RuleDraft
  /** From 0. */
  place: number
  fields: readonly string[]
  names: readonly string[]
  readOnly: boolean
  wrong: WrongRule | undefined
  /** `group`: of what is typed, so that it is taken back at once. */
  onChange: (part: Partial<RuleDraft>, group?: string) => void
  onCopy: () => void
  onRemove: () => void
}
const icon = { size: 15, stroke: 1.7 }

export function RuleCard({ rule, place, fields, names, readOnly, wrong, onChange, onCopy, onRemove }: Props) {
  const { t } = useTranslation()
  const { name, enabled, when, layoutId, overrides } = rule
  const called = name || t('layouts.rules.number', { number: place + 1 })
  const setCondition = (at: number, part: Partial<ConditionDraft>, group?: string) =>
    onChange({ when: when.map((one, index) => (index === at ? { ...one, ...part } : one)) }, group)
  return (
    <div
      className={styles.layoutRule}
      role="group"
      aria-label={called}
      data-off={!enabled || undefined}
      data-wrong={wrong !== undefined || undefined}
    >
      <header>
        <b>{place + 1}</b>
        <Input
          aria-label={t('layouts.rules.name', { number: place + 1 })}
          placeholder={t('layouts.rules.nameless')}
          value={name}
          maxLength={80}
          readOnly={readOnly}
          onChange={(event) => onChange({ name: event.target.value }, 'name')}
        />
        <Tick
          label={t('layouts.rules.on')}
          checked={enabled}
          disabled={readOnly}
          onChange={(event) => onChange({ enabled: event.target.checked })}
        />
        {!readOnly && (
          <>
            <RowButton label={t('layouts.rules.copy', { name: called })} icon={IconCopy} onClick={onCopy} />
            <RowButton label={t('layouts.rules.remove', { name: called })} icon={IconTrash} onClick={onRemove} />
          </>
        )}
      </header>
      {when.map((condition, at) => (
        <Condition
          // oxlint-disable-next-line react/no-array-index-key -- conditions have nothing but their place
          key={at}
          condition={condition}
          first={at === 0}
          fields={fields}
          names={names}
          readOnly={readOnly}
          wrong={wrong?.condition === at ? wrong.part : undefined}
          labels={t('layouts.rules.conditionOf', { number: at + 1, name: called })}
          onChange={(part, group) => setCondition(at, part, group && `${at} ${group}`)}
          onRemove={when.length === 1 ? undefined : () => onChange({ when: when.filter((_, index) => index !== at) })}
        />
      ))}
      {!readOnly && when.length < 10 && (
        <Button className={styles.layoutAnd} look="ghost" onClick={() => onChange({ when: [...when, newCondition()] })}>
          <IconPlus {...icon} />
          {t('layouts.rules.addCondition')}
        </Button>
      )}
      <div className={styles.layoutThen}>
        <IconArrowRight {...icon} aria-hidden />
        <Select
          aria-label={t('layouts.rules.layoutOf', { name: called })}
          placeholder={t('layouts.rules.chooseLayout')}
          data={names.includes(layoutId) || layoutId === '' ? [...names] : [layoutId, ...names]}
          value={layoutId === '' ? null : layoutId}
          error={wrong?.part === 'layoutId'}
          readOnly={readOnly}
          allowDeselect={false}
          searchable
          onChange={(next) => onChange({ layoutId: next ?? '' })}
        />
        <Tick
          label={t('layouts.rules.overrides')}
          checked={overrides}
          disabled={readOnly}
          onChange={(event) => onChange({ overrides: event.target.checked })}
        />
      </div>
      {wrong?.word !== undefined && (
        <p className={styles.layoutWrong}>{t(`layouts.rules.wrong.${wrong.word}`, { number: place + 1, name: wrong.name ?? '' })}</p>
      )}
    </div>
  )
}

interface ConditionProps {
  condition: ConditionDraft
  first: boolean
  fields: readonly string[]
  names: readonly string[]
  readOnly: boolean
  wrong: WrongRule['part'] | undefined
  /** What it is, for those who hear it. */
  labels: string
  onChange: (part: Partial<ConditionDraft>, group?: string) => void
  onRemove: (() => void) | undefined
}
function Condition({ condition: { field, is, value }, first, fields, names, readOnly, wrong, labels, onChange, onRemove }: ConditionProps) {
  const { t } = useTranslation()
  const labelOf = useAliasLabel()
  const known = field === '' || fields.includes(field)
  return (
    <div className={styles.layoutCondition}>
      <span>{t(first ? 'layouts.rules.if' : 'layouts.rules.and')}</span>
      <Select
        aria-label={`${t('layouts.rules.field')}, ${labels}`}
        placeholder={t('layouts.rules.field')}
        data={[...(known ? [] : [field]), ...fields].map((one) => ({
          value: one,
          label: one === layoutField ? t('layouts.rules.ownLayout') : labelOf(one),
        }))}
        value={field === '' ? null : field}
        error={wrong === 'field'}
        readOnly={readOnly}
        allowDeselect={false}
        searchable
        onChange={(next) => onChange({ field: next ?? '' })}
      />
      <Select
        aria-label={`${t('layouts.rules.operatorLabel')}, ${labels}`}
        data={ruleOperators.map((one) => ({ value: one, label: t(`layouts.rules.operator.${one}`) }))}
        value={is}
        readOnly={readOnly}
        allowDeselect={false}
        onChange={(next) => onChange({ is: ruleOperators.find((one) => one === next) ?? 'equals' })}
      />
      {wantsValue(is) ? (
        <Autocomplete
          aria-label={`${t('layouts.rules.value')}, ${labels}`}
          placeholder={t('layouts.rules.value')}
          data={field === layoutField ? [...names] : []}
          value={value}
          error={wrong === 'value'}
          readOnly={readOnly}
          maxLength={200}
          onChange={(next) => onChange({ value: next }, 'value')}
        />
      ) : (
        <span />
      )}
      {!readOnly && onRemove !== undefined ? (
        <RowButton label={t('layouts.rules.removeCondition', { name: labels })} icon={IconX} onClick={onRemove} />
      ) : (
        <span />
      )}
    </div>
  )
}
