/** E-mails about what lasts too long and the daily report: which are sent, and what they say (specification 2 §3, §7, §9). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { languages, notificationKeys } from './vocabulary.ts'

const key = z.enum(notificationKeys)
const template = (max: number) => z.string().max(max)

/** `title` and `detail` tell one case, such as a gateway; `subject` and `body` are the mail, `{{list}}` in it all cases. */
export const notificationContent = z.strictObject({
  title: template(200),
  detail: template(4000),
  subject: template(200).refine((text) => text.trim() !== '' && !/[\r\n]/.test(text), 'must be one line of text'),
  body: template(10_000),
})
export interface NotificationContent extends z.infer<typeof notificationContent> {}

const contents = z.strictObject({
  key,
  content: z.record(z.enum(languages), notificationContent),
})
const told = z.object({ ...contents.shape, variables: z.object({ case: z.array(z.string()), mail: z.array(z.string()) }) })
const done = z.object({ message: z.string() })

export const notifications = {
  setting: endpoint('GET', '/alarm/notification/setting', {
    access: 'alarm.read',
    store: 'none',
    summary: 'The notifications that are sent, of those there are.',
    response: z.object({ notificationList: z.array(key), available: z.array(key) }),
  }),
  saveSetting: endpoint('POST', '/alarm/notification/setting', {
    access: 'alarm.write',
    store: 'none',
    summary: 'Chooses the notifications that are sent. For accounts that have the whole chain.',
    body: z.strictObject({ notificationList: z.array(key).max(notificationKeys.length) }),
    response: done,
  }),
  contents: endpoint('GET', '/alarm/notification/content', {
    access: 'alarm.read',
    store: 'none',
    summary: 'What the notifications say, in each language, with the blanks they may have: also their export.',
    response: z.object({ contentList: z.array(told) }),
  }),
  saveContents: endpoint('POST', '/alarm/notification/content', {
    access: 'alarm.write',
    store: 'none',
    summary: 'Takes in what notifications say: all of it, or, when something is wrong, nothing. For accounts that have the whole chain.',
    body: z.strictObject({ contentList: z.array(contents).min(1).max(notificationKeys.length) }),
    response: done,
  }),
  content: endpoint('GET', '/alarm/notification/content/:notification', {
    access: 'alarm.read',
    store: 'none',
    summary: 'What one notification says.',
    response: told,
  }),
  saveContent: endpoint('POST', '/alarm/notification/content/:notification', {
    access: 'alarm.write',
    store: 'none',
    summary: 'Changes what one notification says. For accounts that have the whole chain.',
    body: contents.pick({ content: true }),
    response: done,
  }),
}
