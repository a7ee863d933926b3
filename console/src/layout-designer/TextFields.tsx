/** What there is to say of a text or a price: what it says, how large, how heavy, where in its box. */
import { IconArrowBarToDown, IconArrowBarToUp, IconArrowsVertical } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NumberField, OptionalNumber } from '../form/NumberField.tsx'
import { Align, Ink } from './appearance.tsx'
import { SelectLine } from '../canvas/SelectLine.tsx'
import { CheckLine, Choice, Wrong } from './controls.tsx'
import { FieldPicker } from './FieldPicker.tsx'
import type { FieldsProps, OfKind } from './fields-props.ts'
import { RoleField } from './RoleField.tsx'
import { TemplateField } from './TemplateField.tsx'
import { Input } from '../ui/inputs.tsx'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './layout-designer.module.css'

const icon = { size: 15, stroke: 1.7 }
const valigns = [
  ['top', IconArrowBarToUp],
  ['middle', IconArrowsVertical],
  ['bottom', IconArrowBarToDown],
] as const
const weights = [400, 500, 600, 700, 800] as const
const sizes = { min: 6, max: 600 }

export function TextFields(props: FieldsProps<OfKind<'text'>>) {
  const { t } = useTranslation()
  const { element, change, shown, readOnly } = props
  const { key, text, lines, ellipsis, strike, role } = element
  return (
    <>
      <TemplateField
        label={t('layoutDesigner.text')}
        field="text"
        value={text}
        shown={shown}
        readOnly={readOnly}
        onChange={(text) => change({ text }, `text:${key}`)}
      />
      <RoleField role={role} change={change} readOnly={readOnly} />
      <Sizes {...props} />
      <Aligns {...props} />
      <div className={editorStyles.panelLine}>
        <NumberField
          label={t('layoutDesigner.lines')}
          value={lines}
          min={1}
          max={20}
          readOnly={readOnly}
          onChange={(lines) => change({ lines }, `lines:${key}`)}
        />
        <Ink element={element} change={change} readOnly={readOnly} />
      </div>
      <CheckLine
        label={t('layoutDesigner.ellipsis')}
        checked={ellipsis}
        readOnly={readOnly}
        onChange={(ellipsis) => change({ ellipsis })}
      />
      <CheckLine label={t('layoutDesigner.strike')} checked={strike} readOnly={readOnly} onChange={(strike) => change({ strike })} />
    </>
  )
}

export function PriceFields(props: FieldsProps<OfKind<'price'>>) {
  const { t } = useTranslation()
  const { element, change, shown, readOnly } = props
  const { key, field, small, role } = element
  return (
    <>
      <div className={styles.templateField}>
        <label className={editorStyles.textField}>
          <span>{t('layoutDesigner.field')}</span>
          <Input
            className={helpers.mono}
            value={field}
            maxLength={80}
            readOnly={readOnly}
            spellCheck={false}
            autoComplete="off"
            data-first-field
            onChange={({ currentTarget }) => change({ field: currentTarget.value }, `field:${key}`)}
          />
        </label>
        <Wrong field="field" />
        {!readOnly && <FieldPicker shown={shown} formats={false} first={['price']} onPick={({ name }) => change({ field: name })} />}
      </div>
      <RoleField role={role} change={change} readOnly={readOnly} />
      <Sizes {...props} />
      <Aligns {...props} />
      <div className={editorStyles.panelLine}>
        <NumberField
          label={t('layoutDesigner.small')}
          value={small * 100}
          min={20}
          max={100}
          unit="%"
          readOnly={readOnly}
          onChange={(percent) => change({ small: percent / 100 }, `small:${key}`)}
        />
        <Ink element={element} change={change} readOnly={readOnly} />
      </div>
    </>
  )
}

function Sizes({ element, change, readOnly }: FieldsProps<OfKind<'text'> | OfKind<'price'>>) {
  const { t } = useTranslation()
  const { size, minSize, weight, key } = element
  return (
    <>
      <div className={editorStyles.boxFields}>
        <NumberField
          label={t('layoutDesigner.size')}
          value={size}
          {...sizes}
          readOnly={readOnly}
          onChange={(size) => change({ size }, `size:${key}`)}
        />
        <OptionalNumber
          label={t('layoutDesigner.minSize')}
          value={minSize}
          placeholder={t('layoutDesigner.asLarge')}
          {...sizes}
          readOnly={readOnly}
          onChange={(minSize) => change({ minSize }, `minSize:${key}`)}
        />
      </div>
      <Wrong field="size" />
      <Wrong field="minSize" />
      <SelectLine
        label={t('layoutDesigner.weight')}
        value={String(weight)}
        options={weights.map((one) => ({ value: String(one), label: t(`layoutDesigner.weightOf.${one}`) }))}
        readOnly={readOnly}
        onChange={(value) => change({ weight: weights.find((one) => String(one) === value) ?? weight })}
      />
    </>
  )
}
function Aligns({ element, change, readOnly }: FieldsProps<OfKind<'text'> | OfKind<'price'>>) {
  const { t } = useTranslation()
  return (
    <div className={editorStyles.panelLine}>
      <Align element={element} change={change} readOnly={readOnly} />
      <Choice
        label={t('layoutDesigner.valign')}
        value={element.valign}
        options={valigns.map(([value, Icon]) => ({ value, label: t(`layoutDesigner.alignOf.${value}`), icon: <Icon {...icon} /> }))}
        readOnly={readOnly}
        onChange={(valign) => change({ valign })}
      />
    </div>
  )
}
