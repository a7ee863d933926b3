/** The last picture of a display's screen beside what should be there, what the server finds in it, and the button that asks for a new one. */
import type { DeviceInfo } from '@endcap/contract/displays'
import type { ScreenCheck, ScreenVerdict } from '@endcap/contract/screen-check'
import { IconCamera } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useCan } from '../app/services.ts'
import { formatTime } from '../ui/format.ts'
import { notify } from '../ui/notify.ts'
import { useObjectUrl } from '../ui/use-object-url.ts'
import { Button } from '../ui/Button.tsx'
import { State, type StateKind } from '../ui/state.tsx'
import styles from './displays.module.css'

export function Screenshot({ storeCode, info }: { storeCode: string; info: DeviceInfo }) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const { mac, screenshotAt, status, caps, screen, screenCheck } = info
  const [asked, setAsked] = useState<number | null>()
  const { data } = useQuery({
    queryKey: ['screenshot', storeCode, mac, screenshotAt],
    queryFn: ({ signal }) => api.displays.screenshot({ params: { storeCode, plusMac: mac } }, { signal }),
    enabled: screenshotAt !== null,
    staleTime: Infinity,
  })
  const url = useObjectUrl(data)
  const isExpected = screenCheck?.expected === true
  const { data: drawn } = useQuery({
    queryKey: ['screenshot', storeCode, mac, screenshotAt, 'expected'],
    queryFn: ({ signal }) => api.displays.expectedScreen({ params: { storeCode, plusMac: mac } }, { signal }),
    enabled: isExpected,
    staleTime: Infinity,
  })
  const expectedUrl = useObjectUrl(isExpected ? drawn : undefined)
  const waits = asked !== undefined && asked === screenshotAt
  const reason = caps.screenshot ? (status === 'ONLINE' ? undefined : t('displays.cannot.offline')) : t('displays.cannot.screenshot')
  const take = async () => {
    setAsked(screenshotAt)
    try {
      await api.displays.takeScreenshot({ params: { storeCode }, body: { mac } })
    } catch (error) {
      setAsked(undefined)
      void notify(errorText(error, t), 'bad')
    }
  }
  return (
    <div className={styles.displayShot}>
      {url === undefined ? (
        <div className={styles.displayShotNone}>{t(screenshotAt === null ? 'displays.shot.none' : 'common.loading')}</div>
      ) : (
        <div className={styles.displayShots} data-form={screen.width > 6 * screen.height ? 'wide' : 'plain'}>
          <figure>
            <img src={url} alt={t('displays.shot.alt', { time: formatTime(screenshotAt) })} />
            {isExpected && <figcaption>{t('displays.shot.seen')}</figcaption>}
          </figure>
          {isExpected && expectedUrl !== undefined && (
            <figure>
              <img src={expectedUrl} alt={t('displays.shot.expectedAlt', { time: formatTime(screenshotAt) })} />
              <figcaption>
                {t('displays.shot.expected')} <small>{t('displays.shot.left')}</small>
              </figcaption>
            </figure>
          )}
        </div>
      )}
      <div className={styles.displayShotLine}>
        {can('plus.write') && (
          <Button disabled={reason !== undefined || waits} onClick={() => void take()}>
            <IconCamera size={15} stroke={1.7} />
            {t('displays.shot.take')}
          </Button>
        )}
        <span role="status">{reason ?? (waits ? t('displays.shot.waits') : screenshotAt === null ? '' : formatTime(screenshotAt))}</span>
        {screenCheck?.verdict != null && <Verdict verdict={screenCheck.verdict} slide={screenCheck.slide} />}
      </div>
    </div>
  )
}

const kinds: Record<ScreenVerdict, StateKind> = { matches: 'ok', black: 'bad', wrong: 'bad', frozen: 'bad', unknown: 'idle' }
function Verdict({ verdict, slide }: Pick<ScreenCheck, 'slide'> & { verdict: ScreenVerdict }) {
  const { t } = useTranslation()
  const label = slide === null ? t(`displays.shot.verdict.${verdict}`) : t('displays.shot.instead', { slide: slide + 1 })
  return <State state="" kind={kinds[verdict]} label={label} />
}
