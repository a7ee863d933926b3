import { exceptions as endpoints } from '@endcap/contract/exceptions'
import { exceptionKinds } from '@endcap/contract/vocabulary'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { listExceptions, readChainStatistics, readStatistics, searchExceptions, searchStoreExceptions } from './exceptions.service.ts'

/** `params.ts` of the contract lets no other word of the path in. */
const exceptionKind = z.enum(exceptionKinds)
const requestOf = ({ exception, storeCode }: { exception: string; storeCode: string }) => ({
  exception: exceptionKind.parse(exception),
  storeCode,
})

export function exceptionRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    chain: ({ session }) => readChainStatistics(context, session),
    stores: ({ session, body }) => searchStoreExceptions(context, session, body),
    statistics: ({ params, session }) => readStatistics(context, session, params.storeCode),
    list: async ({ params }) => ({ tagList: await listExceptions(context, requestOf(params)) }),
    search: ({ params, body }) => searchExceptions(context, requestOf(params), body),
  })
}
