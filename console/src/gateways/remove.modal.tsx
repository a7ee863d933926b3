/** Deletes a gateway; says first what that means for its tags. */
import type { Gateway } from '@endcap/contract/gateways'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { notify } from '../ui/notify.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './gateways.module.css'

interface Props {
  storeCode: string
  gateway: Pick<Gateway, 'gwMac'>
  /** What ends with it, where that is not the usual. */
  text?: string
  close: (removed: boolean) => void
}

export function RemoveGateway({ storeCode, gateway: { gwMac }, text, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const params = { storeCode, gwMac }
  const query = useQuery({
    queryKey: ['gateways', storeCode, 'removal', gwMac],
    queryFn: ({ signal }) => api.gateways.removal({ params }, { signal }),
    gcTime: 0,
  })
  const submit = async () => {
    await api.gateways.remove({ params })
    void notify(t('gateways.removed', { gwMac }))
    // A list that was left before would show it again for a moment.
    queries.removeQueries({ queryKey: ['gateways', storeCode], type: 'inactive' })
    close(true)
    await queries.invalidateQueries({ queryKey: ['gateways', storeCode] })
  }
  const { tags = 0, alone = 0, operations = 0 } = query.data ?? {}
  return (
    <FormModal
      title={t('gateways.removeTitle', { gwMac })}
      submit={t('gateways.remove')}
      onSubmit={submit}
      onClose={() => close(false)}
      danger
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      <p style={{ margin: 0 }}>{text ?? t('gateways.removeText')}</p>
      {query.data === undefined && !query.isError && <Skeleton style={{ height: 40 }} />}
      {query.data !== undefined && (
        <ul className={styles.gwMeans}>
          {tags === 0 && <li>{t('gateways.means.noTags')}</li>}
          {tags - alone > 0 && <li>{t('gateways.means.others', { count: tags - alone })}</li>}
          {alone > 0 && <li data-bad>{t('gateways.means.alone', { count: alone })}</li>}
          {operations > 0 && <li>{t('gateways.means.operations', { count: operations })}</li>}
        </ul>
      )}
    </FormModal>
  )
}
