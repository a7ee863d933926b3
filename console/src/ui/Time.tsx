/** When something was: how long ago where it is less than a day, the time itself, and whose clock shows it so. */
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { agoText, useNow } from './ago.ts'
import { browserZone, formatTime, formatTimeIn } from './format.ts'
import { StoreZoneContext } from './store-zone.ts'
import styles from './Time.module.css'

const day = 86_400
/** Clocks of servers and browsers differ by this much, in seconds: what is so near in the future is now. */
const tolerance = 60

/** `at`: seconds since 1970. */
export function Time({ at }: { at: number }) {
  const { t, i18n } = useTranslation()
  const passed = useNow() - at
  const zone = useContext(StoreZoneContext)
  const ours = browserZone()
  const clocks = [
    t('state.clock.browser', { time: formatTime(at), zone: ours }),
    zone !== undefined && zone !== ours && t('state.clock.store', { time: formatTimeIn(zone, at), zone }),
  ]
  const whole = formatTime(at)
  return (
    <time className={styles.time} dateTime={new Date(at * 1000).toISOString()} title={clocks.filter(Boolean).join('\n')}>
      {passed >= day || passed < -tolerance ? (
        whole
      ) : (
        <>
          {agoText(Math.max(0, passed), i18n.language.replace('_', '-'), 'short')}{' '}
          <small>
            <span className={styles.date}>{whole.slice(0, 10)}</span>
            {whole.slice(10)}
          </small>
        </>
      )}
    </time>
  )
}
