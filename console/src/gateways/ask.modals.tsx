/** What a gateway is asked to do at once: to answer, to restart; and a new secret for it. */
import type { IssuedSecret } from '@endcap/contract/gateway-registration'
import type { GatewayDetail } from '@endcap/contract/gateways'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { notify } from '../ui/notify.ts'
import { Glyph, stateClass } from '../ui/state.tsx'
import { Secrets } from './Secrets.tsx'
import { Button } from '../ui/Button.tsx'
import { BusyBar } from '../ui/ProgressBar.tsx'
import dialogStyles from '../form/dialog.module.css'
import styles from './gateways.module.css'

interface Props {
  gateway: Pick<GatewayDetail, 'gwMac'>
  close: () => void
}

/** Specification 1 §8: "Success", or "Fail" with "Can't connect to the GW". */
export function LinkCheck({ gateway: { gwMac }, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['link check', gwMac],
    queryFn: ({ signal }) => api.gateways.checkLink({ params: { gwMac } }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const worked = query.data?.result === 'Success'
  const title = query.data === undefined ? t('gateways.linkCheck') : t(worked ? 'gateways.linkOk' : 'gateways.linkFailed')
  const again = query.isError || (query.data !== undefined && !worked)
  return (
    <Modal opened onClose={close} title={title} size="400px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      <div className={styles.gwAnswer} role={again ? 'alert' : 'status'}>
        {query.isFetching && (
          <>
            <BusyBar width={40} />
            {t('gateways.linkChecking', { gwMac })}
          </>
        )}
        {!query.isFetching && query.isError && errorText(query.error, t)}
        {!query.isFetching && query.data !== undefined && (
          <span className={stateClass(worked ? 'ok' : 'bad')} data-part="state">
            <Glyph kind={worked ? 'ok' : 'bad'} />
            {worked ? t('gateways.linkOkText', { gwMac, ms: query.data.ms ?? 0 }) : t('gateways.linkFailedText')}
          </span>
        )}
      </div>
      <div className={dialogStyles.modalFoot}>
        {again && !query.isFetching && <Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
        <Button data-autofocus onClick={close}>
          {t('common.close')}
        </Button>
      </div>
    </Modal>
  )
}

export function Reboot({ gateway: { gwMac }, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const submit = async () => {
    await api.gateways.reboot({ params: { gwMac } })
    void notify(t('gateways.rebooting'))
    close()
  }
  return (
    <FormModal title={t('gateways.rebootTitle', { gwMac })} submit={t('gateways.reboot')} onSubmit={submit} onClose={close} danger>
      <p style={{ margin: 0 }}>{t('gateways.rebootText')}</p>
    </FormModal>
  )
}

export function NewSecret({ gateway: { gwMac }, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const [issued, setIssued] = useState<IssuedSecret>()
  const submit = async () => setIssued(await api.gateways.issueSecret({ params: { gwMac } }))
  return (
    <FormModal
      title={t('gateways.secretTitle', { gwMac })}
      submit={t(issued === undefined ? 'gateways.issueSecret' : 'common.close')}
      onSubmit={issued === undefined ? submit : async () => close()}
      onClose={close}
      size="560px"
      danger={issued === undefined}
    >
      {issued === undefined ? <p style={{ margin: 0 }}>{t('gateways.secretText')}</p> : <Secrets list={[issued]} />}
    </FormModal>
  )
}
