import { session as endpoints } from '@endcap/contract/session'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { toEpoch, toEpochOrNull } from '../clock.ts'
import type { Context } from '../context.ts'
import { tablePage } from '../db/table-page.ts'
import { bind } from '../http/bind.ts'
import { forbidden, notFound } from '../http/errors.ts'
import { changePassword, forgotPassword, signup, unlockAccount, updateAccount } from './accounts.service.ts'
import { findAccount } from './session.queries.ts'
import { describe, login, logout } from './session.service.ts'
import type { Session } from './session.ts'

const done = { message: 'Complete!' }

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    login: ({ body, ip, userAgent }) => login(context, body, { ip, userAgent }),
    check: async ({ session }) => describe(context, await accountOf(session.email)),
    logout: ({ session, ip, userAgent }) => logout(context, session, { ip, userAgent }).then(() => done),
    signup: ({ body }) => signup(context, body),
    forgotPassword: ({ body }) => forgotPassword(context, body.email),
    account: async ({ params, session }) => {
      const account = await accountOf(whose(session, params.email))
      const { locked, lockedUntil, roleId, lastPwdChanged } = account
      const isLocked = locked || (lockedUntil !== null && lockedUntil > context.clock.now())
      return {
        ...(await describe(context, account)),
        locked: isLocked,
        approved: roleId !== null,
        lastPwdChanged: toEpochOrNull(lastPwdChanged),
      }
    },
    changePassword: ({ body, session }) => changePassword(context, session, body).then(() => done),
    updateAccount: ({ body, session }) => updateAccount(context, session, body).then(() => done),
    unlock: ({ body }) => unlockAccount(context, body.email).then(() => done),
    loginHistory: async ({ params, body, session }) => {
      const email = whose(session, params.email)
      const query = db
        .selectFrom('login_history')
        .select(['ip', 'type', 'email', 'success', 'locked', 'updated_at'])
        .where('email', '=', email)
      const page = await tablePage(query, body, {
        columns: {
          ip: { sql: sql.ref('ip'), kind: 'text' },
          type: { sql: sql.ref('type'), kind: 'number' },
          email: { sql: sql.ref('email'), kind: 'text' },
          updatedAt: { sql: sql.ref('updated_at'), kind: 'time' },
        },
        dateColumn: sql.ref('updated_at'),
        defaultOrder: sql`updated_at desc`,
        tieBreak: sql`updated_at desc, ip`,
      })
      return { ...page, data: page.data.map(({ updated_at, ...row }) => ({ ...row, updatedAt: toEpoch(updated_at) })) }
    },
  })

  async function accountOf(email: string) {
    const account = await findAccount(db, email)
    if (account === undefined) throw notFound('This account does not exist.')
    return account
  }
}

/** "me" is the own account; another takes member.read. */
function whose(session: Session, email: string): string {
  const wanted = email === 'me' ? session.email : email.toLowerCase()
  if (wanted !== session.email && !session.can('member.read')) throw forbidden()
  return wanted
}
