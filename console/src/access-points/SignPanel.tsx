/** The settings of a store's signs, and of those that have some of their own. */
import { defaultSignSeconds, type AccessPoint } from '@endcap/contract/access-points'
import { IconAdjustments, IconEdit, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../app/services.ts'
import { modelText } from '../ui/tag-cells.tsx'
import { SignSettings } from './sign-settings.modal.tsx'
import { SignModal } from './sign.modal.tsx'
import { tagOfSign } from '../data/signs.ts'
import { batteryWords, everyWords } from './words.ts'
import { RowButton } from '../table/RowButton.tsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import panelStyles from '../ui/Panel.module.css'
import styles from './access-points.module.css'

const icon = { size: 15, stroke: 1.7 }

export function SignPanel({ accessPoint }: { accessPoint: AccessPoint }) {
  const { t } = useTranslation()
  const write = useCan()('store.write')
  const [open, setOpen] = useState<{ mac: string | undefined } | 'store'>()
  const close = () => setOpen(undefined)
  const { refreshSeconds = defaultSignSeconds, night, signs = {} } = accessPoint.options
  const facts = {
    rate: everyWords(refreshSeconds, t),
    battery: batteryWords(refreshSeconds, night, t),
    night: night === undefined ? t('accessPoints.noNight') : `${night.from} – ${night.to}`,
  }
  return (
    <section className={panelStyles.panel} aria-label={t('accessPoints.settings')}>
      <h2>{t('accessPoints.settings')}</h2>
      <ul className={panelStyles.plain}>
        {Object.entries(facts).map(([field, text]) => (
          <li key={field} className={styles.apLine} data-part="ap-line">
            <span>{t(`accessPoints.fact.${field}`)}</span>
            <span>{text}</span>
          </li>
        ))}
        {Object.entries(signs).map(([mac, own]) => (
          <li key={mac} className={styles.apLine} data-part="ap-line">
            <span className={helpers.mono}>{tagOfSign(mac)}</span>
            <span className={styles.apOwn}>
              {[own.refreshSeconds && everyWords(own.refreshSeconds, t), own.type && modelText(own.type)].filter(Boolean).join(' · ')}
              {write && (
                <RowButton label={t('accessPoints.editSign', { sign: tagOfSign(mac) })} icon={IconEdit} onClick={() => setOpen({ mac })} />
              )}
            </span>
          </li>
        ))}
      </ul>
      {write && (
        <div className={styles.apButtons}>
          <Button onClick={() => setOpen('store')}>
            <IconAdjustments {...icon} />
            {t('accessPoints.changeSettings')}
          </Button>
          <Button onClick={() => setOpen({ mac: undefined })}>
            <IconPlus {...icon} />
            {t('accessPoints.oneSign')}
          </Button>
        </div>
      )}
      {open === 'store' && <SignSettings accessPoint={accessPoint} close={close} />}
      {typeof open === 'object' && <SignModal accessPoint={accessPoint} mac={open.mac} close={close} />}
    </section>
  )
}
