/** A member is added, changed, or approved: approving is giving a role and stores (specification 2 §2, §5). */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { Password } from '../form/Password.tsx'
import { notifyDone } from '../ui/notify.ts'
import { Problem } from '../ui/Problem.tsx'
import { emptyDraft, firstWrong, type MemberDraft } from './draft.ts'
import { TextInput } from '../form/TextInput.tsx'
import { PlainField } from '../form/refused-field.tsx'
import { MemberStores } from './MemberStores.tsx'
import { useMember, useMemberOverview } from './use-members.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Hint } from '../ui/Hint.tsx'
import { NativeSelect, Tick } from '../ui/inputs.tsx'
import dialogStyles from '../form/dialog.module.css'
import styles from './members.module.css'

/** Without an e-mail, a new member. */
export function MemberModal({ email, close }: { email?: string; close: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const isNew = email === undefined
  const member = useMember(email ?? '', !isNew)
  const [draft, setDraft] = useState(emptyDraft)
  const [version, setVersion] = useState<number>()
  const [typed, setTyped] = useState(false)
  const { data } = member
  // What another account changes meanwhile does not change what is typed: the server says so when it is sent.
  if (data !== undefined && version === undefined) {
    const { name, mobile, role_id: roleId, enableWholeStore: wholeStore, store, locked } = data
    setDraft({ ...emptyDraft, email: data.email, name, mobile, roleId: roleId ?? undefined, wholeStore, stores: new Set(store), locked })
    setVersion(data.version)
  }
  const change = (next: Partial<MemberDraft>) => {
    setTyped(true)
    setDraft({ ...draft, ...next })
  }
  const kind = isNew ? 'create' : data?.approved === false ? 'approve' : 'edit'
  const submit = async () => {
    const wrong = firstWrong(draft, { isNew })
    if (wrong !== undefined) throw new Error(t(`session.signup.${wrong}`))
    if (kind === 'approve' && draft.roleId === undefined) throw new Error(t('members.chooseRole'))
    const { name, mobile, password, roleId, wholeStore, stores, locked } = draft
    const asked = { name, mobile, role_id: roleId ?? null, enableWholeStore: wholeStore, locked }
    const body = { ...asked, store: wholeStore ? [] : [...stores] }
    if (isNew) await api.members.create({ body: { ...body, email: draft.email, password } })
    else
      await api.members.update({
        body: { ...body, email, ...(password !== '' && { password }), ...(version !== undefined && { version }) },
      })
    void queries.invalidateQueries({ queryKey: ['members'] })
    void notifyDone(t, t('state.done.saved', { name: name }), { to: paths.members, search: { peek: isNew ? draft.email : email } })
    close(true)
  }
  const ready = isNew || version !== undefined
  return (
    <FormModal
      title={t(`members.${kind}.title`, { name: data?.name })}
      submit={t(`members.${kind}.submit`)}
      problemTitle={t(isNew ? 'members.create.problem' : 'members.edit.problem')}
      onSubmit={submit}
      onClose={() => close(false)}
      unsaved={typed}
      disabled={!ready}
      size="760px"
    >
      {!isNew && <Problem query={member} />}
      {ready ? (
        <Fields draft={draft} change={change} isNew={isNew} kind={kind} adfs={data?.adfs === true} />
      ) : (
        <Skeleton style={{ height: 320 }} />
      )}
    </FormModal>
  )
}

interface FieldsProps {
  draft: MemberDraft
  change: (next: Partial<MemberDraft>) => void
  isNew: boolean
  kind: string
  /** Signs in elsewhere: there is no password here. */
  adfs: boolean
}

function Fields({ draft, change, isNew, kind, adfs }: FieldsProps) {
  const { t } = useTranslation()
  const { data: overview } = useMemberOverview()
  const field = (name: 'email' | 'name' | 'mobile' | 'password' | 'retype') => ({
    field: name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <>
      {kind === 'approve' && <Hint>{t(`members.approve.${overview?.mail === true ? 'textMail' : 'text'}`)}</Hint>}
      <div className={styles.memberForm}>
        <div className={dialogStyles.form}>
          <TextInput label={t('members.column.name')} autoComplete="off" {...field('name')} data-autofocus={isNew || undefined} />
          <TextInput label={t('members.column.email')} type="email" autoComplete="off" {...field('email')} readOnly={!isNew} />
          <TextInput label={t('members.column.mobile')} type="tel" autoComplete="off" {...field('mobile')} />
          {kind !== 'approve' && adfs && <Hint>{t('error.third-party-sign-in')}</Hint>}
          {kind !== 'approve' && !adfs && (
            <>
              <Password
                label={t(isNew ? 'session.password' : 'members.newPassword')}
                description={t(isNew ? 'members.create.password' : 'members.edit.password')}
                autoComplete="new-password"
                {...field('password')}
              />
              <Password label={t('session.retype')} autoComplete="new-password" {...field('retype')} />
            </>
          )}
          {kind === 'edit' && (
            <Tick label={t('members.edit.locked')} checked={draft.locked} onChange={(event) => change({ locked: event.target.checked })} />
          )}
        </div>
        <div className={dialogStyles.form}>
          <RoleSelect roleId={draft.roleId} onChange={(roleId) => change({ roleId })} focused={kind === 'approve'} />
          <MemberStores draft={draft} change={change} />
        </div>
      </div>
    </>
  )
}

/** Every role; those with rights that the giver does not have stand there and cannot be chosen. */
function RoleSelect({
  roleId,
  onChange,
  focused,
}: {
  roleId: number | undefined
  onChange: (roleId: number | undefined) => void
  focused: boolean
}) {
  const { t } = useTranslation()
  const { data } = useMemberOverview()
  const roles = data?.roles ?? []
  return (
    <label className={dialogStyles.memberField}>
      <span>{t('members.column.roleName')}</span>
      <PlainField field="role_id">
        {(attributes) => (
          <NativeSelect
            {...attributes}
            value={roleId ?? ''}
            data-autofocus={focused || undefined}
            onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
          >
            <option value="">{t('members.noRole')}</option>
            {roles.map((role) => (
              <option key={role.role_id} value={role.role_id} disabled={!role.mayGive && role.role_id !== roleId}>
                {role.mayGive ? role.name : t('members.roleAbove', { name: role.name })}
              </option>
            ))}
          </NativeSelect>
        )}
      </PlainField>
    </label>
  )
}
