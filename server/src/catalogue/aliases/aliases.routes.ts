import { aliases as endpoints } from '@endcap/contract/products'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { readAliases } from './aliases.service.ts'
import { aliasUsage, saveAliases } from './save-aliases.ts'

export function aliasRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    list: () => readAliases(context.db),
    usage: ({ session, body }) => aliasUsage(context, session, body),
    save: ({ session, body }) => saveAliases(context, session, body),
  })
}
