/** A token is made, shown once, and removed. */
import { privilegeTree, type Privilege, type Right } from '@endcap/contract/privileges'
import type { TokenRow } from '@endcap/contract/tokens'
import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { SecretReveal } from '../ui/SecretReveal.tsx'
import { StorePicker } from '../form/StorePicker.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { PlainField, RefusedField } from '../form/refused-field.tsx'
import { PrivilegeTree } from '../roles/index.ts'
import { formatTime } from '../ui/format.ts'
import { notifyDone } from '../ui/notify.ts'
import { NativeSelect, Tick } from '../ui/inputs.tsx'
import dialogStyles from '../form/dialog.module.css'

const nothing: Right[] = privilegeTree.map(({ key }) => ({ key, read: false, write: false }))
/** Days for which a token is good; 0: until it is removed. */
const lives = [30, 90, 365, 0] as const
const daySeconds = 86_400

export function CreateToken({ close }: { close: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [rights, setRights] = useState(nothing)
  const [days, setDays] = useState<number>(90)
  const [codes, setCodes] = useState<ReadonlySet<string>>()
  const [token, setToken] = useState<string>()
  const privileges = rights.flatMap(({ key, read, write }): Privilege[] => [
    ...(read ? [`${key}.read` as const] : []),
    ...(write ? [`${key}.write` as const] : []),
  ])
  const submit = async () => {
    if (name.trim() === '') throw new Error(t('tokens.enterName'))
    if (privileges.length === 0) throw new Error(t('tokens.chooseRight'))
    if (codes?.size === 0) throw new Error(t('tokens.chooseStore'))
    const expiresAt = days === 0 ? null : Math.floor(Date.now() / 1000) + days * daySeconds
    const made = await api.tokens.create({ body: { name, privileges, expiresAt, storeCodes: codes === undefined ? null : [...codes] } })
    setToken(made.token)
    void queries.invalidateQueries({ queryKey: ['tokens'] })
  }
  if (token !== undefined)
    return (
      <Modal opened onClose={() => close(true)} title={t('tokens.made')} closeButtonProps={{ 'aria-label': t('common.close') }}>
        <SecretReveal text={t('tokens.shownNow')} secrets={[token]} />
      </Modal>
    )
  return (
    <FormModal
      title={t('tokens.action.create')}
      submit={t('tokens.create')}
      onSubmit={submit}
      onClose={() => close(false)}
      unsaved={name !== '' || privileges.length > 0}
      size="560px"
    >
      <TextInput
        field="name"
        label={t('tokens.column.name')}
        description={t('tokens.nameHint')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        data-autofocus
      />
      <div className={dialogStyles.privilegesBox}>
        <PrivilegeTree rights={rights} onChange={setRights} mayGive={can} />
      </div>
      <RefusedField field="privileges" value={rights} />
      <label className={dialogStyles.memberField}>
        <span>{t('tokens.life')}</span>
        <PlainField field="expiresAt">
          {(attributes) => (
            <NativeSelect {...attributes} value={days} onChange={(event) => setDays(Number(event.target.value))}>
              {lives.map((one) => (
                <option key={one} value={one}>
                  {one === 0 ? t('tokens.never') : t('tokens.days', { count: one })}
                </option>
              ))}
            </NativeSelect>
          )}
        </PlainField>
      </label>
      <div className={dialogStyles.memberField} role="group" aria-label={t('tokens.column.storeCodes')}>
        <span aria-hidden="true">{t('tokens.column.storeCodes')}</span>
        <Tick
          label={t('tokens.ownStores')}
          checked={codes === undefined}
          onChange={(event) => setCodes(event.target.checked ? undefined : new Set())}
        />
        {codes !== undefined && <StorePicker chosen={codes} onChange={setCodes} />}
        <RefusedField field="storeCodes" value={codes} />
      </div>
    </FormModal>
  )
}

export function RemoveToken({ token: { tokenId, name, email, lastUsedAt }, close }: { token: TokenRow; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const submit = async () => {
    await api.tokens.remove({ params: { tokenId } })
    await queries.invalidateQueries({ queryKey: ['tokens'] })
    void notifyDone(t, t('state.done.removed', { name: name }))
    close()
  }
  return (
    <FormModal title={t('tokens.remove', { name })} submit={t('tokens.removeIt')} onSubmit={submit} onClose={close} danger>
      <p style={{ margin: 0 }}>{t('tokens.removeText', { email })}</p>
      {lastUsedAt !== null && <p style={{ margin: 0 }}>{t('tokens.usedLast', { time: formatTime(lastUsedAt) })}</p>}
    </FormModal>
  )
}
