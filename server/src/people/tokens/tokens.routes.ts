import { tokens as endpoints } from '@endcap/contract/tokens'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { searchTokens } from './tokens.queries.ts'
import { createToken, ownerSeen, removeToken } from './tokens.service.ts'

export function tokenRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    search: ({ body, session }) => searchTokens(context.db, ownerSeen(session), body),
    create: ({ body, session }) => createToken(context, session, body),
    remove: ({ params, session }) => removeToken(context, session, params.tokenId).then(() => done),
  })
}
