/** The handheld app's files: what is taken in, who gets what, one active at a time. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { androidPackage } from '../../testing/android-package.ts'
import { zip } from '../../testing/media.ts'
import { caller, seedAccount, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const apk = (filling = 10) => androidPackage(randomBytes(filling))

const { context, app, root, api } = await startTestApp()

async function send(name: string, content: Buffer) {
  return sendFile<Record<string, string>>(app, root, '/app/file', { name, content })
}
const list = async () => (await api('GET', '/app/file/list')).body.appList as { _id: string; ver: string; active: boolean }[]
const download = (id: string, headers: object) => app.inject({ url: `/api/app/file/${id}`, headers: { ...headers } })

test('only an Android package of the right name is taken in, and its version is that of the name', async () => {
  for (const name of ['app.apk', 'mobile_.apk', 'mobile_1.zip', 'mobile_../1.apk'])
    expect(await send(name, await apk()), name).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('mobile_{version_info}.apk') },
    })
  for (const content of [Buffer.from('no zip at all'), await zip({ 'readme.txt': 'x' }), (await apk()).subarray(0, -30), Buffer.alloc(0)])
    expect(await send('mobile_1.0.apk', content)).toMatchObject({
      status: 400,
      body: { code: 'android-package', message: expect.stringContaining('This is not an Android package') },
    })
  expect(await list()).toEqual([])
  expect(await send('mobile_1.4.2-beta.apk', await apk(3_000_000))).toMatchObject({ status: 200, body: { ver: '1.4.2-beta' } })
  expect(await list()).toMatchObject([{ ver: '1.4.2-beta', active: false }])
})
test('a version is taken in once, also when two send it at the same moment', async () => {
  const answers = await Promise.all([await apk(), await apk()].map((content) => send('mobile_1.5.apk', content)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [taken] = answers.filter(({ status }) => status === 200)
  const again = await send('mobile_1.5.apk', await apk())
  expect(again).toMatchObject({ status: 409, body: { code: 'app-exists', message: expect.stringContaining('1.5') } })
  expect((await list()).filter(({ ver }) => ver === '1.5')).toHaveLength(1)
  await api('DELETE', `/app/file/${taken!.body._id}`)
  expect((await send('mobile_1.5.apk', await apk())).status).toBe(200)
  await api('DELETE', `/app/file/${(await list())[0]!._id}`)
})
test('one is active at a time, and every account gets that one', async () => {
  const first = (await list())[0]!._id
  const content = await apk()
  const second = (await send('mobile_2.0.apk', content)).body._id!
  const staff = await seedAccount(context.context, { email: 'staff@test.example', privileges: [] })
  const offered = async () => (await caller(app, staff)('GET', '/app/file/offered')).body.app
  expect(await offered()).toBeNull()
  expect((await download(second, staff.headers)).statusCode).toBe(404)
  expect((await api('GET', `/app/file/active/${first}`)).body).toEqual({ active: true })
  await api('GET', `/app/file/active/${second}`)
  expect(await list()).toMatchObject([
    { _id: second, active: true },
    { _id: first, active: false },
  ])
  expect(await offered()).toMatchObject({ ver: '2.0' })
  const got = await download(second, staff.headers)
  expect(got.headers).toMatchObject({
    'content-type': 'application/vnd.android.package-archive',
    'content-disposition': expect.stringContaining('mobile_2.0.apk'),
  })
  expect(got.rawPayload.equals(content)).toBe(true)
  expect((await download(first, staff.headers)).statusCode).toBe(404)
  expect((await download(first, root.headers)).statusCode).toBe(200)
  expect((await api('GET', `/app/file/active/${second}`)).body).toEqual({ active: false })
  expect(await offered()).toBeNull()
  expect((await api('DELETE', `/app/file/${second}`)).status).toBe(200)
  expect((await api('DELETE', `/app/file/${second}`)).status).toBe(404)
  expect(await list()).toMatchObject([{ _id: first }])
  const { body } = await api('POST', '/audit/search', { filter_kind: 'app', condition_kind: '==' })
  expect(body.data.map((row) => row.action)).toEqual([
    'apps.remove',
    'apps.activate',
    'apps.activate',
    'apps.activate',
    'apps.upload',
    'apps.remove',
    'apps.upload',
    'apps.remove',
    'apps.upload',
    'apps.upload',
  ])
})
test('changing what every account is offered is not for accounts with some stores', async () => {
  const some = await seedAccount(context.context, { email: 'some@test.example', privileges: ['server_config.read', 'server_config.write'] })
  const id = (await list())[0]!._id
  expect((await caller(app, some)('GET', `/app/file/active/${id}`)).body).toMatchObject({ code: 'all-stores' })
  expect((await caller(app, some)('DELETE', `/app/file/${id}`)).body).toMatchObject({ code: 'all-stores' })
})
