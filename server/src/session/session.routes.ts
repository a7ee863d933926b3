import { session as endpoints } from '@endcap/contract/session'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../http/bind.ts'
import { done } from '../http/done.ts'
import { changePassword, forgotPassword, signup } from './accounts.service.ts'
import { describeOwn, login, logout } from './session.service.ts'

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    login: ({ body, ip, userAgent }) => login(context, body, { ip, userAgent }),
    check: ({ session }) => describeOwn(context, session),
    logout: ({ session, ip, userAgent }) => logout(context, session, { ip, userAgent }).then(() => done),
    signup: ({ body }) => signup(context, body),
    forgotPassword: ({ body }) => forgotPassword(context, body.email),
    changePassword: ({ body, session }) => changePassword(context, session, body).then(() => done),
  })
}
