/** What elements of several kinds have: how they are aligned, and their ink. */
import type { Colour } from '@endcap/label/layout'
import { IconAlignCenter, IconAlignLeft, IconAlignRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Choice, ColourChoice, colours } from './controls.tsx'
import type { FieldsProps, OfKind } from './fields-props.ts'

const icon = { size: 15, stroke: 1.7 }
const aligns = [
  ['left', IconAlignLeft],
  ['center', IconAlignCenter],
  ['right', IconAlignRight],
] as const

/** Where its words or bars stand, across. */
export function Align({
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

/** The colour that it is drawn in. */
export const Ink = ({
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
