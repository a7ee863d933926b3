import { samples as endpoints } from '@endcap/contract/samples'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { readSamples, removeSamples } from './samples.service.ts'

export function sampleRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    state: ({ params }) => readSamples(context, params.storeCode),
    remove: ({ body, session }) => removeSamples(context, session, body.storeCode),
  })
}
