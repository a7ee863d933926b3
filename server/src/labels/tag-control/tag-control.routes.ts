import { tagControl as endpoints } from '@endcap/contract/tag-control'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { controlLeds, controlPages } from './tag-control.service.ts'

export function tagControlRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    led: ({ body, session }) => controlLeds(context, session, body),
    page: ({ body, session }) => controlPages(context, session, body),
  })
}
