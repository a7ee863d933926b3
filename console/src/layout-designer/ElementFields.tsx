/** What there is to say of one element: each field of its kind. */
import { symbologies, symbologyNames } from '@endcap/label/layout'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberField, OptionalNumber } from '../form/NumberField.tsx'
import { Align, Ink } from './appearance.tsx'
import { SelectLine } from '../canvas/SelectLine.tsx'
import { ColourChoice, colours } from './controls.tsx'
import type { FieldsProps, OfKind } from './fields-props.ts'
import { PictureField } from './PictureField.tsx'
import { TemplateField } from './TemplateField.tsx'
import { PriceFields, TextFields } from './TextFields.tsx'
import { clsx } from 'clsx'
import { Hint } from '../ui/Hint.tsx'
import { Button } from '../ui/Button.tsx'
import editorStyles from '../canvas/editor.module.css'
import fieldGridStyles from '../form/field-grid.module.css'

const icon = { size: 15, stroke: 1.7 }
const thickness = { min: 1, max: 50 }

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
      <div className={editorStyles.boxFields}>
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
          min={0}
          max={500}
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
    <div className={editorStyles.panelLine}>
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
      <div className={editorStyles.panelLine}>
        <OptionalNumber
          label={t('layoutDesigner.quiet')}
          value={quiet}
          placeholder={t('layoutDesigner.ofStandard')}
          min={0}
          max={20}
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
  const far = { min: -2000, max: 4000 }
  return (
    <>
      <Hint>{t('layoutDesigner.repeatHint')}</Hint>
      <div className={clsx(editorStyles.boxFields, fieldGridStyles.three)}>
        <NumberField
          label={t('layoutDesigner.count')}
          value={count}
          min={1}
          max={20}
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
      <Button onClick={enter}>
        <IconPencil {...icon} />
        {t('layoutDesigner.enter', { count: elements.length })}
      </Button>
    </>
  )
}
