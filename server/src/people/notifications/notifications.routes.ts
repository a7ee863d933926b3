import { notifications as endpoints } from '@endcap/contract/notifications'
import { notificationKeys } from '@endcap/contract/vocabulary'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import {
  chooseEnabled,
  composeSample,
  importContents,
  listContents,
  listEnabled,
  listNotifications,
  listRecipients,
  readContent,
  saveContent,
  sendSample,
} from './notifications.service.ts'

/** The binding lets no other word of a path in. */
const notificationKey = z.enum(notificationKeys)
const keyOf = ({ notification }: { notification: string }) => notificationKey.parse(notification)

export function notificationRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    search: ({ body }) => listNotifications(context, body),
    setting: async () => ({ notificationList: await listEnabled(context), available: [...notificationKeys] }),
    saveSetting: ({ body, session }) => chooseEnabled(context, session, body.notificationList).then(() => done),
    recipients: ({ session }) => listRecipients(context, session),
    contents: async () => ({ contentList: await listContents(context) }),
    saveContents: ({ body, session }) => importContents(context, session, body.contentList).then(() => done),
    content: ({ params }) => readContent(context, keyOf(params)),
    saveContent: ({ params, body: { content, version }, session }) =>
      saveContent(context, session, { key: keyOf(params), content, version }).then(() => done),
    preview: async ({ body, session }) => composeSample(context, session, body),
    test: ({ body, session }) => sendSample(context, session, body),
  })
}
