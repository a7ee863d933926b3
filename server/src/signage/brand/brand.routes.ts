import { brand as endpoints } from '@endcap/contract/brand'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { addFont, readBrand, removeFont, saveColours } from './brand.service.ts'

export function brandRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    read: () => readBrand(context.db),
    saveColours: async ({ session, body }) => ({ ...done, ...(await saveColours(context, session, body)) }),
    uploadFont: async ({ session, file }) => ({ ...done, ...(await addFont(context, session, file)) }),
    removeFont: ({ session, body }) => removeFont(context, session, body.id).then(() => done),
  })
}
