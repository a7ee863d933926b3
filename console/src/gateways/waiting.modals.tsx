/** What becomes of a gateway that waits: it gets a store and a secret, or is forgotten. */
import type { IssuedSecret, WaitingGateway } from '@endcap/contract/gateways'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { useStores } from '../shell/Scope.tsx'
import { notify } from '../ui/notify.ts'
import { Secrets } from './Secrets.tsx'

interface Props {
  gateway: WaitingGateway
  close: (changed: boolean) => void
}

export function Approve({ gateway: { gwMac, address }, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { data: stores = [] } = useStores()
  const [storeCode, setStoreCode] = useState('')
  const [gwIndex, setGwIndex] = useState('0')
  const [issued, setIssued] = useState<IssuedSecret>()
  const submit = async () => {
    if (!/^\d{1,4}$/.test(gwIndex.trim())) throw new Error(t('gateways.wrong.number'))
    setIssued(await api.gateways.approve({ params: { gwMac }, body: { storeCode, gwIndex: Number(gwIndex) } }))
  }
  return (
    <FormModal
      title={t('gateways.approveTitle', { gwMac })}
      submit={t(issued === undefined ? 'gateways.approve' : 'common.close')}
      onSubmit={issued === undefined ? submit : async () => close(true)}
      onClose={() => close(issued !== undefined)}
      disabled={storeCode === ''}
      size="560px"
    >
      {issued !== undefined ? (
        <>
          <p style={{ margin: 0 }}>{t('gateways.approved', { gwMac, storeCode: issued.storeCode })}</p>
          <Secrets list={[issued]} />
        </>
      ) : (
        <>
          <p className="hint">{t('gateways.approveText', { address })}</p>
          <label className="gw-field">
            <span>{t('stores.column.storeName')}</span>
            <select className="fi" value={storeCode} data-autofocus onChange={(event) => setStoreCode(event.target.value)}>
              <option value="">{t('gateways.chooseStore')}</option>
              {stores.map((store) => (
                <option key={store.storeCode} value={store.storeCode}>
                  {store.storeName} · {store.storeCode}
                </option>
              ))}
            </select>
          </label>
          <label className="gw-field">
            <span>{t('gateways.column.gwIndex')}</span>
            <input className="fi" inputMode="numeric" value={gwIndex} onChange={(event) => setGwIndex(event.target.value)} />
          </label>
        </>
      )}
    </FormModal>
  )
}

export function Reject({ gateway: { gwMac }, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const submit = async () => {
    await api.gateways.reject({ params: { gwMac } })
    void notify(t('gateways.rejected', { gwMac }))
    close(true)
  }
  return (
    <FormModal
      title={t('gateways.rejectTitle', { gwMac })}
      submit={t('gateways.reject')}
      onSubmit={submit}
      onClose={() => close(false)}
      danger
    >
      <p style={{ margin: 0 }}>{t('gateways.rejectText')}</p>
    </FormModal>
  )
}
