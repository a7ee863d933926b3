/** What cannot be undone is asked first. */
import type { WebhookRow } from '@endcap/contract/webhooks'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { notifyDone } from '../ui/notify.ts'

export function RemoveWebhook({ webhook: { webhookId, name, url, waiting }, close }: { webhook: WebhookRow; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const submit = async () => {
    await api.webhooks.remove({ params: { webhookId } })
    await queries.invalidateQueries({ queryKey: ['webhooks'] })
    void notifyDone(t, t('state.done.removed', { name: name }))
    close()
  }
  return (
    <FormModal title={t('webhooks.remove', { name })} submit={t('webhooks.removeIt')} onSubmit={submit} onClose={close} danger>
      <p style={{ margin: 0 }}>{t('webhooks.removeText', { url })}</p>
      {waiting > 0 && <p style={{ margin: 0 }}>{t('webhooks.removeWaiting', { count: waiting })}</p>}
    </FormModal>
  )
}
