import { aliases as endpoints } from '@endcap/contract/products'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../http/bind.ts'
import { listAliases, saveAliases } from './aliases.service.ts'

export function aliasRoutes(app: FastifyInstance, { db }: Context): void {
  bind(app, endpoints, {
    list: async () => ({ aliasList: await listAliases(db) }),
    save: async ({ body }) => ({ aliasList: await saveAliases(db, body.aliasList) }),
  })
}
