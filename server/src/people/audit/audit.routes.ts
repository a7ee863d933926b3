import { audit as endpoints } from '@endcap/contract/audit'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { notFound } from '../../platform/base/errors.ts'
import { findAudit, searchAudit } from './audit.queries.ts'

export function auditRoutes(app: FastifyInstance, { db, ports }: Context): void {
  bind(app, endpoints, {
    search: async ({ body, session }) => searchAudit(db, { stores: session.stores, words: await ports.productWords(db) }, body),
    detail: async ({ params, session }) => {
      const record = await findAudit(db, params.auditId, { stores: session.stores, words: await ports.productWords(db) })
      if (record === undefined) throw notFound('There is no such record.')
      return record
    },
  })
}
