/** What a webhook told and has still to tell; one message can be sent again, and a test at once. */
import type { WebhookDelivery, WebhookRow } from '@endcap/contract/webhooks'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconKey, IconRepeat, IconSend } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useCan } from '../app/services.ts'
import { timeColumn } from '../table/columns.tsx'
import { LocalTable } from '../table/LocalTable.tsx'
import { isRecord } from '../form/json.ts'
import { FormModal } from '../form/modal.tsx'
import { SecretReveal } from '../ui/SecretReveal.tsx'
import type { Column } from '../table/spec.ts'
import { MessageState } from './cells.tsx'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import dialogStyles from '../form/dialog.module.css'

const shown = 100
const refreshMs = 3000
const icon = { size: 15, stroke: 1.7 }

export function MessagesModal({ webhook: { webhookId, name }, close }: { webhook: WebhookRow; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const mayWrite = useCan()('server_config.write')
  const narrow = useMediaQuery('(max-width: 760px)') ?? false
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const list = useQuery({
    queryKey: ['webhooks', '', 'messages', webhookId],
    queryFn: ({ signal }) => api.webhooks.deliveries({ params: { webhookId }, body: { length: shown } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const test = useMutation({ mutationFn: () => api.webhooks.test({ params: { webhookId } }) })
  const again = useMutation({
    mutationFn: ({ deliveryId }: WebhookDelivery) => api.webhooks.again({ params: { webhookId, deliveryId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  const problem = list.error ?? test.error ?? again.error
  if (asking)
    return (
      <FormModal
        title={t('webhooks.renewTitle')}
        submit={t('webhooks.renewIt')}
        danger
        onClose={() => setAsking(false)}
        onSubmit={async () => {
          setSecret((await api.webhooks.renewSecret({ params: { webhookId } })).secret)
          setAsking(false)
        }}
      >
        <p style={{ margin: 0 }}>{t('webhooks.renewText', { name })}</p>
      </FormModal>
    )
  return (
    <Modal
      opened
      onClose={close}
      size={960}
      fullScreen={narrow}
      title={t('webhooks.messagesOf', { name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {problem !== null && <Message>{errorText(problem, t)}</Message>}
      {secret !== undefined && <SecretReveal text={t('webhooks.secretShown')} secrets={[secret]} />}
      {mayWrite && (
        <div style={{ display: 'flex', gap: 8, alignItems: 'center', flexWrap: 'wrap', marginBottom: 12 }}>
          <Button disabled={test.isPending} onClick={() => test.mutate()}>
            <IconSend {...icon} />
            {t('webhooks.test')}
          </Button>
          <Button look="ghost" onClick={() => setAsking(true)}>
            <IconKey {...icon} />
            {t('webhooks.renew')}
          </Button>
          <span role="status">
            {test.data !== undefined && <MessageState state={test.data.ok ? 'delivered' : 'failing'} outcome={test.data.outcome} />}
          </span>
        </div>
      )}
      <div className={dialogStyles.modalList}>
        <LocalTable
          label={t('webhooks.messagesOf', { name })}
          rows={list.data?.data}
          rowId={({ deliveryId }) => deliveryId}
          columns={columns(t)}
          headingOf={(field) => t(`webhooks.message.${field}`)}
          empty={t('webhooks.noMessages')}
          rowActions={
            mayWrite
              ? (message) => (
                  <Button
                    look="ghost"
                    icon
                    aria-label={t('webhooks.again', { id: message.deliveryId })}
                    onClick={() => again.mutate(message)}
                  >
                    <IconRepeat {...icon} />
                  </Button>
                )
              : undefined
          }
        />
      </div>
    </Modal>
  )
}

const columns = (t: TFunction): Column<WebhookDelivery>[] => [
  timeColumn('updatedAt', 160),
  { field: 'event', width: 150, cell: ({ event }) => t(`webhooks.event.${event}`, { defaultValue: event }) },
  { field: 'payload', width: 230, cell: ({ payload }) => <span title={JSON.stringify(payload.data, null, 1)}>{aboutOf(payload)}</span> },
  { field: 'state', width: 250, cell: ({ state, outcome }) => <MessageState state={state} outcome={outcome} /> },
  { field: 'tries', width: 70, numeric: true },
]

/** What a message is about, shortly. */
function aboutOf({ data }: WebhookDelivery['payload']): string {
  const { storeCode, type, subject, taskType, taskId } = isRecord(data) ? data : {}
  return [storeCode, type ?? taskType, subject ?? taskId].filter(Boolean).join(' · ')
}
