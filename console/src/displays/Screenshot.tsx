/** The last picture of a display's screen, and the button that asks for a new one. */
import type { DeviceInfo } from '@endcap/contract/displays'
import { IconCamera } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useCan } from '../app/services.ts'
import { formatTime } from '../ui/format.ts'
import { notify } from '../ui/notify.ts'
import { useObjectUrl } from '../ui/use-object-url.ts'
import { Button } from '../ui/Button.tsx'
import styles from './displays.module.css'

export function Screenshot({ storeCode, info }: { storeCode: string; info: DeviceInfo }) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const { mac, screenshotAt, status, caps } = info
  const [asked, setAsked] = useState<number | null>()
  const { data } = useQuery({
    queryKey: ['screenshot', storeCode, mac, screenshotAt],
    queryFn: ({ signal }) => api.displays.screenshot({ params: { storeCode, plusMac: mac } }, { signal }),
    enabled: screenshotAt !== null,
    staleTime: Infinity,
  })
  const url = useObjectUrl(data)
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
        <img src={url} alt={t('displays.shot.alt', { time: formatTime(screenshotAt) })} />
      )}
      <div className={styles.displayShotLine}>
        {can('plus.write') && (
          <Button disabled={reason !== undefined || waits} onClick={() => void take()}>
            <IconCamera size={15} stroke={1.7} />
            {t('displays.shot.take')}
          </Button>
        )}
        <span role="status">{reason ?? (waits ? t('displays.shot.waits') : screenshotAt === null ? '' : formatTime(screenshotAt))}</span>
      </div>
    </div>
  )
}
