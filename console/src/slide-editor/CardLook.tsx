/** How the product in a place looks: sharp in colours of one's own, or as on a label. */
import { cardColourDefaults, contrastOf, type CardColours } from '@endcap/signage/cards'
import type { SlideObject } from '@endcap/signage/shows'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { Hint } from '../ui/Hint.tsx'
import { NativeSelect, Tick } from '../ui/inputs.tsx'
import { ColourField } from './ColourField.tsx'
import editorStyles from '../canvas/editor.module.css'

const styles = ['screen', 'label'] as const
/** Large text is legible from this contrast on (WCAG 2.2, 1.4.3). */
const minContrast = 3

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
  const isClear = cardColours.background === 'none'
  const set = (part: Partial<CardColours>) => change({ cardColours: { ...cardColours, ...part } }, `card:${Object.keys(part).join()}`)
  const ground = isClear ? slideColour : cardColours.background
  return (
    <>
      <label className={editorStyles.selectField}>
        <span>{t('slideEditor.card.style')}</span>
        <NativeSelect
          value={cardStyle}
          disabled={readOnly}
          onChange={({ currentTarget }) => change({ cardStyle: styles.find((one) => one === currentTarget.value) })}
        >
          {styles.map((style) => (
            <option key={style} value={style}>
              {t(`slideEditor.card.${style}`)}
            </option>
          ))}
        </NativeSelect>
      </label>
      {cardStyle === 'screen' && (
        <>
          <label className={editorStyles.checkLine}>
            <Tick
              checked={isClear}
              disabled={readOnly}
              onChange={({ currentTarget }) => set({ background: currentTarget.checked ? 'none' : cardColourDefaults.background })}
            />
            {t('slideEditor.card.clear')}
          </label>
          <div className={editorStyles.boxFields}>
            {!isClear && (
              <ColourField
                label={t('slideEditor.background')}
                value={cardColours.background}
                disabled={readOnly}
                onChange={(background) => set({ background })}
              />
            )}
            <ColourField
              label={t('slideEditor.card.text')}
              value={cardColours.text}
              disabled={readOnly}
              onChange={(text) => set({ text })}
            />
            <ColourField
              label={t('slideEditor.card.accent')}
              value={cardColours.accent}
              disabled={readOnly}
              onChange={(accent) => set({ accent })}
            />
          </div>
          {contrastOf(cardColours.text, ground) < minContrast && <Hint role="status">{t('slideEditor.card.faint')}</Hint>}
        </>
      )}
      <Hint>
        {t('slideEditor.card.layout', { width: Math.round(width), height: Math.round(height) })}{' '}
        <Link to={paths.layouts} search={{}}>
          {t('slideEditor.card.layouts')}
        </Link>
      </Hint>
    </>
  )
}
