/** What becomes of a gateway that waits: it gets a store and a secret, or is forgotten. */
import type { IssuedSecret, WaitingGateway } from '@endcap/contract/gateway-registration'
import { Modal } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { PlainField } from '../form/refused-field.tsx'
import { StoreField } from '../form/StoreField.tsx'
import { formatTime } from '../ui/format.ts'
import { notify } from '../ui/notify.ts'
import { State } from '../ui/state.tsx'
import { Secrets } from './Secrets.tsx'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Input } from '../ui/inputs.tsx'
import dialogStyles from '../form/dialog.module.css'
import factStyles from '../ui/Fact.module.css'

interface Props {
  gateway: WaitingGateway
  close: (changed: boolean) => void
}

/** What is said to one that may go on: a store for a stranger, a new secret for one that is registered. */
export const yesOf = ({ storeCode }: WaitingGateway) => (storeCode === null ? 'approve' : 'newSecret')

/** Why it was refused. */
export const waitsFor = (t: TFunction, { storeCode, storeName }: WaitingGateway): string =>
  storeCode === null ? t('gateways.unregistered') : t('gateways.wrongSecret', { store: storeName ?? storeCode })

export function WaitsFor({ gateway }: { gateway: WaitingGateway }) {
  const { t } = useTranslation()
  return <State state={gateway.storeCode === null ? 'UNKNOWN' : 'ALARM'} label={waitsFor(t, gateway)} />
}

interface DecideProps {
  gateway: WaitingGateway
  onChoose: (kind: ReturnType<typeof yesOf> | 'reject') => void
  close: () => void
}
/** All that is known of it, and both ways to go on: what a row says where it has room for it. */
export function Decide({ gateway, onChoose, close }: DecideProps) {
  const { t } = useTranslation()
  const { gwMac, address, firstAt, lastAt, tries } = gateway
  const facts = { address, firstAt: formatTime(firstAt), lastAt: formatTime(lastAt), tries }
  const yes = yesOf(gateway)
  return (
    <Modal
      opened
      onClose={close}
      title={t('gateways.decideTitle', { gwMac })}
      size="460px"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <WaitsFor gateway={gateway} />
      <dl className={factStyles.facts}>
        {Object.entries(facts).map(([field, text]) => (
          <div key={field}>
            <dt>{t(`gateways.column.${field}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={dialogStyles.modalFoot}>
        <Button size="medium" look="danger" onClick={() => onChoose('reject')}>
          {t('gateways.reject')}
        </Button>
        <Button look="primary" size="medium" data-autofocus onClick={() => onChoose(yes)}>
          {t(`gateways.${yes}`)}
        </Button>
      </div>
    </Modal>
  )
}

export function Approve({ gateway: { gwMac, address }, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
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
          <Hint flush>{t('gateways.approveText', { address })}</Hint>
          <StoreField
            field="storeCode"
            label={t('stores.column.storeName')}
            placeholder={t('gateways.chooseStore')}
            value={storeCode === '' ? null : storeCode}
            onChange={setStoreCode}
            data-autofocus
          />
          <label className={dialogStyles.gwField}>
            <span>{t('gateways.column.gwIndex')}</span>
            <PlainField field="gwIndex">
              {(attributes) => (
                <Input {...attributes} inputMode="numeric" value={gwIndex} onChange={(event) => setGwIndex(event.target.value)} />
              )}
            </PlainField>
          </label>
        </>
      )}
    </FormModal>
  )
}

export function Reject({ gateway: { gwMac, storeCode, storeName }, close }: Props) {
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
      {storeCode !== null && <p style={{ margin: 0 }}>{t('gateways.rejectKnown', { store: storeName ?? storeCode })}</p>}
    </FormModal>
  )
}
