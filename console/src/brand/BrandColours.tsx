/** The colours of the brand in their order: added, changed, put in front and taken away one at a time. */
import { brandLimits, type BrandColour } from '@endcap/contract/brand'
import { IconArrowLeft, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { brandKey } from '../data/brand.ts'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import { notify } from '../ui/notify.ts'
import { ColourModal } from './colour.modal.tsx'
import styles from './brand.module.css'
import helpers from '../ui/helpers.module.css'

const icon = { size: 15, stroke: 1.7 }
interface Props {
  colours: readonly BrandColour[]
  version: string
  readOnly: boolean
}
export function BrandColours({ colours, version, readOnly }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  /** Which one is edited; -1 for a new one. */
  const [edited, setEdited] = useState<number>()
  const save = async (next: readonly BrandColour[]) => {
    try {
      await api.brand.saveColours({ body: { colourList: [...next], version } })
    } finally {
      await queries.invalidateQueries({ queryKey: brandKey })
    }
  }
  const attempt = (next: readonly BrandColour[]) => void save(next).catch((error: unknown) => notify(errorText(error, t), 'bad'))
  return (
    <section className={styles.part} aria-labelledby="brand-colours">
      <div className={styles.partHead}>
        <h2 id="brand-colours">{t('brand.colours')}</h2>
        {!readOnly && (
          <Button onClick={() => setEdited(-1)} disabled={colours.length >= brandLimits.colours}>
            <IconPlus {...icon} />
            {t('brand.addColour')}
          </Button>
        )}
      </div>
      <Hint>{t(colours.length === 0 ? 'brand.noColours' : 'brand.coloursHint')}</Hint>
      <ul className={styles.swatches}>
        {colours.map((one, at) => (
          <li key={one.name}>
            <span className={styles.swatch} style={{ background: one.colour }} />
            <b>{one.name}</b>
            <code className={helpers.mono}>{one.colour}</code>
            {!readOnly && (
              <span className={styles.swatchActions}>
                {at > 0 && (
                  <Button
                    look="ghost"
                    icon
                    aria-label={t('brand.forward', { name: one.name })}
                    onClick={() => attempt([...colours.slice(0, at - 1), one, ...colours.slice(at - 1).filter((other) => other !== one)])}
                  >
                    <IconArrowLeft {...icon} />
                  </Button>
                )}
                <Button look="ghost" icon aria-label={t('brand.editColour', { name: one.name })} onClick={() => setEdited(at)}>
                  <IconPencil {...icon} />
                </Button>
                <Button
                  look="ghost"
                  icon
                  aria-label={t('brand.removeColour', { name: one.name })}
                  onClick={() => attempt(colours.filter((other) => other !== one))}
                >
                  <IconTrash {...icon} />
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {edited !== undefined && (
        <ColourModal
          before={colours[edited]}
          save={(colour) => save(edited < 0 ? [...colours, colour] : colours.with(edited, colour))}
          close={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}
