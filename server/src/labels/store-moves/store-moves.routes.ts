import { storeMoves as endpoints } from '@endcap/contract/store-moves'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { cancelMove, exportStore, readMove, receivePart } from './store-moves.service.ts'

export function storeMoveRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    upload: ({ session, params: { storeCode }, body: { size, offset }, file }) =>
      receivePart(context, session, { storeCode, file, size, offset }),
    state: async ({ session, params }) => ({ move: await readMove(context, session, params.storeCode) }),
    cancel: async ({ session, params }) => {
      await cancelMove(context, session, params.storeCode)
      return done
    },
    export: ({ session, params }) => exportStore(context, session, params.storeCode),
  })
}
