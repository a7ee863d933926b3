/** A bridge is made and gets its token, gets another one, and is removed: what that does is said before. */
import type { Bridge } from '@endcap/contract/access-points'
import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { SecretReveal } from '../ui/SecretReveal.tsx'
import { StorePicker } from '../form/StorePicker.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { RefusedField } from '../form/refused-field.tsx'
import { formatTime } from '../ui/format.ts'
import { notifyDone } from '../ui/notify.ts'
import { Hint } from '../ui/Hint.tsx'
import { Tick } from '../ui/inputs.tsx'
import dialogStyles from '../form/dialog.module.css'

export const commandOf = (origin: string, token: string): string => `ENDCAP_SERVER=${origin} ENDCAP_BRIDGE_TOKEN=${token} npm run bridge`

/** The token, and how a bridge is started with it: both are seen once. */
function CommandDialog({ title, token, close }: { title: string; token: string; close: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={close} title={title} size="620px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      <SecretReveal text={t('bridges.commandShown')} secrets={[commandOf(location.origin, token)]} />
      <Hint>{t('bridges.where')}</Hint>
    </Modal>
  )
}

export function CreateBridge({ close }: { close: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [codes, setCodes] = useState<ReadonlySet<string> | null>(new Set())
  const [token, setToken] = useState<string>()
  const submit = async () => {
    if (name.trim() === '') throw new Error(t('bridges.enterName'))
    if (codes?.size === 0) throw new Error(t('bridges.chooseStore'))
    setToken((await api.bridges.create({ body: { name: name.trim(), storeCodes: codes === null ? null : [...codes] } })).token)
    void queries.invalidateQueries({ queryKey: ['gateways', ''] })
  }
  if (token !== undefined) return <CommandDialog title={t('bridges.made', { name: name.trim() })} token={token} close={() => close(true)} />
  return (
    <FormModal
      title={t('bridges.action.create')}
      submit={t('bridges.create')}
      onSubmit={submit}
      onClose={() => close(false)}
      unsaved={name !== '' || codes === null || codes.size > 0}
      size="520px"
    >
      <Hint>{t('bridges.what')}</Hint>
      <TextInput
        field="name"
        label={t('bridges.column.name')}
        description={t('bridges.nameHint')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
        data-autofocus
      />
      <div className={dialogStyles.memberField} role="group" aria-label={t('bridges.column.storeCodes')}>
        <span aria-hidden="true">{t('bridges.column.storeCodes')}</span>
        {codes !== null && <StorePicker chosen={codes} onChange={setCodes} />}
        <RefusedField field="storeCodes" value={codes} />
        <Tick
          label={t('bridges.everyStore')}
          checked={codes === null}
          onChange={(event) => setCodes(event.target.checked ? null : new Set())}
        />
      </div>
    </FormModal>
  )
}

interface Props {
  bridge: Bridge
  close: () => void
}
export function RenewToken({ bridge: { bridgeId, name, accessPoints }, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const [token, setToken] = useState<string>()
  if (token !== undefined) return <CommandDialog title={t('bridges.renewed', { name })} token={token} close={close} />
  const submit = async () => setToken((await api.bridges.renew({ params: { bridgeId } })).token)
  return (
    <FormModal title={t('bridges.renew', { name })} submit={t('bridges.renewIt')} onSubmit={submit} onClose={close} danger>
      <p style={{ margin: 0 }}>{t('bridges.renewText')}</p>
      {accessPoints > 0 && <p style={{ margin: 0 }}>{t('bridges.renewOffline', { count: accessPoints })}</p>}
    </FormModal>
  )
}

export function RemoveBridge({ bridge: { bridgeId, name, accessPoints, seenAt }, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const submit = async () => {
    await api.bridges.remove({ params: { bridgeId } })
    await queries.invalidateQueries({ queryKey: ['gateways', ''] })
    void notifyDone(t, t('state.done.removed', { name: name }))
    close()
  }
  return (
    <FormModal
      title={t('bridges.remove', { name })}
      submit={t('bridges.removeIt')}
      onSubmit={submit}
      onClose={close}
      danger
      disabled={accessPoints > 0}
    >
      {accessPoints > 0 ? (
        <p style={{ margin: 0 }}>{t('bridges.inUse', { count: accessPoints })}</p>
      ) : (
        <p style={{ margin: 0 }}>{t('bridges.removeText')}</p>
      )}
      {seenAt !== null && <p style={{ margin: 0 }}>{t('bridges.seenLast', { time: formatTime(seenAt) })}</p>}
    </FormModal>
  )
}
