/** Members: who sees whom, who may do what to whom, and what happens to their sessions. */
import type { Privilege } from '@endcap/contract/privileges'
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { caller, seedAccount, seedStore, type SeededAccount } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const good = 'plover-cabin-tundra-7'
const { context, app, root, api } = await startTestApp()
const { db } = context.context
let manager: SeededAccount
let asManager: typeof api
const managing: Privilege[] = ['member.read', 'member.write', 'tag.read']

beforeAll(async () => {
  for (const code of ['S1', 'S2', 'S3']) await seedStore(context.context, code)
  manager = await seedAccount(context.context, { email: 'manager@test.example', stores: ['S1'], privileges: managing })
  asManager = caller(app, manager)
})

let number = 0
async function person(privileges: readonly Privilege[] = ['tag.read'], stores = ['S1']) {
  const email = `person${++number}@test.example`
  const account = await seedAccount(context.context, { email, privileges, stores, password: good })
  return { ...account, call: caller(app, account) }
}
async function signIn(email: string, password: string) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: `10.3.${number}.${Math.floor(Math.random() * 250)}`,
    payload: { email, password },
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}
const roleOf = async (email: string) =>
  (await db.selectFrom('accounts').select('role_id').where('email', '=', email).executeTakeFirstOrThrow()).role_id
const isOpen = async ({ call }: { call: typeof api }) => (await call('GET', '/auth/login')).status === 200

describe('POST /auth/account', () => {
  test('adds an account with its role and stores; its owner must choose a new password', async () => {
    const role_id = String(await roleOf(manager.email))
    const body = { email: 'New@Test.Example', name: ' Ann Lee ', password: good, mobile: '1', role_id, store: ['S1', 'S2'] }
    expect((await api('POST', '/auth/account', body)).status).toBe(200)
    expect((await signIn('new@test.example', good)).body).toMatchObject({
      name: 'Ann Lee',
      role_id: Number(role_id),
      store: ['S1', 'S2'],
      forceChange: true,
    })
    expect(await api('POST', '/auth/account', body)).toMatchObject({ status: 409, body: { code: 'account-exists' } })
  })
  test.each([
    [{ email: '' }, 'email'],
    [{ name: '  ' }, 'name'],
    [{ password: '  ' }, 'password'],
    [{ password: 'password1' }, 'password'],
    [{ role_id: 999_999 }, 'role_id'],
    [{ role_id: 'boss' }, 'role_id'],
    [{ store: ['NONE'] }, 'store', 404],
  ])('%o is refused, and says where', async (wrong, field, status = 400) => {
    const body = { email: 'wrong@test.example', name: 'Wrong', password: good, ...wrong }
    expect(await api('POST', '/auth/account', body)).toMatchObject({ status, body: { field } })
    expect(await db.selectFrom('accounts').select('email').where('email', '=', 'wrong@test.example').execute()).toEqual([])
  })
})

describe('approval', () => {
  test('a sign-up waits, is counted, and is approved by giving a role and stores', async () => {
    const email = 'mika@test.example'
    await app.inject({ method: 'POST', url: '/api/auth/signup', payload: { name: 'Mika', email, mobile: '1', password: good } })
    const waiting = () => asManager('POST', '/auth/account/search', { filter_status: 'WAITING', condition_status: '==' })
    expect((await waiting()).body.data).toMatchObject([{ email, status: 'WAITING', role_id: null, mayManage: true }])
    expect((await asManager('GET', '/auth/account/overview')).body).toMatchObject({ byStatus: { WAITING: 1 } })
    const role_id = await roleOf(manager.email)
    expect((await asManager('PUT', '/auth/account', { email, role_id, store: ['S1'] })).status).toBe(200)
    expect((await waiting()).body.data).toEqual([])
    expect((await signIn(email, good)).body).toMatchObject({ role_id, store: ['S1'], forceChange: false })
  })
})

describe('the mail of the decision', () => {
  const signUp = (email: string, name: string) =>
    app.inject({ method: 'POST', url: '/api/auth/signup', payload: { name, email, mobile: '1', password: good } })
  const queued = (to: string) =>
    db.selectFrom('mails').select(['subject', 'body', 'sent_at']).where('recipient', '=', to).orderBy('mail_id').execute()
  test('is queued with the approval, once, in the person’s language, else in that of their stores', async () => {
    await seedStore(context.context, 'SEOUL', { locale: 'ko-KR' })
    const role_id = await roleOf(manager.email)
    for (const [email, store, language, subject] of [
      ['approve1@test.example', 'S1', undefined, 'Endcapのアカウントが承認されました'],
      ['approve2@test.example', 'SEOUL', undefined, 'Endcap 계정이 승인되었습니다'],
      ['approve3@test.example', 'SEOUL', 'en_US', 'Your Endcap account is approved'],
    ] as const) {
      await signUp(email, 'Mika\nKondo')
      expect((await api('PUT', '/auth/account', { email, role_id, store: [store], language })).status).toBe(200)
      expect(await queued(email)).toMatchObject([{ subject, body: expect.stringContaining('Mika Kondo'), sent_at: null }])
      expect((await api('PUT', '/auth/account', { email, store: ['S1', store] })).status).toBe(200)
      expect(await queued(email)).toHaveLength(1)
    }
  })
  test('an approval that is refused mails nothing; so does any other change of an account', async () => {
    await signUp('later@test.example', 'Later')
    await api('PUT', '/auth/account', { email: 'later@test.example', role_id: 999_999 })
    await api('PUT', '/auth/account', { email: 'later@test.example', mobile: '2' })
    const one = await person()
    await api('PUT', '/auth/account', { email: one.email, role_id: await roleOf(manager.email) })
    expect([...(await queued('later@test.example')), ...(await queued(one.email))]).toEqual([])
  })
  test('deleting a sign-up refuses it by mail; deleting a member does not', async () => {
    await signUp('no@test.example', 'Nobody')
    expect((await api('DELETE', '/auth/account/no@test.example')).status).toBe(200)
    expect(await queued('no@test.example')).toMatchObject([{ subject: 'Endcapのアカウントは承認されませんでした' }])
    const one = await person()
    await api('DELETE', `/auth/account/${one.email}`)
    expect(await queued(one.email)).toEqual([])
  })
  test('is left out where no mail can be sent, and a mail server that is away holds no approval up', async () => {
    const role_id = await roleOf(manager.email)
    for (const [email, mailer, mails] of [
      ['mailless@test.example', { enabled: false, send: () => Promise.reject(new Error('off')) }, 0],
      ['away@test.example', { enabled: true, send: () => Promise.reject(new Error('away')) }, 1],
    ] as const) {
      const other = await buildApp({ ...context.context, mailer })
      await signUp(email, 'Away')
      expect((await caller(other, root)('PUT', '/auth/account', { email, role_id, store: ['S1'] })).status).toBe(200)
      expect(await queued(email)).toHaveLength(mails)
      await other.close()
    }
  })
})

describe('a role that is deleted while it is given', () => {
  const roleCalled = async (name: string) => Number((await api('POST', '/auth/role', { name, privilege: [] })).body.role_id)
  test('is refused to the one or kept by the other, and is never a fault', async () => {
    for (let round = 0; round < 12; round++) {
      const one = await person()
      const role_id = await roleCalled(`Fleeting ${round}`)
      const give =
        round % 2 === 0
          ? api('PUT', '/auth/account', { email: one.email, role_id })
          : api('POST', '/auth/account', { email: `fleeting${round}@test.example`, name: 'New', password: good, role_id })
      const [given, deleted] = await Promise.all([give, api('DELETE', `/auth/role/${role_id}`)])
      const gone = given.status === 409 ? 'role-gone' : given.status === 400 ? 'invalid' : undefined
      if (gone === undefined) {
        expect(given.status).toBe(200)
        expect(deleted).toMatchObject({ status: 409, body: { code: 'role-in-use' } })
      } else {
        expect(given.body).toMatchObject({ code: gone, message: expect.stringContaining('Choose another one.') })
        expect(deleted.status).toBe(200)
      }
    }
  })
  test.skipIf(inject('testDatabase').kind !== 'postgres')('whichever comes first: the other waits for it and is told', async () => {
    const one = await person()
    const first = await roleCalled('Deleted first')
    let given: Promise<Awaited<ReturnType<typeof api>>> | undefined
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('roles').where('role_id', '=', first).execute()
      given = api('PUT', '/auth/account', { email: one.email, role_id: first })
      await waiting()
    })
    expect(await given).toMatchObject({ status: 409, body: { code: 'role-gone', message: expect.stringContaining('was deleted') } })
    const second = await roleCalled('Given first')
    let deleted: Promise<Awaited<ReturnType<typeof api>>> | undefined
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('accounts').set({ role_id: second }).where('email', '=', one.email).execute()
      deleted = api('DELETE', `/auth/role/${second}`)
      await waiting()
    })
    expect(await deleted).toMatchObject({ status: 409, body: { code: 'role-in-use' } })
  })
  /** Until a transaction waits for a lock. */
  const waiting = () => expect.poll(async () => (await sql`select 1 from pg_locks where not granted`.execute(db)).rows).not.toEqual([])
})

describe('the list', () => {
  test('of one store’s manager: the people of that store, without the codes of others', async () => {
    const [here, both, away] = [await person(), await person(['tag.read'], ['S1', 'S2']), await person(['tag.read'], ['S2'])]
    const { body } = await asManager('POST', '/auth/account/search', { length: -1 })
    const found = new Map(body.data.map((row) => [row.email, row]))
    expect(found.get(here.email)).toMatchObject({ store: ['S1'], storeCount: 1, mayManage: true })
    expect(found.get(both.email)).toMatchObject({ store: ['S1'], storeCount: 2, mayManage: false })
    expect(found.has(away.email)).toBe(false)
    expect(found.has(root.email)).toBe(false)
    expect((await asManager('GET', `/auth/account/${away.email}`)).status).toBe(404)
    expect((await asManager('POST', `/auth/account/history/${away.email}/search`, {})).status).toBe(404)
    expect((await asManager('GET', `/auth/account/${both.email}`)).body.store).toEqual(['S1'])
  })
  test('filters by name, store and status, and pages', async () => {
    const one = await person(['tag.read'], ['S3'])
    const search = async (body: object) => (await api('POST', '/auth/account/search', body)).body
    expect((await search({ filter_store: 'S3', condition_store: '==' })).data).toMatchObject([{ email: one.email }])
    expect((await search({ filter_email: one.email, condition_email: '==', filter_status: 'LOCKED' })).data).toEqual([])
    const first = await search({ length: 2, order: { column: 'email', dir: 'asc' } })
    const second = await search({ length: 2, start: 2, order: { column: 'email', dir: 'asc' } })
    expect(first.data).toHaveLength(2)
    expect(second.data.map((row) => row.email)).not.toContain(first.data[1]?.email)
  })
})

describe('no account reaches above itself', () => {
  test('an account that may do more is neither changed, unlocked, reset nor deleted by one that may do less', async () => {
    const above = await person(['product.write', 'product.read'])
    const tries = [
      asManager('PUT', '/auth/account', { email: above.email, name: 'x' }),
      asManager('POST', '/auth/account/unlock', { email: above.email }),
      asManager('POST', '/auth/account/reset', { email: above.email, show: true }),
      asManager('DELETE', `/auth/account/${above.email}`),
    ]
    for (const answer of await Promise.all(tries)) expect(answer).toMatchObject({ status: 403, body: { code: 'account-above' } })
    expect((await asManager('POST', '/auth/account/reset', { email: root.email, show: true })).body.code).toBe('administrator-only')
    const otherStores = await person(['tag.read'], ['S1', 'S2'])
    expect((await asManager('POST', '/auth/account/reset', { email: otherStores.email })).body.code).toBe('account-of-other-stores')
    expect(await isOpen(above)).toBe(true)
  })
  test('an account of other stores alone is answered as one that is not there', async () => {
    const away = await person(['product.write', 'product.read'], ['S2'])
    const answers = async (email: string) => [
      await asManager('PUT', '/auth/account', { email, name: 'x' }),
      await asManager('POST', '/auth/account/unlock', { email }),
      await asManager('POST', '/auth/account/reset', { email, show: true }),
      await asManager('POST', '/auth/account/second-factor/reset', { email }),
      await asManager('GET', `/auth/account/${email}/session`),
      await asManager('POST', '/auth/account/session/end', { email }),
      await asManager('DELETE', `/auth/account/${email}`),
    ]
    const found = await answers(away.email)
    expect(found.map(({ status }) => status)).toEqual(Array(found.length).fill(404))
    expect(found).toEqual(await answers('unknown@test.example'))
    expect(await isOpen(away)).toBe(true)
  })
  test('nor gives a role with rights, or stores, that are not their own; the refusal names them', async () => {
    const [one, above] = [await person(), await person(['product.read', 'product.write'])]
    const give = (what: object) => asManager('PUT', '/auth/account', { email: one.email, ...what })
    const refused = await give({ role_id: await roleOf(above.email) })
    expect(refused).toMatchObject({ status: 403, body: { code: 'role-above' } })
    expect(refused.body.message).toContain('product.read, product.write')
    expect((await give({ role_id: 0 })).body.code).toBe('administrator-only')
    expect((await give({ store: ['S1', 'S2'] })).body.code).toBe('other-store')
    expect((await give({ enableWholeStore: true })).body.code).toBe('other-store')
    const body = { email: 'gift@test.example', name: 'Gift', password: good, role_id: await roleOf(above.email), store: ['S1'] }
    expect((await asManager('POST', '/auth/account', body)).body.code).toBe('role-above')
    const { roles } = (await asManager('GET', '/auth/account/overview')).body as unknown as {
      roles: { role_id: number; mayGive: boolean }[]
    }
    expect(roles.find((role) => role.role_id === 0)?.mayGive).toBe(false)
    const ownRole = await roleOf(manager.email)
    expect(roles.find((role) => role.role_id === ownRole)?.mayGive).toBe(true)
  })
})

describe('no account locks, deletes or demotes', () => {
  test('the own account', async () => {
    const role_id = await roleOf(manager.email)
    for (const change of [{ locked: true }, { role_id: null }, { store: [] }])
      expect((await asManager('PUT', '/auth/account', { email: manager.email, ...change })).body.code).toBe('own-account')
    expect((await asManager('DELETE', `/auth/account/${manager.email}`)).body.code).toBe('own-account')
    // What a form sends along unchanged is no change.
    expect((await asManager('PUT', '/auth/account', { email: manager.email, name: 'Manager', role_id, store: ['S1'] })).status).toBe(200)
  })
  test('the last administrator', async () => {
    expect((await api('PUT', '/auth/account', { email: root.email, role_id: await roleOf(manager.email) })).body.code).toBe(
      'last-administrator',
    )
    const two = ['one', 'two'].map((name) => seedAccount(context.context, { email: `${name}@test.example`, privileges: 'administrator' }))
    const [one, other] = await Promise.all(two)
    if (one === undefined || other === undefined) throw new Error('they were not made')
    await db.updateTable('accounts').set({ locked: true }).where('email', '=', root.email).execute()
    // Each would take the other's place away at the same moment: one of them stays.
    const answers = await Promise.all([
      caller(app, one)('PUT', '/auth/account', { email: other.email, locked: true }),
      caller(app, other)('PUT', '/auth/account', { email: one.email, locked: true }),
    ])
    const left = await db.selectFrom('accounts').select('email').where('role_id', '=', 0).where('locked', '=', false).execute()
    await db.updateTable('accounts').set({ locked: false }).where('email', '=', root.email).execute()
    expect(left).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })
})

describe('PUT /auth/account', () => {
  test('a later form does not undo what another account changed meanwhile', async () => {
    const one = await person()
    const version = (await api('GET', `/auth/account/${one.email}`)).body.version as number
    expect((await api('PUT', '/auth/account', { email: one.email, name: 'First', version })).status).toBe(200)
    expect(await api('PUT', '/auth/account', { email: one.email, name: 'Second', version })).toMatchObject({
      status: 409,
      body: { code: 'account-changed-since' },
    })
    expect((await api('GET', `/auth/account/${one.email}`)).body.name).toBe('First')
  })
  test('the own password takes the present one; one set by an administrator must be changed', async () => {
    const one = await person()
    const next = 'osprey-lantern-42-moss'
    expect((await one.call('PUT', '/auth/account', { email: one.email, password: next })).body.field).toBe('oldPassword')
    expect((await one.call('PUT', '/auth/account', { email: one.email, password: ' ', oldPassword: good })).body.field).toBe('password')
    expect((await one.call('PUT', '/auth/account', { email: one.email, password: next, oldPassword: good })).status).toBe(200)
    expect(await isOpen(one)).toBe(true)
    expect((await signIn(one.email, next)).body).toMatchObject({ forceChange: false })
    expect((await api('PUT', '/auth/account', { email: one.email, password: good })).status).toBe(200)
    expect(await isOpen(one)).toBe(false)
    expect((await signIn(one.email, good)).body).toMatchObject({ forceChange: true })
  })
  test('a lock ends open sessions and keeps the account out until it is unlocked', async () => {
    const one = await person()
    expect((await asManager('PUT', '/auth/account', { email: one.email, locked: true })).status).toBe(200)
    expect(await isOpen(one)).toBe(false)
    expect((await signIn(one.email, good)).body.code).toBe('account-locked')
    expect((await asManager('POST', '/auth/account/unlock', { email: one.email })).status).toBe(200)
    expect((await signIn(one.email, good)).status).toBe(200)
  })
})

describe('POST /auth/account/reset', () => {
  test('mails a temporary password, ends sessions, and the owner must choose a new one', async () => {
    const one = await person()
    const answer = await asManager('POST', '/auth/account/reset', { email: one.email })
    expect(answer.body).toEqual({ message: 'Complete!' })
    const mail = context.mails.find((sent) => sent.to === one.email)
    const password = /仮パスワード: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(await isOpen(one)).toBe(false)
    expect((await signIn(one.email, good)).status).toBe(401)
    expect((await signIn(one.email, password)).body).toMatchObject({ forceChange: true })
  })
  test('shows it once where that is wanted, and mails nothing', async () => {
    const one = await person()
    const { password } = (await asManager('POST', '/auth/account/reset', { email: one.email, show: true })).body
    expect((await signIn(one.email, String(password))).body).toMatchObject({ forceChange: true })
    expect(context.mails.filter((sent) => sent.to === one.email)).toEqual([])
    const stored = JSON.stringify(await db.selectFrom('audit_log').selectAll().execute())
    expect(stored).toContain('members.reset')
    expect(stored).not.toContain(String(password))
  })
})

test('a deleted account is gone with its sessions; who deleted it is recorded', async () => {
  const one = await person()
  expect((await asManager('DELETE', `/auth/account/${one.email}`)).status).toBe(200)
  expect(await isOpen(one)).toBe(false)
  expect((await signIn(one.email, good)).status).toBe(401)
  const [row] = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', one.email)
    .where('action', '=', 'members.remove')
    .execute()
  expect(row).toMatchObject({ email: manager.email, kind: 'account', after: null, before: { store: ['S1'] } })
})

test('DELETE /auth/account deletes the account that its payload names, whatever else stands in it', async () => {
  const [one, other] = [await person(), await person([], ['S2'])]
  const payload = {
    email: one.email.toUpperCase(),
    name: 'x',
    mobile: '',
    role_id: 1,
    store: ['S1'],
    locked: false,
    enableWholeStore: false,
  }
  expect((await asManager('DELETE', '/auth/account', payload)).status).toBe(200)
  expect(await isOpen(one)).toBe(false)
  expect((await api('GET', `/auth/account/${one.email}`)).status).toBe(404)
  // One of other stores, one that is not there, and none.
  expect((await asManager('DELETE', '/auth/account', { email: other.email })).status).toBe(404)
  expect((await asManager('DELETE', '/auth/account', payload)).status).toBe(404)
  expect(await asManager('DELETE', '/auth/account', {})).toMatchObject({ status: 400, body: { field: 'email' } })
  expect(await isOpen(other)).toBe(true)
})
