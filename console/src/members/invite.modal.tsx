/** Invites a colleague: a name, an address, a role and stores; the link with which the password is chosen is mailed, or copied here. */
import { readyRole, readyRoleNames } from '@endcap/contract/ready-roles'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { useFirstStore } from '../data/use-stores.ts'
import { FormModal } from '../form/modal.tsx'
import { PlainField } from '../form/refused-field.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { Hint } from '../ui/Hint.tsx'
import { NativeSelect, Tick } from '../ui/inputs.tsx'
import { SecretReveal } from '../ui/SecretReveal.tsx'
import { emptyDraft, type MemberDraft } from './draft.ts'
import { MemberStores } from './MemberStores.tsx'
import { useMemberOverview } from './use-members.ts'
import dialogStyles from '../form/dialog.module.css'
import styles from './members.module.css'

const isReady = (role: string) => readyRoleNames.find((name) => name === role)

export function InviteMember({ close }: { close: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const only = useFirstStore()?.only
  const { data: overview } = useMemberOverview()
  const [typed, setTyped] = useState<MemberDraft>(emptyDraft)
  const [role, setRole] = useState<string>('clerk')
  const [byMail, setByMail] = useState(true)
  const [sent, setSent] = useState<{ link: string | null }>()
  const [hasChosen, setHasChosen] = useState(false)
  // Of one store nothing is to be chosen; who takes its tick away has chosen.
  const draft = only === undefined || hasChosen ? typed : { ...typed, stores: new Set([only]) }
  const mail = overview?.mail === true
  const submit = async () => {
    const { email, name, wholeStore, stores: chosen } = draft
    if (email.trim() === '') throw new Error(t('session.signup.email'))
    if (name.trim() === '') throw new Error(t('session.signup.name'))
    const ready = isReady(role)
    const given = ready === undefined ? { role_id: Number(role) } : { ready }
    const place = { enableWholeStore: wholeStore, store: wholeStore ? [] : [...chosen] }
    setSent(await api.members.invite({ body: { email, name, ...given, ...place, show: !mail || !byMail } }))
    void queries.invalidateQueries({ queryKey: ['members'] })
  }
  if (sent !== undefined) return <Sent link={sent.link} to={draft} close={() => close(true)} />
  const ready = readyRoleNames.map((name) => readyRole(name).name)
  const others = (overview?.roles ?? []).filter((one) => !ready.includes(one.name))
  const change = (next: Partial<MemberDraft>) => {
    if (next.stores !== undefined) setHasChosen(true)
    setTyped({ ...typed, ...next })
  }
  return (
    <FormModal
      title={t('members.invite.title')}
      submit={t(mail && byMail ? 'members.invite.send' : 'members.invite.make')}
      problemTitle={t('members.create.problem')}
      onSubmit={submit}
      onClose={() => close(false)}
      unsaved={typed !== emptyDraft}
      size="760px"
    >
      <Hint flush>{t('members.invite.about')}</Hint>
      <div className={styles.memberForm}>
        <div className={dialogStyles.form}>
          <TextInput
            field="name"
            label={t('members.column.name')}
            autoComplete="off"
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
            data-autofocus
          />
          <TextInput
            field="email"
            label={t('members.column.email')}
            type="email"
            autoComplete="off"
            value={draft.email}
            onChange={(event) => change({ email: event.target.value })}
          />
          {mail && <Tick label={t('members.invite.byMail')} checked={byMail} onChange={(event) => setByMail(event.target.checked)} />}
        </div>
        <div className={dialogStyles.form}>
          <label className={dialogStyles.memberField}>
            <span>{t('members.column.roleName')}</span>
            <PlainField field="role_id">
              {(attributes) => (
                <NativeSelect {...attributes} value={role} onChange={(event) => setRole(event.target.value)}>
                  {readyRoleNames.map((name) => (
                    <option key={name} value={name}>
                      {t(`members.ready.${name}`)}
                    </option>
                  ))}
                  {others.map((one) => (
                    <option key={one.role_id} value={one.role_id} disabled={!one.mayGive}>
                      {one.mayGive ? one.name : t('members.roleAbove', { name: one.name })}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </PlainField>
          </label>
          {isReady(role) !== undefined && <Hint flush>{t(`members.may.${role}`)}</Hint>}
          <MemberStores draft={{ ...draft, roleId: isReady(role) === undefined ? Number(role) : undefined }} change={change} />
        </div>
      </div>
    </FormModal>
  )
}

/** What became of the invitation: mailed, or a link to copy. */
function Sent({ link, to, close }: { link: string | null; to: Pick<MemberDraft, 'name' | 'email'>; close: () => void }) {
  const { t } = useTranslation()
  return (
    <FormModal
      key="sent"
      title={t('members.invite.title')}
      submit=""
      onSubmit={async () => undefined}
      onClose={close}
      readOnly
      size="600px"
    >
      {link === null ? (
        <p role="status" style={{ margin: 0 }}>
          {t('members.invite.mailed', { email: to.email })}
        </p>
      ) : (
        <SecretReveal text={t('members.invite.link', { name: to.name })} secrets={[location.origin + link]} />
      )}
    </FormModal>
  )
}
