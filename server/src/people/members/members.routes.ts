/** HTTP endpoints of members: accounts, their approval, passwords, roles and stores. */
import { members as endpoints, memberStatuses } from '@endcap/contract/members'
import { recordOf } from '@endcap/contract/typed-object'
import type { FastifyInstance } from 'fastify'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { forbidden, notFound } from '../../platform/base/errors.ts'
import { allRoles } from '../roles/roles.service.ts'
import { findAccount } from '../accounts/account-rows.ts'
import { describe, isLocked } from '../session/session.service.ts'
import { thirdPartyAccounts } from '../session/third-party-accounts.ts'
import type { Session } from '../../platform/http/session.ts'
import { isVisible } from '../accounts/others-account.ts'
import { countMembers, loginsOf, searchMembers } from './members.queries.ts'
import { inviteMember } from './invitations.service.ts'
import { createMember, removeMember, resetMember, unlockMember, updateMember } from './members.service.ts'
import { refusalToGive, refusalToManage } from '../accounts/authorise-managing.ts'

export function memberRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, mailer } = context
  bind(app, endpoints, {
    search: async ({ body, session }) => {
      const page = await searchMembers(db, body, { reader: session, at: clock.now() })
      const isThirdParty = await thirdPartyAccounts(context)
      const data = page.data.map(
        ({ thirdParty, passwordHash, roleId, wholeStore, stores, hasOtherStores, lastLoginAt, updatedAt, privileges, ...row }) => ({
          ...row,
          role_id: roleId,
          adfs: isThirdParty({ roleId, thirdParty, passwordHash }),
          enableWholeStore: wholeStore || roleId === 0,
          store: stores,
          locked: row.status === 'LOCKED',
          lastLoginAt: toEpochOrNull(lastLoginAt),
          updatedAt: toEpoch(updatedAt),
          // One that works elsewhere, too, is out of reach whichever store it is.
          mayManage: refusalToManage(session, { roleId, privileges, wholeStore: wholeStore || hasOtherStores, stores: [] }) === undefined,
        }),
      )
      return { ...page, data }
    },
    overview: async ({ session }) => {
      const counts = await countMembers(db, session, clock.now())
      const roles = await allRoles(db)
      return {
        total: counts.reduce((sum, one) => sum + one.count, 0),
        byStatus: recordOf(memberStatuses, (status) => counts.find((one) => one.status === status)?.count ?? 0),
        roles: roles.map((role) => ({
          role_id: role.roleId,
          name: role.name,
          mayGive: refusalToGive(session, role) === undefined,
        })),
        mail: mailer.enabled,
      }
    },
    account: async ({ params, session }) => {
      const email = await whose(session, params.email)
      const account = await findAccount(db, email)
      if (account === undefined) throw notFound('This account does not exist.')
      const about = await describe(context, account)
      return {
        ...about,
        store: email === session.email ? about.store : about.store.filter((code) => session.allows(code)),
        locked: isLocked(account, clock.now()),
        approved: account.roleId !== null,
        lastPwdChanged: toEpochOrNull(account.lastPwdChanged),
        lastLoginAt: toEpochOrNull(account.lastLoginAt),
        secondFactor: account.secondFactor,
        version: account.version,
        mayManage: session.can('member.write') && email !== session.email && refusalToManage(session, account) === undefined,
      }
    },
    create: ({ body, session }) => createMember(context, session, body).then(() => done),
    invite: async ({ body, session }) => ({ ...done, link: await inviteMember(context, session, body) }),
    update: ({ body, session }) => updateMember(context, session, body).then(() => done),
    remove: ({ params, session }) => removeMember(context, session, params.email.toLowerCase()).then(() => done),
    removeNamed: ({ body, session }) => removeMember(context, session, body.email).then(() => done),
    unlock: ({ body, session }) => unlockMember(context, session, body.email).then(() => done),
    reset: async ({ body, session }) => {
      const password = await resetMember(context, session, body)
      return { ...done, ...(password !== undefined && { password }) }
    },
    loginHistory: async ({ params, body, session }) => {
      const page = await loginsOf(db, await whose(session, params.email), body)
      return { ...page, data: page.data.map(({ updated_at, ...row }) => ({ ...row, updatedAt: toEpoch(updated_at) })) }
    },
  })

  /** "me" is the own account; another takes member.read, and must be among those that the reader sees. */
  async function whose(session: Session, email: string): Promise<string> {
    const requestedEmail = email === 'me' ? session.email : email.toLowerCase()
    if (requestedEmail === session.email) return requestedEmail
    if (!session.can('member.read')) throw forbidden()
    if (!(await isVisible(db, session, requestedEmail))) throw notFound('This account does not exist.')
    return requestedEmail
  }
}
