/** What the notifications say: changed, tried with sample data, exported and imported; who is told; when something was last sent. */
import type { NotificationContent, NotificationWithDefaults } from '@endcap/contract/notifications'
import { languages, notificationKeys, type Language, type NotificationKey } from '@endcap/contract/vocabulary'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendNext, queueMails } from '../mail/outbox.ts'
import { caller, seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { lockContents, writeContent } from './notifications.queries.ts'
import { defaultContents } from './default-contents.ts'

const { context: test_, app, root, api } = await startTestApp()
const { db } = test_.context
await seedStore(test_.context, 'TYO')
await seedStore(test_.context, 'SEL')

/** What the migration put there. */
const begun = await lockContents(db)
beforeEach(async () => {
  for (const key of notificationKeys) await writeContent(db, key, defaultContents[key])
  test_.mails.length = 0
})
const contentOf = async (key: NotificationKey) =>
  (await api('GET', `/alarm/notification/content/${key}`)).body as unknown as NotificationWithDefaults
const save = (key: NotificationKey, body: object) => api('POST', `/alarm/notification/content/${key}`, body)
const exported = async () => {
  const { body } = await api('GET', '/alarm/notification/content')
  return (body.contentList as NotificationWithDefaults[]).map(({ key, content }) => ({ key, content }))
}
const take = (contentList: unknown) => api('POST', '/alarm/notification/content', { contentList })

test('the usual texts are those that the database began with', () => {
  expect(begun).toEqual(defaultContents)
})

test('a text that was changed shows in the list, in its content, and goes back to the usual one', async () => {
  const { content, defaultContent } = await contentOf('gwOff1Hr')
  expect(content).toEqual(defaultContent)
  const changed = async () => {
    const { body } = await api('POST', '/alarm/notification/search', {})
    return body.data.map((row) => [row.notification, row.enabled, row.changed])
  }
  expect(await changed()).toEqual([
    ['gwOff1Hr', true, false],
    ['notRecvCsv4Hr', true, false],
    ['abnorTagProduct', true, false],
  ])
  await save('gwOff1Hr', { content: { ...content, ja_JP: { ...content.ja_JP, subject: '要確認' } } })
  expect((await changed())[0]).toEqual(['gwOff1Hr', true, true])
  await save('gwOff1Hr', { content: defaultContent })
  expect((await changed())[0]).toEqual(['gwOff1Hr', true, false])
})

test('a change of what another account has changed since is refused', async () => {
  const { content, version } = await contentOf('notRecvCsv4Hr')
  const other = { ...content, en_US: { ...content.en_US, subject: 'Files' } }
  expect((await save('notRecvCsv4Hr', { content: other, version })).status).toBe(200)
  expect(await save('notRecvCsv4Hr', { content, version })).toMatchObject({ status: 409, body: { code: 'alarms-changed-since' } })
  expect((await contentOf('notRecvCsv4Hr')).content.en_US.subject).toBe('Files')
})

describe('samples', () => {
  const all = notificationKeys.flatMap((key) => languages.map((language) => [key, language] as const))
  test.each(all)('%s in %s fill every blank', async (key, language) => {
    const { body } = await api('POST', '/alarm/notification/preview', { key, language, content: defaultContents[key][language] })
    expect(body.subject).toMatch(/2|2026/)
    expect(body.text).toMatch(/S0001[^]*S0002/)
    expect(body.text).toContain('/#/')
    expect(`${String(body.subject)}${String(body.text)}`).not.toMatch(/\{\{|undefined|\(\)/)
  })
  test('are told as they would be mailed: what is typed and not yet saved', async () => {
    const content = { title: '{{storeName}}', detail: '', subject: '{{count}} gateways', body: 'See: {{list}}' }
    const { body } = await api('POST', '/alarm/notification/preview', { key: 'gwOff1Hr', language: 'en_US', content })
    expect(body).toEqual({ subject: '2 gateways', text: 'See: Main Street\n\nHarbour\n' })
    const wrong = { key: 'gwOff1Hr', language: 'en_US', content: { ...content, body: '{{tea}}' } }
    const refused = await api('POST', '/alarm/notification/preview', wrong)
    expect(refused).toMatchObject({ status: 400, body: { field: 'gwOff1Hr.en_US.body' } })
  })
  test('go to oneself only, marked as a test; what the mail server says is told', async () => {
    const body = { key: 'gwOff1Hr', language: 'ja_JP', content: defaultContents.gwOff1Hr.ja_JP }
    expect((await api('POST', '/alarm/notification/test', body)).body).toEqual({ ok: true, message: root.email })
    expect(test_.mails).toMatchObject([{ to: root.email, subject: '[テスト] 1時間以上オフラインのゲートウェイ：2台' }])
    const { send } = test_.context.mailer
    test_.context.mailer.send = () => Promise.reject(new Error('550 no'))
    expect((await api('POST', '/alarm/notification/test', body)).body).toEqual({ ok: false, message: '550 no' })
    test_.context.mailer.send = send
  })
})

describe('an import', () => {
  const edit = (list: { key: string; content: Record<Language, NotificationContent> }[], place: [number, Language], part: object) =>
    list.map((one, index) =>
      index === place[0] ? { ...one, content: { ...one.content, [place[1]]: { ...one.content[place[1]], ...part } } } : one,
    )
  test('takes what was exported', async () => {
    const list = edit(await exported(), [1, 'ko_KR'], { subject: '파일' })
    expect((await take(list)).status).toBe(200)
    expect((await contentOf('notRecvCsv4Hr')).content.ko_KR.subject).toBe('파일')
  })
  test('names everything that is wrong by key, language and field, and changes nothing', async () => {
    const before = await exported()
    const list = edit(edit(before, [0, 'en_US'], { subject: 'One\r\nBcc: thief@x.y', title: 'changed' }), [2, 'ja_JP'], {
      body: '{{tea}}',
      detail: '{{count}}',
    })
    const answer = await take(list)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toEqual([
      'gwOff1Hr.en_US.subject: must be one line of text',
      expect.stringMatching(/^abnorTagProduct\.ja_JP\.detail: there is no \{\{count\}\}/),
      expect.stringMatching(/^abnorTagProduct\.ja_JP\.body: there is no \{\{tea\}\}\. There are: count, list, link, day$/),
    ])
    expect(await exported()).toEqual(before)
  })
  test.each([
    ['another key', [{ key: 'tea', content: {} }], 'tea.key: '],
    ['no language', [{ key: 'gwOff1Hr', content: {} }], 'gwOff1Hr.en_US: is missing$'],
    ['a number', [7], 'contentList.0: '],
    ['more than there is', [{ key: 'gwOff1Hr', content: defaultContents.gwOff1Hr, tea: 1 }], 'gwOff1Hr: '],
    [
      'one twice',
      [
        { key: 'gwOff1Hr', content: defaultContents.gwOff1Hr },
        { key: 'gwOff1Hr', content: defaultContents.gwOff1Hr },
      ],
      'gwOff1Hr: is there twice',
    ],
  ])('with %s is refused', async (_, list, start) => {
    const answer = await take(list)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(new RegExp(`^${start}`))
  })
})

describe('who is told', () => {
  const recipients = async (as = root) => (await caller(app, as)('GET', '/alarm/notification/recipients')).body
  test('is counted for every account, and named for who may read members; others’ stores are not told', async () => {
    const tokyo = await seedAccount(test_.context, { email: 'tokyo@x.example', privileges: ['alarm.read'], stores: ['TYO'] })
    const seoul = await seedAccount(test_.context, { email: 'seoul@x.example', privileges: ['alarm.read', 'member.read'], stores: ['SEL'] })
    await seedAccount(test_.context, { email: 'blind@x.example', privileges: ['tag.read'], stores: ['TYO', 'SEL'] })
    expect(await recipients()).toEqual({
      count: 3,
      mailEnabled: true,
      recipientList: [
        { email: root.email, name: root.email, language: null, stores: null },
        { email: seoul.email, name: seoul.email, language: null, stores: 1 },
        { email: tokyo.email, name: tokyo.email, language: null, stores: 1 },
      ],
    })
    expect(await recipients(tokyo)).toEqual({ count: 2, mailEnabled: true, recipientList: [] })
    const seen = (await recipients(seoul)).recipientList as { email: string }[]
    expect(seen.map((one) => one.email)).toEqual([root.email, seoul.email])
  })
})

test('when one was last sent: when its mail went out, and not before', async () => {
  const sentAt = async () => (await api('POST', '/alarm/notification/search', { filter_notification: 'gwOff1Hr' })).body.data[0]?.sentAt
  expect(await sentAt()).toBeNull()
  await queueMails(db, [{ to: root.email, subject: 'x', text: 'y' }], test_.clock.now(), 'gwOff1Hr')
  expect(await sentAt()).toBeNull()
  await sendNext(test_.context)
  expect(await sentAt()).toBe(test_.clock.now().getTime() / 1000)
})
