/** /roles: the roles, and what the chosen one may do (specification 2 §2). */
import type { Role } from '@endcap/contract/roles'
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressDialog } from '../app/address-dialog.ts'
import { paths } from '../app/paths.ts'
import { textOf, useRouteSearch } from '../app/route.ts'
import { useApi, useCan, useSession } from '../app/services.ts'
import { formatNumber, formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { PrivilegeTree } from './PrivilegeTree.tsx'
import { DeleteRole, RoleModal } from './role.modal.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Hint } from '../ui/Hint.tsx'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import sideListStyles from '../ui/side-list.module.css'
import styles from './roles.module.css'

const icon = { size: 15, stroke: 1.7 }

export function RoleListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const navigate = useNavigate()
  const { user } = useSession()
  const { role: named } = useRouteSearch()
  const [picked, setOpen] = useState<{ kind: 'create' | 'edit' | 'delete'; role?: Role }>()
  const linked = useAddressDialog()
  const query = useQuery({
    queryKey: ['roles', '', 'list'],
    queryFn: async ({ signal }) => (await api.roles.list({}, { signal })).roleList,
  })
  const { data: roles } = query
  const chosen = roles?.find((role) => String(role.role_id) === textOf(named)) ?? roles?.[0]
  const choose = (roleId: number | undefined) =>
    void navigate({ to: paths.roles, search: roleId === undefined ? {} : { role: roleId }, replace: true })
  // Roles hold in all stores.
  const mayAdd = can('role.write') && user.enableWholeStore
  const asked = mayAdd && linked.asked === 'create'
  const open = picked ?? (asked ? { kind: 'create' as const, role: undefined } : undefined)
  return (
    <>
      <PageHead>
        <h1>{t('roles.title')}</h1>
        <span className={pageHeadStyles.sub}>{roles !== undefined && formatNumber(roles.length)}</span>
        <span className={helpers.grow} />
        {mayAdd && (
          <Button look="primary" onClick={() => setOpen({ kind: 'create' })}>
            <IconPlus {...icon} />
            {t('roles.action.create')}
          </Button>
        )}
      </PageHead>
      {roles !== undefined && <Problem query={query} />}
      {roles === undefined && query.error !== null && <LoadFailure error={query.error} retry={() => void query.refetch()} />}
      <div className={styles.roles}>
        <nav className={sideListStyles.sideList} aria-label={t('roles.title')}>
          {roles === undefined &&
            query.error === null &&
            [1, 2, 3].map((place) => <Skeleton key={place} style={{ height: 44, margin: 6 }} />)}
          {roles?.map((role) => (
            <Link
              key={role.role_id}
              to={paths.roles}
              search={{ role: role.role_id }}
              replace
              activeOptions={{ exact: true }}
              aria-current={role === chosen ? 'true' : undefined}
              data-role={role.role_id}
            >
              <b>{role.name}</b>
              <small>{t('roles.accounts', { count: role.accountCount, number: formatNumber(role.accountCount) })}</small>
            </Link>
          ))}
        </nav>
        {chosen !== undefined && (
          <RoleDetail
            role={chosen}
            onEdit={() => setOpen({ kind: 'edit', role: chosen })}
            onDelete={() => setOpen({ kind: 'delete', role: chosen })}
          />
        )}
        {chosen === undefined && query.error === null && <Skeleton className={styles.role} style={{ minHeight: 420 }} />}
      </div>
      {open !== undefined && open.kind !== 'delete' && (
        <RoleModal
          {...(open.role !== undefined && { role: open.role })}
          close={(saved) => {
            setOpen(undefined)
            if (asked) linked.settle()
            if (saved !== undefined) choose(saved)
          }}
        />
      )}
      {open?.kind === 'delete' && open.role !== undefined && (
        <DeleteRole
          role={open.role}
          close={(deleted) => {
            setOpen(undefined)
            if (deleted) choose(undefined)
          }}
        />
      )}
    </>
  )
}

/** What the role allows, and who has it. */
function RoleDetail({ role, onEdit, onDelete }: { role: Role; onEdit: () => void; onDelete: () => void }) {
  const { t } = useTranslation()
  const can = useCan()
  return (
    <section className={styles.role} aria-label={role.name}>
      <div className={styles.roleHead} data-part="role-head">
        <h2>{role.name}</h2>
        {role.mayChange && (
          <>
            <Button onClick={onEdit}>
              <IconEdit {...icon} />
              {t('roles.action.edit')}
            </Button>
            <Button onClick={onDelete}>
              <IconTrash {...icon} />
              {t('roles.action.delete')}
            </Button>
          </>
        )}
      </div>
      <Hint>
        {role.role_id === 0 ? t('roles.administrator') : t('roles.changedAt', { time: formatTime(role.updatedAt) })}
        {role.role_id !== 0 && can('role.write') && !role.mayChange && ` ${t('roles.above')}`}
        {role.accountCount > 0 && can('member.read') && (
          <>
            {' '}
            <Link to={paths.members} search={{ f: { roleName: `==${role.name}` } }}>
              {t('roles.who', { count: role.accountCount, number: formatNumber(role.accountCount) })}
            </Link>
          </>
        )}
      </Hint>
      <PrivilegeTree rights={role.privilege} />
    </section>
  )
}
