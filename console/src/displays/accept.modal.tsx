/** Takes a display that waits into the store: who does it has read the code on its screen. */
import type { PlusDevice } from '@endcap/contract/displays'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { notify } from '../ui/notify.ts'

export function AcceptModal({ storeCode, device, close }: { storeCode: string; device: PlusDevice; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const [name, setName] = useState(device.name)
  const submit = async () => {
    if (code.trim() === '') throw new Error(t('plusDevices.accept.noCode'))
    await api.plusDevices.accept({ params: { storeCode }, body: { mac: device.mac, code: code.trim(), name: name.trim() } })
    void notify(t('plusDevices.accept.done'))
    close()
    await queries.invalidateQueries({ queryKey: ['plus', storeCode] })
  }
  return (
    <FormModal title={t('plusDevices.action.accept')} submit={t('plusDevices.accept.send')} onSubmit={submit} onClose={close}>
      <p className="aside">{t('plusDevices.accept.text', { mac: device.mac, store: storeCode })}</p>
      <TextInput
        label={t('plusDevices.column.code')}
        classNames={{ input: 'mono' }}
        inputMode="numeric"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        label={t('plusDevices.column.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
        maxLength={100}
      />
    </FormModal>
  )
}
