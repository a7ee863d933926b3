/** Mails that must not get lost, against a real mail server that answers, refuses, or is not there. */
import { sql } from 'kysely'
import type { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../platform/context.ts'
import { createMailServer, listenForMail } from '../../testing/mail-server.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { dropOldMails, queueMails, retrySeconds, sendNext } from './outbox.ts'
import { watchMailer } from './watched-mailer.ts'

let test_: TestContext
let context: Context
let [server, port]: [SMTPServer | undefined, number] = [undefined, 0]
const received: string[] = []

/** Takes all mail but that to a recipient called missing. */
async function serve() {
  server = createMailServer((mail) => void received.push(mail), {
    onRcptTo({ address }, _session, callback) {
      callback(address.startsWith('missing') ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null)
    },
  })
  port = await listenForMail(server, port)
}
const shut = () => new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())))

beforeAll(async () => {
  test_ = await createTestContext()
  await serve()
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'endcap@shop.example' })
  context = { ...test_.context, mailer: watchMailer(mailer, test_.context) }
})
afterAll(async () => {
  await shut()
  await test_.close()
})
beforeEach(async () => {
  received.length = 0
  await context.db.deleteFrom('mails').execute()
  await context.db.deleteFrom('alarms').execute()
})

const queue = (...to: string[]) =>
  queueMails(
    context.db,
    to.map((one) => ({ to: one, subject: '오프라인 게이트웨이', text: 'ゲートウェイ' })),
    context.clock.now(),
  )
const sendAll = async () => {
  while (await sendNext(context));
}
const rows = () => context.db.selectFrom('mails').selectAll().orderBy('mail_id').execute()
const alarms = () =>
  context.db.selectFrom('alarms').select(['type', 'class', 'subject', 'repeats', 'cleared_at', 'data']).orderBy('alarm_id').execute()

test('mails that are queued go out, each once', async () => {
  await queue('a@x.example', 'b@x.example', 'c@x.example')
  await sendAll()
  await sendAll()
  expect(received.map((text) => /^To: (.*)\r$/m.exec(text)?.[1])).toEqual(['a@x.example', 'b@x.example', 'c@x.example'])
  expect((await rows()).map((row) => [row.tries, row.sent_at])).toEqual(Array.from({ length: 3 }, () => [1, test_.clock.now()]))
  expect(new Set(received.map((text) => /^Message-ID: (<endcap-\d+@.*>)\r$/m.exec(text)?.[1])).size).toBe(3)
})
test('two processes send each mail once', async () => {
  await queue(...Array.from({ length: 20 }, (_, number) => `m${number}@x.example`))
  const work = async () => {
    while (await sendNext(context));
  }
  await Promise.all([work(), work()])
  expect(received).toHaveLength(20)
})

describe('a mail server that is not there', () => {
  test('is tried again with growing pauses and one alarm that counts up; the mail arrives when it is back', async () => {
    await shut()
    await queue('a@x.example')
    await sendAll()
    await sendAll()
    expect(await rows()).toMatchObject([{ tries: 1, sent_at: null, last_error: expect.stringContaining('ECONNREFUSED') }])
    for (const seconds of retrySeconds.slice(0, 3)) {
      test_.clock.advance(seconds - 1)
      await sendAll()
      const [before] = await rows()
      test_.clock.advance(1)
      await sendAll()
      expect((await rows())[0]?.tries).toBe((before?.tries ?? 0) + 1)
    }
    expect(await alarms()).toMatchObject([
      { type: 'SEND E-MAIL FAILURE', class: 2, subject: 'SMTP', repeats: 3, cleared_at: null, data: { recipient: 'a@x.example' } },
    ])
    await serve()
    test_.clock.advance(retrySeconds[3]!)
    await sendAll()
    expect(received).toHaveLength(1)
    expect(await alarms()).toMatchObject([{ repeats: 3, cleared_at: test_.clock.now() }])
  })
  test('for a day: the mail is given up, and a person has to act', async () => {
    await shut()
    await queue('a@x.example')
    await sendAll()
    for (const seconds of retrySeconds) {
      test_.clock.advance(seconds)
      await sendAll()
    }
    expect(await rows()).toMatchObject([{ tries: retrySeconds.length + 1, sent_at: null, given_up_at: test_.clock.now() }])
    expect(await alarms()).toMatchObject([{ class: 3, cleared_at: null }])
    test_.clock.advance(86_400)
    await serve()
    await sendAll()
    expect(received).toEqual([])
  })
  test('is not given up where its alarm cannot be raised', async () => {
    await shut()
    await queue('a@x.example')
    await sendAll()
    for (const seconds of retrySeconds.slice(0, -1)) {
      test_.clock.advance(seconds)
      await sendAll()
    }
    await sql`alter table alarms add constraint no_room check (class < 3 or type <> 'SEND E-MAIL FAILURE') not valid`.execute(context.db)
    test_.clock.advance(retrySeconds.at(-1)!)
    await expect(sendNext(context)).rejects.toThrow('no_room')
    expect(await rows()).toMatchObject([{ given_up_at: null }])
    await sql`alter table alarms drop constraint no_room`.execute(context.db)
    await serve()
    test_.clock.advance(181)
    await sendAll()
    expect(received).toHaveLength(1)
  })
})
test('a recipient that is refused for good is not tried again, and holds up no other', async () => {
  await queue('missing@x.example', 'b@x.example')
  await sendAll()
  expect(received).toHaveLength(1)
  expect(await rows()).toMatchObject([
    {
      recipient: 'missing@x.example',
      tries: 1,
      sent_at: null,
      given_up_at: expect.any(Date),
      last_error: expect.stringContaining('No such mailbox'),
    },
    { recipient: 'b@x.example', sent_at: expect.any(Date) },
  ])
  expect(await alarms()).toMatchObject([{ subject: 'missing@x.example', class: 2, cleared_at: null }])
})
test('a process that died while sending leaves the mail to another one', async () => {
  await queue('a@x.example')
  const mute: Context = { ...context, mailer: { enabled: true, send: () => new Promise(() => undefined) } }
  void sendNext(mute)
  await expect.poll(async () => (await rows())[0]?.tries).toBe(1)
  await sendAll()
  expect(received).toEqual([])
  test_.clock.advance(181)
  await sendAll()
  expect(received).toHaveLength(1)
})
test('without mail settings mails wait; old ones are forgotten', async () => {
  await queue('a@x.example')
  expect(await sendNext({ ...context, mailer: createMailer({ smtpUrl: undefined, from: '' }) })).toBe(false)
  expect(await rows()).toMatchObject([{ tries: 0 }])
  test_.clock.advance(31 * 86_400)
  await dropOldMails(context)
  expect(await rows()).toEqual([])
})
