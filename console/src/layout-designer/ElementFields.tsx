/** What there is to say of one element: each field of its kind. */
import { symbologies, symbologyNames, type Colour } from '@endcap/label/layout'
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowsVertical,
  IconPencil,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberField, OptionalNumber } from '../form/NumberField.tsx'
import { Choice, CheckLine, ColourChoice, colours, SelectLine, Wrong } from './controls.tsx'
import { FieldPicker } from './FieldPicker.tsx'
import type { EditorElement } from './model.ts'
import { PictureField } from './PictureField.tsx'
import { RoleField } from './RoleField.tsx'
import { TemplateField } from './TemplateField.tsx'

const icon = { size: 15, stroke: 1.7 }
const aligns = [
  ['left', IconAlignLeft],
  ['center', IconAlignCenter],
  ['right', IconAlignRight],
] as const
const valigns = [
  ['top', IconArrowBarToUp],
  ['middle', IconArrowsVertical],
  ['bottom', IconArrowBarToDown],
] as const
const weights = [400, 500, 600, 700, 800] as const
const sizes = { least: 6, most: 600 }
const thickness = { least: 1, most: 50 }

type OfKind<T extends EditorElement['type']> = Extract<EditorElement, { type: T }>
export interface FieldsProps<E extends EditorElement = EditorElement> {
  element: E
  /** `group`: changes that are taken back at once. A method, so that what changes any element changes one of a kind. */
  change(part: Partial<E>, group?: string): void
  shown: { prCode: string; prInfo: readonly string[] }
  readOnly: boolean
  /** Inside of a repeat. */
  enter: () => void
}

export function ElementFields(props: FieldsProps): ReactNode {
  const { element } = props
  switch (element.type) {
    case 'text':
      return <TextFields {...props} element={element} />
    case 'price':
      return <PriceFields {...props} element={element} />
    case 'box':
      return <BoxFields {...props} element={element} />
    case 'line':
      return <LineFields {...props} element={element} />
    case 'image':
      return <ImageFields {...props} element={element} />
    case 'barcode':
      return <BarcodeFields {...props} element={element} />
    case 'repeat':
      return <RepeatFields {...props} element={element} />
  }
}

function Sizes({ element, change, readOnly }: FieldsProps<OfKind<'text'> | OfKind<'price'>>) {
  const { t } = useTranslation()
  const { size, minSize, weight, key } = element
  return (
    <>
      <div className="box-fields">
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
          usual={t('layoutDesigner.asLarge')}
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
function Align({
  element,
  change,
  readOnly,
}: Pick<FieldsProps<OfKind<'text'> | OfKind<'price'> | OfKind<'barcode'>>, 'element' | 'change' | 'readOnly'>) {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('layoutDesigner.align')}
      value={element.align}
      options={aligns.map(([value, Icon]) => ({ value, label: t(`layoutDesigner.alignOf.${value}`), icon: <Icon {...icon} /> }))}
      readOnly={readOnly}
      onChange={(align) => change({ align })}
    />
  )
}
function Aligns({ element, change, readOnly }: FieldsProps<OfKind<'text'> | OfKind<'price'>>) {
  const { t } = useTranslation()
  return (
    <div className="panel-line">
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
const Ink = ({
  element,
  change,
  readOnly,
}: {
  element: { color: Colour }
  change: (part: { color: Colour }) => void
  readOnly: boolean
}) => {
  const { t } = useTranslation()
  return (
    <ColourChoice
      label={t('layoutDesigner.colour')}
      value={element.color}
      offered={colours}
      readOnly={readOnly}
      onChange={(color) => change({ color })}
    />
  )
}

function TextFields(props: FieldsProps<OfKind<'text'>>) {
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
      <div className="panel-line">
        <NumberField
          label={t('layoutDesigner.lines')}
          value={lines}
          least={1}
          most={20}
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

function PriceFields(props: FieldsProps<OfKind<'price'>>) {
  const { t } = useTranslation()
  const { element, change, shown, readOnly } = props
  const { key, field, small, role } = element
  return (
    <>
      <div className="template-field">
        <label className="text-field">
          <span>{t('layoutDesigner.field')}</span>
          <input
            className="fi mono"
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
      <div className="panel-line">
        <NumberField
          label={t('layoutDesigner.small')}
          value={small * 100}
          least={20}
          most={100}
          unit="%"
          readOnly={readOnly}
          onChange={(percent) => change({ small: percent / 100 }, `small:${key}`)}
        />
        <Ink element={element} change={change} readOnly={readOnly} />
      </div>
    </>
  )
}

const orNone = [undefined, ...colours] as const
function BoxFields({ element, change, readOnly }: FieldsProps<OfKind<'box'>>) {
  const { t } = useTranslation()
  const { key, fill, stroke, lineWidth, radius } = element
  return (
    <>
      <ColourChoice
        label={t('layoutDesigner.fill')}
        value={fill}
        offered={orNone}
        readOnly={readOnly}
        onChange={(fill) => change({ fill })}
      />
      <ColourChoice
        label={t('layoutDesigner.stroke')}
        value={stroke}
        offered={orNone}
        readOnly={readOnly}
        onChange={(stroke) => change({ stroke })}
      />
      <div className="box-fields">
        <NumberField
          label={t('layoutDesigner.lineWidth')}
          value={lineWidth}
          {...thickness}
          readOnly={readOnly}
          onChange={(lineWidth) => change({ lineWidth }, `width:${key}`)}
        />
        <NumberField
          label={t('layoutDesigner.radius')}
          value={radius}
          least={0}
          most={500}
          readOnly={readOnly}
          onChange={(radius) => change({ radius }, `radius:${key}`)}
        />
      </div>
    </>
  )
}

function LineFields({ element, change, readOnly }: FieldsProps<OfKind<'line'>>) {
  const { t } = useTranslation()
  const { key, lineWidth } = element
  return (
    <div className="panel-line">
      <NumberField
        label={t('layoutDesigner.lineWidth')}
        value={lineWidth}
        {...thickness}
        readOnly={readOnly}
        onChange={(lineWidth) => change({ lineWidth }, `width:${key}`)}
      />
      <Ink element={element} change={change} readOnly={readOnly} />
    </div>
  )
}

const dithers = ['none', 'threshold', 'ordered', 'floyd-steinberg'] as const
function ImageFields({ element, change, readOnly }: FieldsProps<OfKind<'image'>>) {
  const { t } = useTranslation()
  const { data, dither } = element
  return (
    <>
      <PictureField data={data} readOnly={readOnly} onPicture={(picture) => change({ data: picture.data })} />
      <SelectLine
        label={t('layoutDesigner.dither')}
        value={dither}
        options={dithers.map((value) => ({ value, label: t(`layoutDesigner.ditherOf.${value}`) }))}
        readOnly={readOnly}
        onChange={(dither) => change({ dither })}
      />
    </>
  )
}

function BarcodeFields(props: FieldsProps<OfKind<'barcode'>>) {
  const { t } = useTranslation()
  const { element, change, shown, readOnly } = props
  const { key, symbology, value, quiet, color } = element
  return (
    <>
      <SelectLine
        label={t('layoutDesigner.symbologyLabel')}
        value={symbology}
        options={symbologies.map((one) => ({ value: one, label: symbologyNames[one] }))}
        readOnly={readOnly}
        onChange={(symbology) => change({ symbology })}
      />
      <TemplateField
        label={t('layoutDesigner.value')}
        field="value"
        value={value}
        first={['barcode']}
        shown={shown}
        readOnly={readOnly}
        onChange={(value) => change({ value }, `value:${key}`)}
      />
      <div className="panel-line">
        <OptionalNumber
          label={t('layoutDesigner.quiet')}
          value={quiet}
          usual={t('layoutDesigner.ofStandard')}
          least={0}
          most={20}
          readOnly={readOnly}
          onChange={(quiet) => change({ quiet }, `quiet:${key}`)}
        />
        <Align element={element} change={change} readOnly={readOnly} />
      </div>
      <ColourChoice
        label={t('layoutDesigner.colour')}
        value={color}
        offered={['black', 'red'] as const}
        readOnly={readOnly}
        onChange={(color) => change({ color })}
      />
    </>
  )
}

function RepeatFields({ element, change, readOnly, enter }: FieldsProps<OfKind<'repeat'>>) {
  const { t } = useTranslation()
  const { key, count, dx, dy, elements } = element
  const far = { least: -2000, most: 4000 }
  return (
    <>
      <p className="hint">{t('layoutDesigner.repeatHint')}</p>
      <div className="box-fields three">
        <NumberField
          label={t('layoutDesigner.count')}
          value={count}
          least={1}
          most={20}
          readOnly={readOnly}
          onChange={(count) => change({ count }, `count:${key}`)}
        />
        <NumberField
          label={t('layoutDesigner.dx')}
          value={dx}
          {...far}
          readOnly={readOnly}
          onChange={(dx) => change({ dx }, `dx:${key}`)}
        />
        <NumberField
          label={t('layoutDesigner.dy')}
          value={dy}
          {...far}
          readOnly={readOnly}
          onChange={(dy) => change({ dy }, `dy:${key}`)}
        />
      </div>
      <button type="button" className="btn" onClick={enter}>
        <IconPencil {...icon} />
        {t('layoutDesigner.enter', { count: elements.length })}
      </button>
    </>
  )
}
