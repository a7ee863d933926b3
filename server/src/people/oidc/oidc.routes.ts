import { oidc as endpoints } from '@endcap/contract/oidc'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { createOidc } from './oidc.service.ts'

export function oidcRoutes(app: FastifyInstance, context: Context): void {
  const service = createOidc(context)
  bind(app, endpoints, {
    offer: async () => ({ label: service.label }),
    start: ({ body }) => service.start(body.browser),
    finish: ({ body, ip, userAgent, browser }) => service.finish(body, { ip, userAgent, ...browser }),
  })
}
