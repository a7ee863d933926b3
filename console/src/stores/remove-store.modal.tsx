/** Deletes a store: says what goes with it, and asks for its code, for there is no way back. */
import type { ConfigRow } from '@endcap/contract/stores'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { useStoresChanged } from '../data/use-stores.ts'
import { FormModal } from '../form/modal.tsx'
import { formatNumber } from '../ui/format.ts'
import { notify } from '../ui/notify.ts'
import { clsx } from 'clsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { TextInput } from '../form/TextInput.tsx'
import flashStyles from '../ui/flash.module.css'
import messageStyles from '../ui/Message.module.css'
import styles from './stores.module.css'
import helpers from '../ui/helpers.module.css'

const counted = ['tags', 'assigned', 'gateways', 'products', 'families', 'tasks'] as const

export function RemoveStore({ store: { storeCode, storeName }, close }: { store: ConfigRow; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const storesChanged = useStoresChanged()
  const [typed, setTyped] = useState('')
  const query = useQuery({
    queryKey: ['store removal', storeCode],
    queryFn: ({ signal }) => api.stores.removal({ params: { storeCode } }, { signal }),
    gcTime: 0,
  })
  const takes = query.data
  const submit = async () => {
    await api.stores.remove({ params: { storeCode } })
    void notify(t('storeConfig.removing', { name: storeName }))
    close()
    await storesChanged()
  }
  return (
    <FormModal
      title={t('storeConfig.removeTitle', { name: storeName })}
      submit={t('storeConfig.remove')}
      onSubmit={submit}
      onClose={close}
      problemTitle={t('storeConfig.error')}
      danger
      size="520px"
      disabled={takes === undefined || takes.online > 0 || typed.trim() !== storeCode}
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      <p style={{ margin: 0 }}>{t('storeConfig.removeText')}</p>
      {takes === undefined && !query.isError && <Skeleton style={{ height: 96 }} />}
      {takes !== undefined && (
        <dl className={styles.storeTakes}>
          {counted.map((name) => (
            <div key={name}>
              <dt>{t(`storeConfig.takes.${name}`)}</dt>
              <dd>{formatNumber(takes[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      {takes !== undefined && takes.online > 0 && (
        <p className={clsx(messageStyles.message, flashStyles.flashBad)} role="alert" style={{ margin: 0 }}>
          {t('storeConfig.online', { count: takes.online })}
        </p>
      )}
      <TextInput
        label={t('storeConfig.typeCode', { code: storeCode })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        classNames={{ input: helpers.mono }}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </FormModal>
  )
}
