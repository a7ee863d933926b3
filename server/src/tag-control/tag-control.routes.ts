import { tagControl as endpoints } from '@endcap/contract/tag-control'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../http/bind.ts'
import { controlLeds, controlPages } from './tag-control.service.ts'

export function tagControlRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    led: ({ body, session }) => controlLeds(context, session, body),
    page: ({ body, session }) => controlPages(context, session, body),
  })
}
