/** Downloads the logs of gateways of a store; those that are offline cannot send theirs (specification 1 §2, §8). */
import { downloadTypes } from '@endcap/contract/downloads'
import type { GatewayDetail } from '@endcap/contract/gateways'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { useDownload } from '../data/server-download.ts'
import { FormModal } from '../form/modal.tsx'
import { useFirstStore } from '../data/use-stores.ts'
import { StoreField } from '../form/StoreField.tsx'
import { GatewayStatus } from './cells.tsx'
import { notify } from '../ui/notify.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tick } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './gateways.module.css'

const logDownload = (storeCode: string, gwMac: string) => ({ type: downloadTypes.gatewayLog, storeCode, filter: { gwMac } })

/** Downloads the log of a gateway, or says that it is offline. */
export function useLogDownload() {
  const { t } = useTranslation()
  const download = useDownload()
  return (storeCode: string, { gwMac, status }: Pick<GatewayDetail, 'gwMac' | 'status'>) =>
    status === 'OFFLINE'
      ? void notify(t('error.log-gateway-offline'), 'bad')
      : download(logDownload(storeCode, gwMac), t('gateways.logOf', { gwMac }))
}

export function LogsModal({ close }: { close: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const download = useDownload()
  const first = useFirstStore()?.first?.storeCode
  const [chosen, setChosen] = useState<string>()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const storeCode = chosen ?? first
  const query = useQuery({
    queryKey: ['gateways', storeCode ?? '', 'logs'],
    queryFn: ({ signal }) => api.gateways.ofStore({ params: { storeCode: storeCode ?? '' } }, { signal }),
    enabled: storeCode !== undefined,
  })
  const list = query.data?.gwList
  const requested = list?.filter((one) => ticked.has(one.gwMac) && one.status !== 'OFFLINE') ?? []
  const submit = async () => {
    for (const { gwMac } of requested) download(logDownload(storeCode ?? '', gwMac), t('gateways.logOf', { gwMac }))
    close(false)
  }
  const tick = (gwMac: string) => {
    const next = new Set(ticked)
    if (!next.delete(gwMac)) next.add(gwMac)
    setTicked(next)
  }
  return (
    <FormModal
      title={t('gateways.logsTitle')}
      submit={requested.length === 0 ? t('gateways.downloadLog') : t('gateways.downloadLogs', { count: requested.length })}
      onSubmit={submit}
      onClose={() => close(false)}
      disabled={requested.length === 0}
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      <StoreField
        label={t('stores.column.storeName')}
        value={storeCode ?? null}
        onChange={(code) => {
          setChosen(code)
          setTicked(new Set())
        }}
      />
      {list === undefined && !query.isError && storeCode !== undefined && <Skeleton style={{ height: 60 }} />}
      {list?.length === 0 && <p style={{ margin: 0 }}>{t('gateways.none')}</p>}
      <ul className={styles.gwTicks}>
        {list?.map((one) => (
          <li key={one.gwMac}>
            <label>
              <Tick
                disabled={one.status === 'OFFLINE'}
                checked={ticked.has(one.gwMac) && one.status !== 'OFFLINE'}
                onChange={() => tick(one.gwMac)}
              />
              <span className={helpers.mono}>{one.gwMac}</span>
              <GatewayStatus gateway={one} />
            </label>
            {one.status === 'OFFLINE' && <small>{t('error.log-gateway-offline')}</small>}
          </li>
        ))}
      </ul>
    </FormModal>
  )
}
