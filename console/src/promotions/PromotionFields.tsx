/** The fields of a promotion: for which products and stores, what becomes of their prices and values, and when. Their ids begin with `promotion-`: what is refused gets the focus by it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLayoutIds } from '../app/lists.ts'
import fieldGridStyles from '../form/field-grid.module.css'
import { Select } from '../form/Select.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import { ChangedSlots } from './ChangedSlots.tsx'
import type { Known, PromotionDraft } from './draft.ts'
import { PriceFields } from './PriceFields.tsx'
import { ProductsFields } from './ProductsFields.tsx'
import styles from './promotions.module.css'
import { StoresFields } from './StoresFields.tsx'
import { TimeField } from './TimeField.tsx'
import { clockIn, presets, spanOf } from './times.ts'

interface Props {
  draft: PromotionDraft
  known: Known
  /** The field that was found wrong before it was sent. */
  wrongField: string | undefined
  readOnly: boolean
  change: (part: Partial<PromotionDraft>) => void
}

export function PromotionFields({ draft, known, wrongField, readOnly, change }: Props) {
  const { t } = useTranslation()
  const { aliases, meant, type } = known
  const { price, stores } = draft
  const named = [...new Set([...type.currencies, ...Object.keys(price.amounts), ...Object.keys(price.rounding)])]
  // What the price rule says of a slot no other value says.
  const ruled = price.kind === 'none' ? [] : [meant.price, ...(price.oldPrice ? [meant.listPrice] : [])]
  const open = aliases.filter((alias) => !alias.key && !ruled.includes(alias.index))
  return (
    <div className={styles.fields}>
      <TextInput
        id="promotion-name"
        field="name"
        label={t('promotions.field.name')}
        value={draft.name}
        readOnly={readOnly}
        error={wrongField === 'name'}
        autoComplete="off"
        withAsterisk
        data-autofocus
        onChange={(event) => change({ name: event.target.value })}
      />
      <ProductsFields draft={draft} aliases={aliases} nameSlot={meant.name} {...{ wrongField, readOnly, change }} />
      {meant.price !== null && (
        <PriceFields
          price={price}
          currencies={named}
          hasListPrice={meant.listPrice !== null}
          wrongField={wrongField}
          readOnly={readOnly}
          onChange={(next) => change({ price: next })}
        />
      )}
      <When draft={draft} zones={type.timeZones} wrongField={wrongField} readOnly={readOnly} change={change} />
      <StoresFields storeType={type.storeType} stores={stores} readOnly={readOnly} onChange={(next) => change({ stores: next })} />
      <ChangedSlots
        changes={draft.changes}
        aliases={open}
        wrong={wrongField === 'changes'}
        readOnly={readOnly}
        onChange={(changes) => change({ changes })}
      />
      <LayoutAndPriority draft={draft} wrongField={wrongField} readOnly={readOnly} change={change} />
    </div>
  )
}

type PartProps = Omit<Props, 'known'>

/** When it starts and ends, with a few spans to choose. */
function When({ draft, zones, wrongField, readOnly, change }: PartProps & { zones: readonly string[] }) {
  const { t } = useTranslation()
  const [now] = useState(() => new Date())
  return (
    <fieldset className={styles.part}>
      <legend>{t('promotions.field.when')}</legend>
      {!readOnly && (
        <div className={styles.presets}>
          {presets.map((preset) => (
            <Button key={preset} onClick={() => change(spanOf(preset, { timeZones: zones, now: new Date(), starts: draft.starts }))}>
              {t(`promotions.preset.${preset}`)}
            </Button>
          ))}
        </div>
      )}
      <div className={fieldGridStyles.fieldGrid}>
        {(['starts', 'ends'] as const).map((name) => (
          <TimeField
            key={name}
            name={name}
            value={draft[name]}
            wrong={wrongField === name}
            readOnly={readOnly}
            onChange={(text) => change({ [name]: text })}
          />
        ))}
      </div>
      <Hint flush>{t('promotions.hint.when', { clocks: zones.map((zone) => `${zone} ${clockIn(zone, now)}`).join(', ') })}</Hint>
    </fieldset>
  )
}

function LayoutAndPriority({ draft, wrongField, readOnly, change }: PartProps) {
  const { t } = useTranslation()
  return (
    <div className={fieldGridStyles.fieldGrid}>
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
      <TextInput
        id="promotion-priority"
        field="priority"
        label={t('promotions.field.priority')}
        description={t('promotions.hint.priority')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        value={draft.priority}
        readOnly={readOnly}
        error={wrongField === 'priority'}
        autoComplete="off"
        onChange={(event) => change({ priority: event.target.value })}
      />
    </div>
  )
}
