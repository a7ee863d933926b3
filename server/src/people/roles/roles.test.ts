/** Roles: what they grant, at once, and who may change them. */
import { once } from 'node:events'
import type { Privilege } from '@endcap/contract/privileges'
import { afterAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startPush } from '../../overviews/push/push.ts'
import { caller, seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, api } = await startTestApp()
const { db } = context.context
await seedStore(context.context, 'S1')

let number = 0
/** An account with a role of its own. */
async function person(privileges: readonly Privilege[], { chain = false } = {}) {
  const email = `holder${++number}@test.example`
  const account = await seedAccount(context.context, { email, privileges, stores: ['S1'] })
  if (chain) await db.updateTable('accounts').set({ enable_whole_store: true }).where('email', '=', email).execute()
  const { role_id } = await db.selectFrom('accounts').select('role_id').where('email', '=', email).executeTakeFirstOrThrow()
  return { ...account, roleId: role_id ?? -1, call: caller(app, account) }
}
const entries = (...rights: Privilege[]) => {
  const keys = [...new Set(rights.map((right) => right.split('.')[0] as 'tag'))]
  return keys.map((key) => ({ key, read: rights.includes(`${key}.read`), write: rights.includes(`${key}.write`) }))
}
interface RoleAnswer {
  role_id: number
  name: string
  accountCount: number
  version: number
  mayChange: boolean
  privilege: { key: string; depth: number; read: boolean; write: boolean }[]
}
const get = async (roleId: number) => (await api('GET', `/auth/role/${roleId}`)).body as unknown as RoleAnswer
const granted = ({ privilege }: RoleAnswer) =>
  privilege.flatMap(({ key, read, write }) => [...(read ? [`${key}.read`] : []), ...(write ? [`${key}.write`] : [])])
async function make(name: string, ...rights: Privilege[]) {
  const answer = await api('POST', '/auth/role', { name, privilege: entries(...rights) })
  expect(answer.status).toBe(200)
  return answer.body.role_id as number
}

describe('a role', () => {
  test('is added, read, listed, changed and deleted', async () => {
    const roleId = await make('Clerk', 'tag.read', 'tag.write', 'product.read')
    expect(granted(await get(roleId))).toEqual(['tag.read', 'tag.write', 'product.read'])
    const { version } = await get(roleId)
    const body = { role_id: String(roleId), name: 'Senior clerk', privilege: entries('tag.read'), version }
    expect((await api('POST', '/auth/role', body)).status).toBe(200)
    const list = (await api('GET', '/auth/role')).body.roleList as RoleAnswer[]
    expect(list[0]).toMatchObject({ role_id: 0, mayChange: false })
    expect(list.find((role) => role.role_id === roleId)).toMatchObject({ name: 'Senior clerk', accountCount: 0, mayChange: true })
    expect(await api('POST', '/auth/role', { ...body, name: 'Too late' })).toMatchObject({
      status: 409,
      body: { code: 'role-changed-since' },
    })
    expect((await api('DELETE', `/auth/role/${roleId}`)).status).toBe(200)
    expect((await api('GET', `/auth/role/${roleId}`)).status).toBe(404)
    const rows = await db.selectFrom('audit_log').select(['action', 'kind']).where('subject', '=', String(roleId)).execute()
    expect(rows.map((row) => `${row.kind} ${row.action}`)).toEqual(['role roles.save', 'role roles.save', 'role roles.remove'])
  })
  test('needs a name, and one that no other has', async () => {
    expect(await api('POST', '/auth/role', { name: '  ', privilege: [] })).toMatchObject({ status: 400, body: { field: 'name' } })
    await make('Only one')
    expect((await api('POST', '/auth/role', { name: 'Only one', privilege: [] })).body.code).toBe('role-exists')
  })
  test('in use can not be deleted, and the administrator’s stays as it is', async () => {
    const holder = await person(['tag.read'])
    expect(await api('DELETE', `/auth/role/${holder.roleId}`)).toMatchObject({
      status: 409,
      body: { message: 'The role in use can not be deleted.' },
    })
    expect((await api('DELETE', '/auth/role/0')).body.code).toBe('role-fixed')
    expect((await api('POST', '/auth/role', { role_id: 0, name: 'Boss', privilege: [] })).body.code).toBe('role-fixed')
    expect(granted(await get(0))).toHaveLength(36)
  })
  test('writes nothing that it does not read, and reads settings when it reads one of them', async () => {
    const roleId = await make('Rules', 'tag.write', 'setting.read', 'setting.write')
    expect(granted(await get(roleId))).toEqual([])
    const other = await make('Settings', 'alias.read', 'alias.write', 'setting.write')
    expect(granted(await get(other))).toEqual(['setting.read', 'setting.write', 'alias.read', 'alias.write'])
    expect((await get(other)).privilege.filter((entry) => entry.depth === 1).map((entry) => entry.key)).toEqual([
      'alias',
      'server_config',
      'store_config',
    ])
  })
})

describe('no account grants more than it has', () => {
  test('through a role of their own making, or by changing one', async () => {
    const keeper = await person(['role.read', 'role.write', 'tag.read'], { chain: true })
    const refused = await keeper.call('POST', '/auth/role', { name: 'Up', privilege: entries('tag.read', 'tag.write') })
    expect(refused).toMatchObject({ status: 403, body: { code: 'role-above' } })
    expect(refused.body.message).toContain('tag.write')
    const above = await make('Above', 'product.read')
    expect((await keeper.call('POST', '/auth/role', { role_id: above, name: 'Less', privilege: [] })).body.code).toBe('role-above')
    expect((await keeper.call('DELETE', `/auth/role/${above}`)).body.code).toBe('role-above')
    expect((await keeper.call('POST', '/auth/role', { name: 'Reader', privilege: entries('tag.read') })).status).toBe(200)
  })
  test('and only an account of the whole chain changes what holds in all stores', async () => {
    const local = await person(['role.read', 'role.write', 'tag.read'])
    expect((await local.call('POST', '/auth/role', { name: 'Local', privilege: entries('tag.read') })).body.code).toBe('role-chain')
    expect((await local.call('GET', '/auth/role')).status).toBe(200)
  })
})

describe('open sessions', () => {
  test('a role change removes access from an open session within one request', async () => {
    const holder = await person(['tag.read', 'product.read'])
    const tags = () => holder.call('POST', '/status/store/S1/tag/search', {})
    expect((await tags()).status).toBe(200)
    const change = (...rights: Privilege[]) =>
      api('POST', '/auth/role', { role_id: holder.roleId, name: `Role ${holder.email}`, privilege: entries(...rights) })
    expect((await change('product.read')).status).toBe(200)
    expect((await tags()).status).toBe(403)
    const { body } = await holder.call('GET', '/auth/login')
    expect((body.privilege as { key: string; read: boolean }[]).filter((one) => one.read).map((one) => one.key)).toEqual(['product'])
    expect((await change('product.read', 'tag.read')).status).toBe(200)
    expect((await tags()).status).toBe(200)
  })
  test('hear of it over the push channel, and hear no more than they may from then on', async () => {
    const push = startPush(context.context)
    afterAll(() => push.stop())
    const port = await push.listen(0, '127.0.0.1')
    const listener = async (account: { headers: { 'access-token': string; 'access-email': string } }) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`)
      const heard: { type: number; msg: unknown }[] = []
      socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as { type: number; msg: unknown }))
      await once(socket, 'open')
      socket.send(JSON.stringify({ accessToken: account.headers['access-token'], accessEmail: account.headers['access-email'] }))
      await expect.poll(() => heard.length).toBeGreaterThan(0)
      afterAll(() => socket.terminate())
      return heard
    }
    const [reader, other] = [await person(['server.read']), await person(['server.read'])]
    const [heard, othersHeard] = [await listener(reader), await listener(other)]
    await api('POST', '/auth/role', { role_id: reader.roleId, name: 'No more servers', privilege: entries('tag.read') })
    await expect.poll(() => heard.map((message) => message.type)).toContain(4)
    heard.length = 0
    context.context.signals.notify('changed', { storeCode: 'SYSTEM', changes: ['servers'] })
    context.context.signals.notify('changed', { storeCode: 'S1', changes: ['tags'] })
    await expect.poll(() => othersHeard.some(({ msg }) => JSON.stringify(msg).includes('servers'))).toBe(true)
    await expect.poll(() => heard.some(({ msg }) => JSON.stringify(msg).includes('tags'))).toBe(true)
    expect(heard.filter(({ msg }) => JSON.stringify(msg).includes('SYSTEM'))).toEqual([])
    expect(othersHeard.map((message) => message.type)).not.toContain(4)
  })
})
