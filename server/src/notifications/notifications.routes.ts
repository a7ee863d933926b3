import { notifications as endpoints } from '@endcap/contract/notifications'
import { notificationKeys, type NotificationKey } from '@endcap/contract/vocabulary'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../http/bind.ts'
import { chooseEnabled, listContents, listEnabled, readContent, saveContents } from './notifications.service.ts'

const done = { message: 'Complete!' }

export function notificationRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    setting: async () => ({ notificationList: await listEnabled(context), available: [...notificationKeys] }),
    saveSetting: ({ body, session }) => chooseEnabled(context, session, body.notificationList).then(() => done),
    contents: async () => ({ contentList: await listContents(context) }),
    saveContents: ({ body, session }) => saveContents(context, session, body.contentList).then(() => done),
    // The parameter is checked by its name.
    content: ({ params }) => readContent(context, params.notification as NotificationKey),
    saveContent: ({ params, body, session }) =>
      saveContents(context, session, [{ key: params.notification as NotificationKey, content: body.content }]).then(() => done),
  })
}
