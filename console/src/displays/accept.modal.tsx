/** Takes a display that waits into the store: who does it has read the code on its screen. */
import type { Display } from '@endcap/contract/displays'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { notify } from '../ui/notify.ts'
import helpers from '../ui/helpers.module.css'

export function AcceptModal({ storeCode, device, close }: { storeCode: string; device: Display; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const [name, setName] = useState(device.name)
  const submit = async () => {
    if (code.trim() === '') throw new Error(t('displays.accept.noCode'))
    await api.displays.accept({ params: { storeCode }, body: { mac: device.mac, code: code.trim(), name: name.trim() } })
    void notify(t('displays.accept.done'))
    close()
    await queries.invalidateQueries({ queryKey: ['signage', storeCode] })
  }
  return (
    <FormModal title={t('displays.action.accept')} submit={t('displays.accept.send')} onSubmit={submit} onClose={close}>
      <p className={helpers.aside}>{t('displays.accept.text', { mac: device.mac, store: storeCode })}</p>
      <TextInput
        field="code"
        label={t('displays.column.code')}
        classNames={{ input: helpers.mono }}
        inputMode="numeric"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        field="name"
        label={t('displays.column.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
        maxLength={100}
      />
    </FormModal>
  )
}
