/** Colours of cards of products: background, or none, text and accent. */
import { cardColourDefaults, contrastOf, type CardColours } from '@endcap/signage/cards'
import { useTranslation } from 'react-i18next'
import { Hint } from '../ui/Hint.tsx'
import { Tick } from '../ui/inputs.tsx'
import { ColourField } from './ColourField.tsx'
import editorStyles from './editor.module.css'

/** Large text is legible from this contrast on (WCAG 2.2, 1.4.3). */
const minContrast = 3

interface Props {
  colours: CardColours
  /** What lies behind a card without a background, as far as is known. */
  behind: string
  disabled: boolean
  onChange: (part: Partial<CardColours>) => void
}
export function CardColourFields({ colours, behind, disabled, onChange }: Props) {
  const { t } = useTranslation()
  const { background, text, accent } = colours
  const isClear = background === 'none'
  return (
    <>
      <label className={editorStyles.checkLine}>
        <Tick
          checked={isClear}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ background: currentTarget.checked ? 'none' : cardColourDefaults.background })}
        />
        {t('canvas.card.clear')}
      </label>
      <div className={editorStyles.boxFields}>
        {!isClear && (
          <ColourField
            label={t('canvas.card.background')}
            value={background}
            disabled={disabled}
            onChange={(background) => onChange({ background })}
          />
        )}
        <ColourField label={t('canvas.card.text')} value={text} disabled={disabled} onChange={(text) => onChange({ text })} />
        <ColourField label={t('canvas.card.accent')} value={accent} disabled={disabled} onChange={(accent) => onChange({ accent })} />
      </div>
      {contrastOf(text, isClear ? behind : background) < minContrast && <Hint role="status">{t('canvas.card.faint')}</Hint>}
    </>
  )
}
