/** Forgotten passwords: what a link does and when, what ends with it, and that neither answers nor failing mail tell or change anything. */
import { afterEach, describe, expect, test } from 'vitest'
import { answerNextRequest } from './account-requests.ts'
import { recoverAdministrator } from './recover-administrator.ts'
import { sendNext } from '../mail/outbox.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { caller, seedAccount } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context: test_, app, api } = await startTestApp()
const { context, clock, mails } = test_
const { db, config } = context
const [good, next] = ['plover-cabin-tundra-7', 'osprey-lantern-42-moss']
config.publicUrl = 'https://console.shop.example'
const mailer = context.mailer
afterEach(() => {
  context.mailer = mailer
  mails.length = 0
})

let count = 0
async function person(more: object = {}) {
  const email = `link${++count}@test.example`
  const account = await seedAccount(context, { email, privileges: ['tag.read', 'server_config.write'], password: good })
  if (Object.keys(more).length > 0) await db.updateTable('accounts').set(more).where('email', '=', email).execute()
  return { ...account, call: caller(app, account) }
}
async function send(url: string, payload: object) {
  const remoteAddress = `10.5.${Math.floor(++count / 200)}.${count % 200}`
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  const answer = await app.inject({ method: 'POST', url: `/api${url}`, remoteAddress, payload, headers })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}
const login = (email: string, password: string) => send('/auth/login', { email, password })
const forget = (email: string) => send('/auth/forget/password', { email })
const isOpen = async ({ call }: Awaited<ReturnType<typeof person>>) => (await call('GET', '/auth/login')).status === 200
/** What a running server does by itself. */
async function work() {
  while (await answerNextRequest(context));
  while (await sendNext(context));
}
const linkIn = (text = '') => /password\?link=([\w-]+)/.exec(text)?.[1] ?? ''
async function linkFor(email: string) {
  await forget(email)
  await work()
  return linkIn(mails.findLast((mail) => mail.to === email)?.text)
}
const use = (token: string, password = next) => send('/auth/password/reset', { token, password })

describe('a forgotten password', () => {
  test('stays good with its sessions until the link has been used; then it, sessions, tokens and known browsers are over', async () => {
    const one = await person()
    const { body } = await one.call('POST', '/auth/token', { name: 'Till', privileges: ['tag.read'], storeCodes: null, expiresAt: null })
    const link = await linkFor(one.email)
    expect(link).toMatch(/^[\w-]{43}$/)
    expect(await isOpen(one)).toBe(true)
    expect((await login(one.email, good)).status).toBe(200)
    expect(await send('/auth/password/link', { token: link })).toEqual({ status: 200, body: { email: one.email, first: false } })
    expect((await use(link, 'Endcap2026!')).body.code).toBe('weak-password')
    expect(await isOpen(one)).toBe(true)
    expect((await use(link)).status).toBe(200)
    expect(await isOpen(one)).toBe(false)
    expect((await login(one.email, good)).status).toBe(401)
    expect((await login(one.email, next)).body).toMatchObject({ forceChange: false })
    const asProgram = await app.inject({
      method: 'POST',
      url: '/api/history/task/search',
      payload: {},
      headers: { authorization: `Bearer ${String(body.token)}` },
    })
    expect(asProgram.statusCode).toBe(401)
    expect((await use(link)).body.code).toBe('link-used')
    await work()
    expect(mails.map((mail) => mail.subject)).toEqual(['Choose a new Endcap password', 'Your Endcap password was changed'])
    const record = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject', '=', one.email)
      .where('action', '=', 'session.setPassword')
      .execute()
    expect(record).toHaveLength(1)
    expect(JSON.stringify(await db.selectFrom('audit_log').selectAll().execute())).not.toContain(link)
  })
  test('is asked for with the same answer for whatever address, in the same work', async () => {
    const known = await person()
    const locked = await person({ locked: true })
    const thirdPartyAccount = await person({ third_party: true, password_hash: '' })
    const answers = []
    for (const { email } of [known, { email: 'nobody@test.example' }, locked, thirdPartyAccount]) answers.push(await forget(email))
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, body: { code: 0 } })
    // One row each: what follows happens behind the answer.
    expect(await db.selectFrom('account_requests').select('kind').execute()).toHaveLength(4)
    expect(await db.selectFrom('mails').select('mail_id').where('recipient', 'in', [known.email, locked.email]).execute()).toEqual([])
    await work()
    expect(mails.map((mail) => mail.to)).toContain(known.email)
    expect(mails.map((mail) => mail.to)).not.toContain(locked.email)
    expect(mails.map((mail) => mail.to)).not.toContain('nobody@test.example')
  })
  test('changes nothing and fails nothing when the mail is refused', async () => {
    const one = await person()
    const refusing: Mailer = {
      enabled: true,
      send: () => Promise.reject(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
    }
    context.mailer = refusing
    expect((await forget(one.email)).status).toBe(200)
    await work()
    expect(await isOpen(one)).toBe(true)
    expect((await login(one.email, good)).status).toBe(200)
  })
  test('a link ends after half an hour, and one that was made up is none', async () => {
    const one = await person()
    const link = await linkFor(one.email)
    clock.advance(30 * 60 + 1)
    expect((await use(link)).body.code).toBe('link-expired')
    expect((await send('/auth/password/link', { token: 'made-up' })).body.code).toBe('link-wrong')
    expect((await login(one.email, good)).status).toBe(200)
  })
  test('three mails go to an account in an hour; a newer link ends none of the older ones before it is used', async () => {
    const one = await person()
    const links = []
    for (let n = 0; n < 5; n++) links.push(await linkFor(one.email))
    const own = () => mails.filter((mail) => mail.to === one.email && mail.subject === 'Choose a new Endcap password')
    expect(own()).toHaveLength(3)
    expect((await use(links[0] ?? '')).status).toBe(200)
    expect((await use(links[1] ?? '', 'heron-gravel-91-pond')).body.code).toBe('link-wrong')
    clock.advance(3601)
    await linkFor(one.email)
    expect(own()).toHaveLength(4)
  })
  test('of two who use a link at once one alone succeeds', async () => {
    const one = await person()
    const link = await linkFor(one.email)
    const both = await Promise.all([use(link), use(link, 'heron-gravel-91-pond')])
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 400])
  })
  test('the database has neither the link nor, once it is sent, its mail', async () => {
    const one = await person()
    await forget(one.email)
    while (await answerNextRequest(context));
    const queued = await db.selectFrom('mails').selectAll().where('recipient', '=', one.email).execute()
    expect(queued).toHaveLength(1)
    expect(queued[0]?.body).not.toContain('link=')
    await work()
    const link = linkIn(mails.find((mail) => mail.to === one.email)?.text)
    expect(link).not.toBe('')
    const stored = [await db.selectFrom('password_links').selectAll().execute(), await db.selectFrom('mails').selectAll().execute()]
    expect(JSON.stringify(stored)).not.toContain(link)
  })
  test('the link leads to the address that is set, never to the host that a request names; without one there is a code', async () => {
    const one = await person()
    await linkFor(one.email)
    expect(mails.find((mail) => mail.to === one.email)?.text).toContain('https://console.shop.example/#/password?link=')
    config.publicUrl = undefined
    const other = await person()
    await forget(other.email)
    await work()
    config.publicUrl = 'https://console.shop.example'
    const text = mails.find((mail) => mail.to === other.email)?.text ?? ''
    expect(text).not.toMatch(/evil|https?:/)
    expect((await use(/^([\w-]{43})$/m.exec(text)?.[1] ?? '')).status).toBe(200)
  })
  test('an account that was locked meanwhile, or has another way in, is not opened by a link', async () => {
    const one = await person()
    const link = await linkFor(one.email)
    await db.updateTable('accounts').set({ locked: true }).where('email', '=', one.email).execute()
    expect((await use(link)).body.code).toBe('link-wrong')
  })
})

describe('signing up with an address', () => {
  const form = (email: string) => ({ name: 'Mika Kondo', email, mobile: '1', password: 'heron-gravel-91-pond' })
  test('that has an account answers the same and changes nothing; its owner is told by mail, three times an hour', async () => {
    const one = await person()
    const fresh = await send('/auth/signup', form('fresh@test.example'))
    expect(await send('/auth/signup', form(one.email))).toEqual(fresh)
    for (let n = 0; n < 4; n++) await send('/auth/signup', form(one.email))
    await work()
    expect(mails.map((mail) => mail.to)).toEqual(Array.from({ length: 3 }, () => one.email))
    expect(mails[0]).toMatchObject({ subject: 'You have an Endcap account already' })
    expect((await login(one.email, good)).status).toBe(200)
    expect((await login(one.email, 'heron-gravel-91-pond')).status).toBe(401)
  })
})

describe('a temporary password', () => {
  test('that cannot be mailed changes nothing', async () => {
    const one = await person()
    context.mailer = { enabled: true, send: () => Promise.reject(new Error('the mail server is away')) }
    expect((await api('POST', '/auth/account/reset', { email: one.email })).body.code).toBe('mail-failed')
    expect(await isOpen(one)).toBe(true)
    expect((await login(one.email, good)).status).toBe(200)
  })
  test('ends after a day, and with it the old one, sessions and tokens', async () => {
    const one = await person()
    const { password } = (await api('POST', '/auth/account/reset', { email: one.email, show: true })).body
    expect(await isOpen(one)).toBe(false)
    expect((await login(one.email, String(password))).status).toBe(200)
    clock.advance(24 * 3600 + 1)
    expect((await login(one.email, String(password))).body.code).toBe('password-expired')
    expect((await login(one.email, 'wrong')).body.code).toBe('login-failed')
  })
})

describe('from the machine itself', () => {
  test('an administrator is let in again: unlocked, with a link that is good once', async () => {
    const one = await person({ role_id: 0, locked: true })
    const at = clock.now()
    const recover = (email: string) => db.transaction().execute((tx) => recoverAdministrator(tx, { email, withoutFactor: true, at }))
    const link = linkIn(await recover(one.email))
    expect((await use(link)).status).toBe(200)
    expect((await use(link)).body.code).toBe('link-used')
    expect((await login(one.email, next)).status).toBe(200)
    await expect(recover((await person()).email)).rejects.toThrow('is no administrator')
  })
})
