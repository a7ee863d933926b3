/** What the list and the panel of a member say in the same way. */
import type { Member, MemberStatus } from '@endcap/contract/members'
import { IconLock } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'
import { State, stateClass } from '../ui/state.tsx'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'

/** Opens the panel of the member: the way in also where rows have no room for buttons. */
export function NameOf({ member: { email, name } }: { member: Pick<Member, 'email' | 'name'> }) {
  const navigate = useNavigate()
  const open = () => void navigate({ to: '.', search: (now: object) => ({ ...now, peek: email }), replace: true })
  return (
    <button type="button" className={tableStyles.open} data-part="open" onClick={open}>
      {name}
    </button>
  )
}

const kinds = { ACTIVE: 'ok', WAITING: 'alarm', LOCKED: 'bad' } as const

/** A locked account shows a lock (specification 2 §4). */
export function MemberState({ status }: { status: MemberStatus }) {
  const { t } = useTranslation()
  const label = t(`members.status.${status}`)
  if (status !== 'LOCKED') return <State state={status} kind={kinds[status]} label={label} />
  return (
    <span className={stateClass('bad')} data-part="state">
      <IconLock size={13} stroke={2} aria-hidden="true" />
      {label}
    </span>
  )
}

/** The first stores by their codes, and how many more there are. */
export function StoresOf({ member }: { member: Pick<Member, 'enableWholeStore' | 'store' | 'storeCount'> }) {
  const { t } = useTranslation()
  const { enableWholeStore, store, storeCount } = member
  if (enableWholeStore) return t('members.chain')
  if (storeCount === 0) return '–'
  const more = storeCount - store.length
  return (
    <>
      <span className={helpers.mono}>{store.join(' ')}</span>
      {more > 0 && <span style={{ color: 'var(--ink-3)' }}> {t('members.moreStores', { count: more, number: formatNumber(more) })}</span>}
    </>
  )
}
