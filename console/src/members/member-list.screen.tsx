/** /members: the accounts of people (specification 2 §2). Without member.write only their login history opens (specification 2 §6). */
import { members, memberStatuses, type Member } from '@endcap/contract/members'
import {
  IconDeviceMobileOff,
  IconEdit,
  IconHistory,
  IconKey,
  IconLockOpen,
  IconPlus,
  IconTrash,
  IconUserCheck,
  IconUserPlus,
} from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan, useSession } from '../app/services.ts'
import { timeColumn } from '../table/columns.tsx'
import { tableSpec, type Action, type ActionProps } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { InviteMember } from './invite.modal.tsx'
import { LoginHistoryModal } from './login-history.modal.tsx'
import { MemberModal } from './member.modal.tsx'
import { MemberPeek } from './MemberPeek.tsx'
import { MemberState, NameOf, StoresOf } from './cells.tsx'
import { MemberTabs } from './MemberTabs.tsx'
import { DeleteMember, ResetFactor, ResetPassword, UnlockMember } from './ask.modals.tsx'
import { SelfModal } from './self.modal.tsx'
import { Button } from '../ui/Button.tsx'

const icon = { size: 15, stroke: 1.7 }
export type MemberStep = 'edit' | 'unlock' | 'reset' | 'factor' | 'delete' | 'history'

const actions: Action<Member>[] = [
  { name: 'invite', needs: 'member.write', on: 'table', icon: IconUserPlus, opens: InviteMember },
  { name: 'create', needs: 'member.write', on: 'table', icon: IconPlus, opens: NewMember },
]

/** What can be done with a member, and what it is called there. */
export function stepsOf(
  member: Pick<Member, 'email' | 'status' | 'mayManage' | 'secondFactor' | 'adfs'>,
  { write, self }: { write: boolean; self: string },
) {
  const isOwn = member.email === self
  const steps: { step: MemberStep; name: string; sign: ReactNode; barred?: boolean }[] = []
  const waiting = member.status === 'WAITING'
  if (write || isOwn)
    steps.push({
      step: 'edit' as const,
      name: waiting ? 'approve' : 'edit',
      sign: waiting ? <IconUserCheck {...icon} /> : <IconEdit {...icon} />,
      barred: !isOwn && !member.mayManage,
    })
  if (write && !isOwn && member.mayManage) {
    if (member.status === 'LOCKED') steps.push({ step: 'unlock', name: 'unlock', sign: <IconLockOpen {...icon} /> })
    if (!waiting && !member.adfs) steps.push({ step: 'reset', name: 'reset', sign: <IconKey {...icon} /> })
    if (member.secondFactor) steps.push({ step: 'factor', name: 'factor', sign: <IconDeviceMobileOff {...icon} /> })
  }
  steps.push({ step: 'history', name: 'history', sign: <IconHistory {...icon} /> })
  if (write && !isOwn && member.mayManage) steps.push({ step: 'delete', name: 'delete', sign: <IconTrash {...icon} /> })
  return steps
}

export function memberSpec(t: (key: string) => string) {
  return tableSpec(members.search, {
    name: 'members',
    live: 'members',
    rowId: (member) => member.email,
    pageLength: 25,
    columns: [
      { field: 'name', width: 170, cell: (member) => <NameOf member={member} />, text: (member) => member.name },
      {
        field: 'status',
        width: 164,
        cell: (member) => <MemberState status={member.status} />,
        text: (member) => t(`members.status.${member.status}`),
      },
      { field: 'email', width: 224 },
      { field: 'roleName', width: 140, cell: (member) => member.roleName || '–' },
      { field: 'store', width: 206, sort: false, cell: (member) => <StoresOf member={member} />, text: (member) => member.store.join(' ') },
      {
        field: 'secondFactor',
        width: 112,
        sort: false,
        cell: (member) => t(member.secondFactor ? 'session.on' : 'session.off'),
        text: (member) => t(member.secondFactor ? 'session.on' : 'session.off'),
      },
      timeColumn('lastLoginAt'),
      { field: 'mobile', width: 150, optional: true },
      { ...timeColumn('updatedAt'), optional: true },
    ],
    filters: {
      name: 'text',
      email: 'text',
      roleName: 'text',
      store: 'text',
      mobile: 'text',
      status: { options: memberStatuses, label: (option) => t(`members.status.${option}`) },
    },
    defaultOrder: { column: 'name', dir: 'asc' },
  })
}

export function MemberListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const write = useCan()('member.write')
  const self = useSession().user.email
  const [open, setOpen] = useState<{ step: MemberStep; email: string; name: string }>()
  const close = () => setOpen(undefined)
  const spec = useMemo(() => memberSpec(t), [t])
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.members.search({ params: {}, body }, { signal })}
        title={t('members.title')}
        actions={actions}
        tabs={(filters, setFilter) => <MemberTabs filter={filters.status ?? ''} onChange={(text) => setFilter('status', text)} />}
        empty={t('members.none')}
        rowButtons={write ? 6 : 1}
        peek={(email, onStep, onClose) => (
          <MemberPeek
            email={email}
            onStep={onStep}
            onClose={onClose}
            steps={(member) => stepsOf(member, { write, self })}
            onOpen={(step, name) => setOpen({ step, email, name })}
          />
        )}
        rowActions={(member) =>
          stepsOf(member, { write, self }).map(({ step, name, sign, barred = false }) => (
            <Button
              key={step}

              look="ghost"
              icon
              aria-label={t(`members.do.${name}`, { name: member.name })}
              title={t(barred ? 'members.barred' : `members.do.${name}`, { name: member.name })}
              aria-disabled={barred || undefined}
              aria-description={barred ? t('members.barred') : undefined}
              onClick={() => !barred && setOpen({ step, email: member.email, name: member.name })}
            >
              {sign}
            </Button>
          ))
        }
      />
      {open?.step === 'edit' && open.email === self && <SelfModal onClose={close} />}
      {open?.step === 'edit' && open.email !== self && <MemberModal email={open.email} close={close} />}
      {open?.step === 'unlock' && <UnlockMember {...open} close={close} />}
      {open?.step === 'reset' && <ResetPassword {...open} close={close} />}
      {open?.step === 'factor' && <ResetFactor {...open} close={close} />}
      {open?.step === 'delete' && <DeleteMember {...open} close={close} />}
      {open?.step === 'history' && <LoginHistoryModal email={open.email} name={open.name} onClose={close} />}
    </>
  )
}

function NewMember({ close }: ActionProps<Member>) {
  return <MemberModal close={close} />
}
