/** E-mails about what lasts too long and the daily report: which are sent, to whom, and what they say (specification 2 §3, §7, §9). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, epochSeconds } from './schemas.ts'
import { tableEndpoint } from './table.ts'
import { recordOf } from './typed-object.ts'
import { languages, notificationKeys } from './vocabulary.ts'

const key = z.enum(notificationKeys)
const language = z.enum(languages)
const template = (max: number) => z.string().max(max)

/** `title` and `detail` tell one case, such as a gateway; `subject` and `body` are the mail, `{{list}}` in it all cases. */
export const notificationContent = z.strictObject({
  title: template(200),
  detail: template(4000),
  subject: template(200).refine((text) => text.trim() !== '' && !/[\r\n]/.test(text), 'must be one line of text'),
  body: template(10_000),
})
export interface NotificationContent extends z.infer<typeof notificationContent> {}

/** What an import holds for each notification. */
export const notificationContents = z.strictObject({ key, content: z.record(language, notificationContent) })
const { content } = notificationContents.shape
const notification = z.object({
  key,
  content,
  defaultContent: content,
  variables: z.object({ case: z.array(z.string()), mail: z.array(z.string()) }),
  version: z.string(),
})
export interface NotificationWithDefaults extends z.infer<typeof notification> {}

export const notificationRow = z.object({
  notification: key,
  enabled: z.boolean(),
  /** When a mail of it last went out; null when none did within the last 30 days. */
  sentAt: epochSeconds.nullable(),
  /** Whether it says something else than usually, in any language. */
  changed: z.boolean(),
})
export interface NotificationRow extends z.infer<typeof notificationRow> {}

const one = z.strictObject({ key, language, content: notificationContent })

export const notifications = {
  search: tableEndpoint('/alarm/notification/search', {
    access: 'alarm.read',
    store: 'none',
    summary: 'The notifications, whether they are sent, and when they last were.',
    row: notificationRow,
    filters: ['notification', 'enabled'],
  }),
  setting: endpoint('GET', '/alarm/notification/setting', {
    access: 'alarm.read',
    store: 'none',
    summary: 'The notifications that are sent, of those there are.',
    response: z.object({ notificationList: z.array(key), available: z.array(key) }),
  }),
  saveSetting: endpoint('POST', '/alarm/notification/setting', {
    access: 'alarm.write',
    store: 'none',
    bareList: 'notificationList',
    summary: 'Chooses the notifications that are sent, by the list of their keys. For accounts that have the whole chain.',
    body: z.strictObject({ notificationList: z.array(key).max(notificationKeys.length) }),
    response: done,
  }),
  recipients: endpoint('GET', '/alarm/notification/recipients', {
    access: 'alarm.read',
    store: 'account',
    summary: 'How many people are told of the account’s stores, and, for who may read members, who they are.',
    response: z.object({
      count: z.int(),
      recipientList: z.array(
        z.object({
          email: z.string(),
          name: z.string(),
          /** Null: that of the store it is about. */
          language: language.nullable(),
          /** How many of the account’s stores; null: all there are. */
          stores: z.int().nullable(),
        }),
      ),
      /** Without a mail server nothing is sent. */
      mailEnabled: z.boolean(),
    }),
  }),
  contents: endpoint('GET', '/alarm/notification/content', {
    access: 'alarm.read',
    store: 'none',
    summary: 'What the notifications say, in each language, with the blanks they may have: also their export.',
    response: z.object({ contentList: z.array(notification) }),
  }),
  saveContents: endpoint('POST', '/alarm/notification/content', {
    access: 'alarm.write',
    store: 'none',
    summary:
      'Takes in what notifications say: all of it, or, when something is wrong, nothing; `error` names each fault by key, language and field. For accounts that have the whole chain.',
    // Checked one by one (`notificationContents`), so that every fault is told and not only the first.
    body: z.strictObject({ contentList: z.array(z.unknown()).min(1).max(notificationKeys.length) }),
    response: done,
  }),
  content: endpoint('GET', '/alarm/notification/content/:notification', {
    access: 'alarm.read',
    store: 'none',
    summary: 'What one notification says.',
    response: notification,
  }),
  saveContent: endpoint('POST', '/alarm/notification/content/:notification', {
    access: 'alarm.write',
    store: 'none',
    summary:
      'Changes what one notification says: in the languages given, or by its four texts in all of them. For accounts that have the whole chain.',
    body: z.union([
      /** `version`: a change made on an older content is refused (`changed-since`). Left out, it is not checked. */
      z.strictObject({ content: z.partialRecord(language, notificationContent), version: z.string().max(64).optional() }),
      // Specification 2 §3 knows no languages.
      notificationContent.transform((text) => ({ content: recordOf(languages, () => text), version: undefined })),
    ]),
    response: done,
  }),
  preview: endpoint('POST', '/alarm/notification/preview', {
    access: 'alarm.read',
    store: 'none',
    summary: 'The mail that these texts would make of sample data.',
    body: one,
    response: z.object({ subject: z.string(), text: z.string() }),
  }),
  test: endpoint('POST', '/alarm/notification/test', {
    access: 'alarm.write',
    store: 'none',
    summary: 'Sends that mail to the caller’s own address; answers what the mail server said when it failed.',
    perMinute: 10,
    writes: false,
    body: one,
    response: z.object({ ok: z.boolean(), message: z.string() }),
  }),
}
