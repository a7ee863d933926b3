/** Takes a server that is gone off the list. */
import type { Server } from '@endcap/contract/servers'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { notify } from '../ui/notify.ts'

export function RemoveServer({ server, onClose }: { server: Pick<Server, 'id' | 'name'>; onClose: (removed: boolean) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const submit = async () => {
    await api.servers.remove({ params: { serverId: server.id } })
    void notify(t('servers.removed', { name: server.name }))
    onClose(true)
    await queries.invalidateQueries({ queryKey: ['servers', '', 'list'] })
  }
  return (
    <FormModal
      title={t('servers.removeTitle', { name: server.name })}
      submit={t('servers.remove')}
      onSubmit={submit}
      onClose={() => onClose(false)}
      danger
    >
      <p style={{ margin: 0 }}>{t('servers.removeText')}</p>
    </FormModal>
  )
}
