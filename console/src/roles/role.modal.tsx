/** A role is added, changed, deleted (specification 2 §2, §5). */
import { privilegeTree, type Right } from '@endcap/contract/privileges'
import type { Role } from '@endcap/contract/roles'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useCan, useSession } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { RefusedField } from '../form/refused-field.tsx'
import { notifyDone } from '../ui/notify.ts'
import { PrivilegeTree } from './PrivilegeTree.tsx'
import { Hint } from '../ui/Hint.tsx'
import dialogStyles from '../form/dialog.module.css'

const nothing: Right[] = privilegeTree.map(({ key }) => ({ key, read: false, write: false }))

/** Without a role, a new one. `close` is given the number of what was saved. */
export function RoleModal({ role, close }: { role?: Role; close: (saved?: number) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const can = useCan()
  const { user } = useSession()
  const [name, setName] = useState(role?.name ?? '')
  const [rights, setRights] = useState<Right[]>(() => role?.privilege.map(({ key, read, write }) => ({ key, read, write })) ?? nothing)
  const [typed, setTyped] = useState(false)
  const submit = async () => {
    if (name.trim() === '') throw new Error(t('session.signup.name'))
    const saved = await api.roles.save({
      body: { name, privilege: rights, ...(role !== undefined && { role_id: role.role_id, version: role.version }) },
    })
    await queries.invalidateQueries({ queryKey: ['roles'] })
    void notifyDone(t, t('state.done.saved', { name: name }), { to: paths.roles, search: { role: saved.role_id } })
    close(saved.role_id)
  }
  return (
    <FormModal
      title={role === undefined ? t('roles.create.title') : t('roles.edit.title', { name: role.name })}
      submit={t(role === undefined ? 'roles.create.submit' : 'common.save')}
      problemTitle={t(role === undefined ? 'roles.create.problem' : 'roles.edit.problem')}
      onSubmit={submit}
      onClose={() => close()}
      unsaved={typed}
      size="560px"
    >
      <TextInput
        field="name"
        label={t('roles.name')}
        value={name}
        onChange={(event) => {
          setTyped(true)
          setName(event.target.value)
        }}
        data-autofocus
      />
      <div className={dialogStyles.privilegesBox}>
        <PrivilegeTree
          rights={rights}
          onChange={(next) => {
            setTyped(true)
            setRights(next)
          }}
          mayGive={(right) => user.role_id === 0 || can(right)}
        />
      </div>
      <RefusedField field="privilege" value={rights} />
      {role !== undefined && role.accountCount > 0 && <Hint>{t('roles.appliesNow', { count: role.accountCount })}</Hint>}
    </FormModal>
  )
}

export function DeleteRole({ role, close }: { role: Role; close: (deleted: boolean) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const submit = async () => {
    await api.roles.remove({ params: { roleId: String(role.role_id) } })
    await queries.invalidateQueries({ queryKey: ['roles'] })
    void notifyDone(t, t('state.done.removed', { name: role.name }))
    close(true)
  }
  return (
    <FormModal
      title={t('roles.delete.title', { name: role.name })}
      submit={t('roles.delete.submit')}
      problemTitle={t('common.error')}
      onSubmit={submit}
      onClose={() => close(false)}
      danger
    >
      <p style={{ margin: 0 }}>{t('roles.delete.text')}</p>
    </FormModal>
  )
}
