/** What lists and pages say of a drawing. */
import type { ColourClass } from '@endcap/contract/colour-classes'
import type { Drawing } from '@endcap/contract/layout-drawings'
import { useTranslation } from 'react-i18next'
import { Glyph, stateClass } from '../ui/state.tsx'
import { inksOf, minuteText, signOf, stateOf } from '../ui/drawings.ts'
import { bmpAddress, usePicture } from '../data/layout-picture.ts'
import styles from './layouts.module.css'

/** Drawn when it comes in sight; the list draws only those rows. */
export function Thumb({ drawing }: { drawing: Drawing }) {
  const { data } = usePicture(drawing)
  const [page] = data?.pages ?? []
  return (
    <span className={styles.layoutThumb} data-part="layout-thumb">
      {page !== undefined && <img src={bmpAddress(page)} alt="" />}
    </span>
  )
}

export function Colours({ modelClass }: { modelClass: ColourClass }) {
  const { t } = useTranslation()
  const words = t(`layouts.colours.${modelClass}`)
  return (
    <span className={styles.layoutInks} role="img" aria-label={words} title={words}>
      {['#fff', ...inksOf(modelClass)].map((ink) => (
        <i key={ink} style={{ background: ink }} />
      ))}
    </span>
  )
}

/** The newest version, and what became of the draft since. */
export function VersionState({ drawing }: { drawing: Pick<Drawing, 'version' | 'changed' | 'archived'> }) {
  const { t } = useTranslation()
  const state = stateOf(drawing)
  return (
    <span className={stateClass(signOf[state])} data-part="state">
      <Glyph kind={signOf[state]} />
      {stateText(drawing, t)}
    </span>
  )
}
type Translate = (key: string, values?: Record<string, string | number>) => string
export function stateText(drawing: Pick<Drawing, 'version' | 'changed' | 'archived'>, t: Translate): string {
  const state = t(`layouts.state.${stateOf(drawing)}`)
  return drawing.version === 0 ? state : `${t('layouts.versionShort', { version: drawing.version })} · ${state}`
}
export const waitText = ({ version, from }: NonNullable<Drawing['waiting']>, t: Translate): string =>
  t('layouts.waits', { version, time: minuteText(from) })
