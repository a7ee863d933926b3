/** How an object as a whole looks: how much is seen through it, its corners, its shadow. */
import { maskKinds, mayBeMasked, type Effects } from '@endcap/signage/drawn'
import type { SlideObject } from '@endcap/signage/shows'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../form/NumberField.tsx'
import { OptionalColour } from '../canvas/ColourField.tsx'
import { SelectLine } from '../canvas/SelectLine.tsx'
import editorStyles from '../canvas/editor.module.css'
import styles from './slide-editor.module.css'

/** As far as the server takes it. */
const max = { radius: 2000, away: 200 }
const newShadow = { x: 2, y: 2, blur: 6, colour: '#000000' }

interface Props {
  object: SlideObject
  readOnly: boolean
  change: (part: Effects, group?: string) => void
}
export function EffectFields({ object, readOnly, change }: Props) {
  const { opacity = 1, radius = 0, shadow, shape, mask } = object
  const { t } = useTranslation()
  const distance = (name: 'x' | 'y' | 'blur', now: NonNullable<Effects['shadow']>) => (
    <NumberField
      label={t(`slideEditor.effect.${name}`)}
      value={now[name]}
      min={name === 'blur' ? 0 : -max.away}
      max={max.away}
      readOnly={readOnly}
      onChange={(next) => change({ shadow: { ...now, [name]: next } }, `effect:${name}`)}
    />
  )
  return (
    <fieldset className={styles.effectFields}>
      <legend>{t('slideEditor.effect.title')}</legend>
      <div className={editorStyles.boxFields}>
        <NumberField
          label={t('slideEditor.effect.opacity')}
          value={opacity * 100}
          min={0}
          max={100}
          unit="%"
          readOnly={readOnly}
          onChange={(next) => change({ opacity: next === 100 ? undefined : next / 100 }, 'effect:opacity')}
        />
        {(shape === undefined || shape.kind === 'rectangle') && (
          <NumberField
            label={t('slideEditor.effect.radius')}
            value={radius}
            min={0}
            max={max.radius}
            readOnly={readOnly}
            onChange={(next) => change({ radius: next === 0 ? undefined : next }, 'effect:radius')}
          />
        )}
      </div>
      {mayBeMasked(object) && (
        <SelectLine
          label={t('slideEditor.effect.mask')}
          value={mask ?? ''}
          options={(['', ...maskKinds] as const).map((one) => ({ value: one, label: t(`slideEditor.mask.${one || 'none'}`) }))}
          readOnly={readOnly}
          onChange={(next) => change({ mask: next === '' ? undefined : next }, 'effect:mask')}
        />
      )}
      <OptionalColour
        label={t('slideEditor.effect.shadow')}
        value={shadow?.colour}
        first={newShadow.colour}
        disabled={readOnly}
        onChange={(colour) => change({ shadow: colour === undefined ? undefined : { ...newShadow, ...shadow, colour } }, 'effect:shadow')}
      />
      {shadow !== undefined && (
        <div className={styles.shadowFields}>
          {distance('x', shadow)}
          {distance('y', shadow)}
          {distance('blur', shadow)}
        </div>
      )}
    </fieldset>
  )
}
