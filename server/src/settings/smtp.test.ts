/** The mail server's settings against a real one that asks for a password. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../platform/base/config.ts'
import { createLiveMailer } from '../people/mail/live-mailer.ts'
import { readDestinations } from '../platform/outgoing/networks.ts'
import { createMailServer, listenForMail } from '../testing/mail-server.ts'
import { caller, seedAccount } from '../testing/seed.ts'
import { startTestApp } from '../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { db } = context.context
const allow = (text: string) => void Object.assign(context.context.config, { mailHosts: readDestinations(text) })
const received: string[] = []
const server = createMailServer((mail) => void received.push(mail), {
  allowInsecureAuth: true,
  onAuth({ username, password }, _session, callback) {
    if (username === 'esl@shop.example' && password === 'right') callback(null, { user: username })
    else callback(new Error('Wrong account or password'))
  },
})
let port = 0
beforeAll(async () => {
  port = await listenForMail(server)
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
beforeEach(async () => {
  received.length = 0
  allow('127.0.0.1:*, evil.example:*')
  await db.deleteFrom('settings').where('key', '=', 'smtp').execute()
})

const given = (more: object = {}) => ({
  enable: true,
  server: '127.0.0.1',
  port,
  account: 'esl@shop.example',
  ssl: false,
  tls: false,
  ...more,
})
const save = (more: object = {}) => api('PUT', '/config/smtp', given(more))
const read = async () => (await api('GET', '/config/smtp')).body
const mail = { to: 'mika@shop.example', subject: 'Hello', text: 'Text' }

test('the password is stored sealed and never told', async () => {
  expect(await save({ password: 'right' })).toMatchObject({ status: 200, body: { message: 'Complete!' } })
  const text = JSON.stringify(await read())
  expect(text).not.toContain('right')
  expect(await read()).toMatchObject({ ...given(), hasPassword: true, source: 'stored' })
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'smtp').executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('right')
  expect(JSON.stringify(row)).toContain('s1.')
  const audit = await api('POST', '/audit/search', { filter_subject: 'smtp', condition_subject: '==' })
  expect(JSON.stringify(audit.body)).not.toContain('right')
})
test('mail goes by what was stored last, with whom to ask below it', async () => {
  const mailer = createLiveMailer(context.context)
  await mailer.refresh()
  expect(mailer.enabled).toBe(false)
  await save({ password: 'right' })
  await api('PUT', '/config/server', { ...(await serverConfig()), email: 'help@shop.example', mobile: '+49 30 1' })
  await mailer.send(mail)
  expect(received[0]).toContain('From: esl@shop.example')
  expect(received[0]).toMatch(/\r\n-- ?(=20)?\r\nEndcap .* help@shop\.example .* \+49 30 1/s)
  await save({ password: 'wrong' })
  await expect(mailer.send(mail)).rejects.toThrow('Wrong account or password')
  await save({ enable: false })
  await expect(mailer.send(mail)).rejects.toThrow('no mail settings')
  expect(mailer.enabled).toBe(false)
})
const serverConfig = async () => {
  const { updatedAt: _, version: __, ...config } = (await api('GET', '/config/server')).body
  return { ...config, panId: '2A01' }
}
test('the environment holds until something is stored, and shows on the form', async () => {
  const config = readConfig({
    ENDCAP_DATA: context.context.config.dataFolder,
    ENDCAP_SMTP_URL: `smtp://esl%40shop.example:right@127.0.0.1:${port}`,
  })
  const mailer = createLiveMailer({ db, config })
  expect(mailer.enabled).toBe(true)
  await mailer.send(mail)
  expect(received).toHaveLength(1)
  await save({ enable: false })
  await expect(mailer.send(mail)).rejects.toThrow('no mail settings')
})
test('what the environment says shows as such, without its password, and nothing takes its place unawares', async () => {
  const config = readConfig({
    ENDCAP_DATA: context.context.config.dataFolder,
    ENDCAP_SMTP_URL: 'smtps://esl%40shop.example:se%2Fcret@mail.example:4650',
    ENDCAP_MAIL_HOSTS: 'evil.example:*',
  })
  const own = await buildApp({ ...context.context, config })
  try {
    const call = caller(own, root)
    const shown = (await call('GET', '/config/smtp')).body
    const given = { enable: true, server: 'mail.example', port: 4650, account: 'esl@shop.example', ssl: true, tls: false }
    expect(shown).toMatchObject({ ...given, source: 'environment', hasPassword: true })
    expect(JSON.stringify(shown)).not.toMatch(/se\/cret|se%2Fcret/)
    const change = { ...given, account: 'other@shop.example', password: 'x' }
    expect(await call('PUT', '/config/smtp', change)).toMatchObject({
      status: 409,
      body: { code: 'changed-since', message: expect.stringContaining('ENDCAP_SMTP_URL') },
    })
    expect((await call('PUT', '/config/smtp', { ...change, version: 'older' })).status).toBe(409)
    expect((await call('GET', '/config/smtp')).body).toMatchObject({ source: 'environment' })
    // Its password does not go to another server.
    expect(await call('PUT', '/config/smtp', { ...given, server: 'evil.example', version: shown.version })).toMatchObject({
      status: 400,
      body: { field: 'password' },
    })
    expect((await call('PUT', '/config/smtp', { ...change, version: shown.version })).status).toBe(200)
    expect((await call('GET', '/config/smtp')).body).toMatchObject({ account: 'other@shop.example', source: 'stored' })
    const { body } = await call('POST', '/audit/search', { filter_subject: 'smtp', condition_subject: '==', length: 1 })
    expect(body.data).toMatchObject([{ action: 'settings.saveSmtp', changed: ['account'] }])
  } finally {
    await own.close()
  }
})
test('what an enabled mail server needs is asked for; a known password goes to no other server', async () => {
  expect(await save({ server: ' ' })).toMatchObject({ status: 400, body: { field: 'server', message: 'Enter Server, Please!' } })
  expect(await save({ account: '' })).toMatchObject({ status: 400, body: { field: 'account', message: 'Enter Account, Please!' } })
  expect(await save({ port: 0 })).toMatchObject({ status: 400, body: { field: 'port' } })
  expect((await save({ enable: false, server: '', account: '' })).status).toBe(200)
  await save({ password: 'right' })
  const asksAgain = { status: 400, body: { field: 'password', message: 'Enter Password, Please!' } }
  expect(await save({ server: 'evil.example' })).toMatchObject(asksAgain)
  expect(await api('POST', '/test/smtp', given({ port: port + 1 }))).toMatchObject(asksAgain)
  expect((await save({ tls: true })).status).toBe(200)
  expect(await read()).toMatchObject({ hasPassword: true, tls: true })
  expect((await save({ password: null })).status).toBe(200)
  expect(await read()).toMatchObject({ hasPassword: false })
})
test('settings that another account changed meanwhile are not overwritten', async () => {
  await save({ password: 'right' })
  const { version } = await read()
  await save({ account: 'other@shop.example', password: 'x' })
  expect(await save({ version })).toMatchObject({ status: 409, body: { code: 'changed-since' } })
})
test('the test mail reaches who asks, or answers in the mail server’s words', async () => {
  const tried = async (more: object) => (await api('POST', '/test/smtp', given(more))).body
  expect(await tried({ password: 'right' })).toMatchObject({ ok: true, message: expect.stringMatching(/^250 /) })
  expect(received[0]).toContain(`To: ${root.email}`)
  expect(await tried({ password: 'wrong' })).toEqual({ ok: false, message: `127.0.0.1:${port}: 535 Wrong account or password` })
  expect(await tried({ password: null, tls: true })).toMatchObject({ ok: false, message: expect.stringContaining(`127.0.0.1:${port}`) })
  const free = port === 1 ? 2 : 1
  expect(await tried({ password: 'right', port: free })).toEqual({
    ok: false,
    message: `127.0.0.1:${free} takes no connections: nothing listens there.`,
  })
  expect(await tried({ password: 'right', ssl: true })).toMatchObject({
    ok: false,
    message: expect.stringContaining('does not begin with encryption (SSL)'),
  })
  // Nothing of it is stored.
  expect(await read()).toMatchObject({ source: 'none' })
})
test('a mail server that may not be called is refused with the setting that allows it; a relay in the own network is allowed', async () => {
  allow('')
  const refused = {
    status: 400,
    body: { code: 'mail-server-not-allowed', field: 'server', message: expect.stringContaining('ENDCAP_MAIL_HOSTS') },
  }
  // Metadata of clouds, whatever the port; other ports than those of mail.
  for (const [server, at] of [
    ['169.254.169.254', 25],
    ['0.0.0.0', 25],
    ['127.0.0.1', port],
    ['10.0.0.1', 22],
    ['mail.example', 6379],
  ] as const)
    expect(await save({ server, port: at })).toMatchObject(refused)
  expect(await api('POST', '/test/smtp', given({ server: '169.254.169.254', port: 25 }))).toMatchObject(refused)
  for (const [server, at] of [
    ['10.0.0.1', 25],
    ['127.0.0.1', 2525],
    ['mail.example', 587],
  ] as const)
    expect((await save({ server, port: at })).status).toBe(200)
  allow('169.254.1.1, 127.0.0.1:*')
  expect((await save({ server: '169.254.1.1', port: 25 })).status).toBe(200)
})
test('what was stored before is judged with each connection, by where its name leads', async () => {
  const mailer = createLiveMailer(context.context)
  allow('localhost:*')
  await save({ server: 'localhost', password: 'right' })
  await mailer.send(mail)
  expect(received).toHaveLength(1)
  allow('')
  await expect(mailer.send(mail)).rejects.toThrow('ENDCAP_MAIL_HOSTS')
  expect(received).toHaveLength(1)
  // A name of the list leads to no other network, either.
  allow('127.0.0.1:*')
  await mailer.send(mail)
  expect(received).toHaveLength(2)
})
test('is not for accounts with some stores', async () => {
  const some = await seedAccount(context.context, { email: 'some@test.example', privileges: ['server_config.read', 'server_config.write'] })
  expect(await caller(app, some)('PUT', '/config/smtp', given())).toMatchObject({ status: 403, body: { code: 'all-stores' } })
  expect((await caller(app, some)('POST', '/test/smtp', given())).status).toBe(403)
})
