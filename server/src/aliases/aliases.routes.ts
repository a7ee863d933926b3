import { aliases as endpoints } from '@endcap/contract/products'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../http/bind.ts'
import { readAliases, saveAliases } from './aliases.service.ts'

export function aliasRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    list: () => readAliases(context.db),
    save: ({ session, body }) => saveAliases(context, session, body),
  })
}
