import { webhooks as endpoints } from '@endcap/contract/webhooks'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { searchDeliveries, searchWebhooks } from './webhooks.queries.ts'
import { checkWebhook, createWebhook, removeWebhook, renewSecret, sendAgain, testWebhook, updateWebhook } from './webhooks.service.ts'

export function webhookRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    search: ({ body, session }) => searchWebhooks(context.db, session.stores, body),
    create: ({ body, session }) => createWebhook(context, session, body),
    update: ({ params: { webhookId }, body: { updatedAt, ...settings }, session }) =>
      updateWebhook(context, session, { webhookId, settings, seen: updatedAt }).then(() => done),
    renewSecret: ({ params, session }) => renewSecret(context, session, params.webhookId),
    remove: ({ params, session }) => removeWebhook(context, session, params.webhookId).then(() => done),
    test: async ({ params, session }) => {
      const { ok, outcome } = await testWebhook(context, session, params.webhookId)
      return { ok, outcome }
    },
    deliveries: async ({ params, body, session }) => {
      await checkWebhook(context, session, params.webhookId)
      return searchDeliveries(context.db, params.webhookId, body)
    },
    again: ({ params, session }) => sendAgain(context, session, params).then(() => done),
  })
}
