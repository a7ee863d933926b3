/** Where the chosen area lies and how large it is, in numbers. */
import { useTranslation } from 'react-i18next'
import { NumberField } from '../form/NumberField.tsx'
import type { Area } from './show-draft.ts'
import styles from './shows.module.css'

interface Props {
  area: Area
  number: number
  /** Of the canvas. */
  size: { width: number; height: number }
  readOnly: boolean
  onChange: (name: Field, value: number) => void
}
const names = ['left', 'top', 'width', 'height'] as const
type Field = (typeof names)[number]

export function AreaFields({ area, number, size, readOnly, onChange }: Props) {
  const { t } = useTranslation()
  const max = {
    left: size.width - area.width,
    top: size.height - area.height,
    width: size.width - area.left,
    height: size.height - area.top,
  }
  return (
    <div className={styles.showFields} role="group" aria-label={t('shows.area', { number })}>
      <b>{t('shows.area', { number })}</b>
      {names.map((name) => (
        <NumberField
          key={name}
          label={t(`shows.${name}`)}
          value={area[name]}
          min={name === 'left' || name === 'top' ? 0 : 8}
          max={max[name]}
          readOnly={readOnly}
          onChange={(value) => onChange(name, value)}
          unit="px"
        />
      ))}
    </div>
  )
}
