import { secondCodes as endpoints } from '@endcap/contract/second-codes'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { forbidden } from '../../platform/base/errors.ts'
import { importSecondCodes, listSecondCodes } from './second-codes.service.ts'

export function secondCodeRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    search: ({ body }) => listSecondCodes(context.db, body),
    upload: async ({ body, file, session }) => {
      if (session.stores !== 'all')
        throw forbidden('Second codes hold in all stores: only an account of the whole chain changes them.', 'whole-chain')
      return importSecondCodes(context, { ...file, encoding: body.encoding }, session.email)
    },
  })
}
