import { session as endpoints } from '@endcap/contract/session'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { changePassword, forgotPassword, signup } from './accounts.service.ts'
import { endSessions, openSessionsOf } from './open-sessions.ts'
import { readLink, setPassword } from './password-links.ts'
import { describeOwn, login, logout } from './session.service.ts'

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    login: ({ body, ip, userAgent, browser }) => login(context, body, { ip, userAgent, ...browser }),
    check: ({ session }) => describeOwn(context, session),
    logout: ({ session, ip, userAgent }) => logout(context, session, { ip, userAgent }).then(() => done),
    sessions: async ({ params, session }) => ({ sessions: await openSessionsOf(context, session, params.email) }),
    endSessions: ({ body, session }) => endSessions(context, session, body).then(() => done),
    signup: ({ body }) => signup(context, body),
    forgotPassword: ({ body }) => forgotPassword(context, body.email),
    readLink: ({ body }) => readLink(context, body.token),
    setPassword: ({ body }) => setPassword(context, body).then(() => done),
    changePassword: ({ body, session }) => changePassword(context, session, body).then(() => done),
  })
}
