/** How a text looks, and when it is there. */
import { conditionKinds, textSizes, textWeights, type TextLook } from '@endcap/signage/drawn'
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconLayoutAlignBottom,
  IconLayoutAlignMiddle,
  IconLayoutAlignTop,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import { paths } from '../app/paths.ts'
import { useBrandFonts } from '../data/brand.ts'
import { NumberField, OptionalNumber } from '../form/NumberField.tsx'
import { Tick } from '../ui/inputs.tsx'
import { Segments } from '../ui/Segments.tsx'
import { Conditions } from '../canvas/Conditions.tsx'
import { SelectLine } from '../canvas/SelectLine.tsx'
import { ColourField, OptionalColour } from '../canvas/ColourField.tsx'
import editorStyles from '../canvas/editor.module.css'
import styles from './slide-editor.module.css'

interface Props {
  look: TextLook
  readOnly: boolean
  change: (part: Partial<TextLook>, group: string) => void
}
interface OfProps extends Props {
  /** A clock has no words, and what runs is one line that begins nowhere. */
  of: 'text' | 'clock' | 'ticker'
}
const icon = { size: 15, stroke: 1.7 }
const across = [
  ['left', IconAlignLeft],
  ['center', IconAlignCenter],
  ['right', IconAlignRight],
] as const
const down = [
  ['top', IconLayoutAlignTop],
  ['middle', IconLayoutAlignMiddle],
  ['bottom', IconLayoutAlignBottom],
] as const
/** Half a pattern is none, and what is typed is saved. */
const typed = conditionKinds.filter((one) => one !== 'matches')
/** Percent of the distance that the typeface has. */
const leadings = { least: 50, most: 300 }
const widestPadding = 500

export function TextFields({ look, of, readOnly, change }: OfProps) {
  const { t } = useTranslation()
  const { size, weight, align, valign, colour, strike = false, smallCents = false, leading = 1, background, padding = 0 } = look
  const tick = (name: 'strike' | 'smallCents', checked: boolean) => (
    <label className={editorStyles.checkLine}>
      <Tick checked={checked} disabled={readOnly} onChange={({ currentTarget }) => change({ [name]: currentTarget.checked }, name)} />
      {t(`slideEditor.text.${name}`)}
    </label>
  )
  return (
    <>
      <FontLine font={look.font} readOnly={readOnly} onChange={(font) => change({ font }, 'font')} />
      <div className={editorStyles.boxFields}>
        <OptionalNumber
          label={t('slideEditor.text.size')}
          value={size}
          placeholder={t('slideEditor.text.fits')}
          min={textSizes.least}
          max={textSizes.most}
          readOnly={readOnly}
          onChange={(next) => change({ size: next }, 'size')}
        />
        {/* A font of the brand has one weight. */}
        {look.font === undefined && (
          <SelectLine
            label={t('slideEditor.text.weight')}
            value={weight}
            options={textWeights.map((one) => ({ value: one, label: t(`slideEditor.text.weights.${one}`) }))}
            readOnly={readOnly}
            onChange={(next) => change({ weight: next }, 'weight')}
          />
        )}
      </div>
      <div className={styles.alignLine}>
        {of !== 'ticker' && (
          <Segments
            label={t('slideEditor.text.align')}
            value={align}
            disabled={readOnly}
            options={across.map(([value, Icon]) => ({ value, label: t(`slideEditor.text.alignTo.${value}`), icon: <Icon {...icon} /> }))}
            onChange={(next) => change({ align: next }, 'align')}
          />
        )}
        <Segments
          label={t('slideEditor.text.valign')}
          value={valign}
          disabled={readOnly}
          options={down.map(([value, Icon]) => ({ value, label: t(`slideEditor.text.alignTo.${value}`), icon: <Icon {...icon} /> }))}
          onChange={(next) => change({ valign: next }, 'valign')}
        />
      </div>
      <div className={editorStyles.boxFields}>
        {of === 'text' && (
          <NumberField
            label={t('slideEditor.text.leading')}
            value={leading * 100}
            min={leadings.least}
            max={leadings.most}
            unit="%"
            readOnly={readOnly}
            onChange={(next) => change({ leading: next / 100 }, 'leading')}
          />
        )}
        <NumberField
          label={t('slideEditor.text.padding')}
          value={padding}
          min={0}
          max={widestPadding}
          readOnly={readOnly}
          onChange={(next) => change({ padding: next }, 'padding')}
        />
      </div>
      <ColourField
        label={t('slideEditor.text.colour')}
        value={colour}
        disabled={readOnly}
        onChange={(next) => change({ colour: next }, 'colour')}
      />
      <OptionalColour
        label={t('slideEditor.background')}
        value={background}
        first="#c8281e"
        disabled={readOnly}
        onChange={(next) => change({ background: next }, 'background')}
      />
      {of === 'text' && tick('smallCents', smallCents)}
      {of !== 'clock' && tick('strike', strike)}
      {of !== 'clock' && (
        <Conditions operators={typed} when={look.when} readOnly={readOnly} onChange={(when) => change({ when }, 'when')} />
      )}
    </>
  )
}

/** The house's own typefaces, or a font of the brand. */
function FontLine({
  font,
  readOnly,
  onChange,
}: {
  font: string | undefined
  readOnly: boolean
  onChange: (font: string | undefined) => void
}) {
  const { t } = useTranslation()
  const fonts = useBrandFonts()
  const isGone = font !== undefined && fonts !== undefined && !fonts.some(({ id }) => id === font)
  return (
    <>
      <SelectLine
        label={t('slideEditor.text.font')}
        value={font ?? ''}
        options={[
          { value: '', label: t('slideEditor.text.houseFont') },
          ...(fonts ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ...(isGone ? [{ value: font, label: t('slideEditor.text.goneFont') }] : []),
        ]}
        readOnly={readOnly}
        onChange={(next) => onChange(next === '' ? undefined : next)}
      />
      <Link className={styles.brandLink} to={paths.brand}>
        {t('slideEditor.text.manageBrand')}
      </Link>
    </>
  )
}
