/** /setting/webhooks: other systems that are told of alarms and tasks, and how that goes. */
import { webhooks, type WebhookRow } from '@endcap/contract/webhooks'
import { IconEdit, IconListDetails, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan } from '../app/services.ts'
import { codeColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { RemoveWebhook } from './ask.modals.tsx'
import { MessageState } from './cells.tsx'
import { MessagesModal } from './messages.modal.tsx'
import { WebhookModal } from './webhook.modal.tsx'
import { Button } from '../ui/Button.tsx'

const icon = { size: 15, stroke: 1.7 }

export function WebhookListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('server_config.write')
  const [open, setOpen] = useState<{ kind: 'edit' | 'messages' | 'remove'; row: WebhookRow }>()
  const spec = useMemo(
    () =>
      tableSpec(webhooks.search, {
        name: 'webhooks',
        live: 'webhooks',
        rowId: ({ webhookId }) => webhookId,
        pageLength: 25,
        columns: [
          { field: 'name', width: 160 },
          codeColumn('url', 270),
          {
            field: 'events',
            width: 330,
            sort: false,
            cell: ({ events, minClass }) =>
              [...events.map((event) => t(`webhooks.event.${event}`)), ...(minClass > 1 ? [t(`webhooks.class${minClass}`)] : [])].join(
                ', ',
              ),
          },
          {
            field: 'storeCodes',
            width: 190,
            sort: false,
            cell: ({ storeCodes }) => (storeCodes === null ? t('webhooks.allStores') : t('webhooks.stores', { count: storeCodes.length })),
          },
          {
            field: 'lastState',
            width: 250,
            sort: false,
            cell: ({ lastState, lastOutcome, enabled }) =>
              enabled ? (
                <MessageState state={lastState} outcome={lastOutcome} />
              ) : (
                <span style={{ color: 'var(--ink-3)' }}>{t('webhooks.off')}</span>
              ),
          },
          { field: 'waiting', width: 90, numeric: true, sort: false },
          { field: 'createdBy', width: 190, optional: true },
          { ...timeColumn('updatedAt'), optional: true },
        ],
        filters: { name: 'text', url: 'text' },
      }),
    [t],
  )
  const close = () => setOpen(undefined)
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.webhooks.search({ params: {}, body }, { signal })}
        title={t('webhooks.title')}
        empty={t('webhooks.none')}
        emptyHint={t('webhooks.noneHint')}
        filledBy="create"
        actions={[{ name: 'create', needs: 'server_config.write', on: 'table', icon: IconPlus, opens: WebhookModal }]}
        rowButtons={mayWrite ? 3 : 1}
        rowActions={(row) => (
          <>
            <Button
              look="ghost"
              icon
              aria-label={t('webhooks.messagesOf', { name: row.name })}
              onClick={() => setOpen({ kind: 'messages', row })}
            >
              <IconListDetails {...icon} />
            </Button>
            {mayWrite && (
              <>
                <Button
                  look="ghost"
                  icon
                  aria-label={t('webhooks.edit', { name: row.name })}
                  onClick={() => setOpen({ kind: 'edit', row })}
                >
                  <IconEdit {...icon} />
                </Button>
                <Button
                  look="ghost"
                  icon
                  aria-label={t('webhooks.remove', { name: row.name })}
                  onClick={() => setOpen({ kind: 'remove', row })}
                >
                  <IconTrash {...icon} />
                </Button>
              </>
            )}
          </>
        )}
      />
      {open?.kind === 'edit' && <WebhookModal webhook={open.row} close={close} />}
      {open?.kind === 'remove' && <RemoveWebhook webhook={open.row} close={close} />}
      {open?.kind === 'messages' && <MessagesModal webhook={open.row} close={close} />}
    </>
  )
}
