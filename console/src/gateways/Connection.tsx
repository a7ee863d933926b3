/** What is typed into a gateway, to be copied or shown to a camera, and whether it has been heard: told by the push channel. */
import type { AddedGateway } from '@endcap/contract/gateway-registration'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { formatTime } from '../ui/format.ts'
import { QrCode } from '../ui/QrCode.tsx'
import { CopyButton } from './Secrets.tsx'
import styles from './gateways.module.css'

export function Connection({ gateway }: { gateway: AddedGateway }) {
  const { t } = useTranslation()
  const { host, port, secure, secret, storeCode, gwMac, qr } = gateway
  const values = [
    ['address', host],
    ['port', String(port)],
    ['store', storeCode],
    ['secret', secret],
  ] as const
  return (
    <>
      <p style={{ margin: 0 }}>{t('gateways.add.type')}</p>
      <div className={styles.gwConnection}>
        <dl>
          {values.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`gateways.add.${name}`)}</dt>
              <dd>
                <code>{value}</code>
                <CopyButton text={value} label={t('gateways.add.copy', { name: t(`gateways.add.${name}`) })} />
              </dd>
            </div>
          ))}
        </dl>
        <figure>
          <QrCode rows={qr} label={t('gateways.add.qr')} />
          <figcaption>{t('gateways.add.all')}</figcaption>
        </figure>
      </div>
      <p className={styles.gwShownNow}>
        {t('gateways.add.shownNow')} {secure && t('gateways.add.tls')}
      </p>
      <Heard gwMac={gwMac} />
    </>
  )
}

/** Not heard yet, or when: as soon as the server hears it. */
function Heard({ gwMac }: { gwMac: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['gateways', '', 'heard', gwMac],
    queryFn: ({ signal }) => {
      const body = { filter_gwMac: gwMac, condition_gwMac: '==' as const, length: 1 }
      return api.gateways.predefinedList({ params: {}, body }, { signal })
    },
  })
  const row = data?.data[0]
  const heard = row?.connected === true
  return (
    <div className={clsx(styles.gwHeard, heard && styles.gwIsHeard)} role="status" data-state={heard ? 'heard' : 'waits'}>
      {heard ? <IconCheck size={18} stroke={2} /> : <i aria-hidden="true" />}
      <div>
        <b>{t(heard ? 'gateways.add.heard' : 'gateways.add.waits')}</b>
        <p>{heard ? t('gateways.add.heardAt', { time: formatTime(row.lastHeardAt) }) : t('gateways.add.waitsHint')}</p>
      </div>
    </div>
  )
}
