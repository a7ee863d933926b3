/** How the product in a place looks: sharp in colours of one's own, or as on a label. */
import { cardColourDefaults, cardStyles, type CardColours } from '@endcap/signage/cards'
import type { SlideObject } from '@endcap/signage/shows'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { SelectLine } from '../canvas/SelectLine.tsx'
import { CardColourFields } from '../canvas/CardColourFields.tsx'
import { Hint } from '../ui/Hint.tsx'

interface Props {
  object: SlideObject
  /** What lies behind a card without a background, as far as is known. */
  slideColour: string
  readOnly: boolean
  change: (part: Partial<SlideObject>, group?: string) => void
}
export function CardLook({ object, slideColour, readOnly, change }: Props) {
  const { t } = useTranslation()
  const { cardStyle = 'screen', cardColours = cardColourDefaults, width, height } = object
  const set = (part: Partial<CardColours>) => change({ cardColours: { ...cardColours, ...part } }, `card:${Object.keys(part).join()}`)
  return (
    <>
      <SelectLine
        label={t('slideEditor.card.style')}
        value={cardStyle}
        options={cardStyles.map((style) => ({ value: style, label: t(`slideEditor.card.${style}`) }))}
        readOnly={readOnly}
        onChange={(style) => change({ cardStyle: style })}
      />
      {cardStyle !== 'label' && <CardColourFields colours={cardColours} behind={slideColour} disabled={readOnly} onChange={set} />}
      <Hint>
        {t('slideEditor.card.layout', { width: Math.round(width), height: Math.round(height) })}{' '}
        <Link to={paths.layouts} search={{}}>
          {t('slideEditor.card.layouts')}
        </Link>
      </Hint>
    </>
  )
}
