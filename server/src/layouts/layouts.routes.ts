import { layouts as endpoints } from '@endcap/contract/products'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../http/bind.ts'
import { layoutNames } from './layouts.service.ts'

export function layoutRoutes(app: FastifyInstance, { db }: Context): void {
  bind(app, endpoints, { names: async () => ({ layoutList: await layoutNames(db) }) })
}
