import { secondFactor as endpoints } from '@endcap/contract/second-factor'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { confirm, disable, enrol, resetFactor, statusOf, verify } from './second-factor.service.ts'

export function secondFactorRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    verify: ({ body, ip, userAgent, browser }) => verify(context, body, { ip, userAgent, ...browser }),
    status: ({ session }) => statusOf(context, session),
    enrol: ({ body, session, ip, userAgent }) => enrol(context, session, body.password, { ip, userAgent }),
    confirm: async ({ body, session }) => ({ recoveryCodes: await confirm(context, session, body.code) }),
    disable: ({ body, session, ip, userAgent }) => disable(context, session, body, { ip, userAgent }).then(() => done),
    reset: ({ body, session }) => resetFactor(context, session, body.email).then(() => done),
  })
}
