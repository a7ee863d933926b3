/** The handheld app's files: what is taken in, who gets what, one active at a time. */
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { caller, multipart, seedAccount } from '../testing/seed.ts'
import { startTestApp } from '../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()

/** A zip archive of these files, without checksums, which nobody looks at here. */
function zip(files: Record<string, string>): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []]
  let place = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(Buffer.from(text))
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(place, 42)
    const body = Buffer.concat([local, Buffer.from(name), packed])
    bodies.push(body)
    directory.push(entry, Buffer.from(name))
    place += body.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(place, 16)
  return Buffer.concat([...bodies, listed, end])
}
const apk = (padding = 10) => zip({ 'classes.dex': 'x'.repeat(padding), 'AndroidManifest.xml': '<manifest/>' })

async function send(name: string, content: Buffer) {
  const form = multipart({}, { name, content })
  const answer = await app.inject({
    method: 'POST',
    url: '/api/app/file',
    payload: form.payload,
    headers: { ...form.headers, ...root.headers },
  })
  return { status: answer.statusCode, body: answer.json<Record<string, string>>() }
}
const list = async () => (await api('GET', '/app/file/list')).body.appList as { _id: string; ver: string; active: boolean }[]
const download = (id: string, headers: object) => app.inject({ url: `/api/app/file/${id}`, headers: { ...headers } })

test('only an Android package of the right name is taken in, and its version is that of the name', async () => {
  for (const name of ['app.apk', 'mobile_.apk', 'mobile_1.zip', 'mobile_../1.apk'])
    expect(await send(name, apk()), name).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('mobile_{version_info}.apk') },
    })
  for (const content of [Buffer.from('no zip at all'), zip({ 'readme.txt': 'x' }), apk().subarray(0, -30), Buffer.alloc(0)])
    expect(await send('mobile_1.0.apk', content)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('no AndroidManifest.xml') },
    })
  expect(await list()).toEqual([])
  expect(await send('mobile_1.4.2-beta.apk', apk(3_000_000))).toMatchObject({ status: 200, body: { ver: '1.4.2-beta' } })
  expect(await list()).toMatchObject([{ ver: '1.4.2-beta', active: false }])
})
test('one is active at a time, and everybody gets that one', async () => {
  const first = (await list())[0]!._id
  const content = apk()
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
    'apps.upload',
  ])
})
test('changing what everybody is offered is not for accounts with some stores', async () => {
  const some = await seedAccount(context.context, { email: 'some@test.example', privileges: ['server_config.read', 'server_config.write'] })
  const id = (await list())[0]!._id
  expect((await caller(app, some)('GET', `/app/file/active/${id}`)).body).toMatchObject({ code: 'all-stores' })
  expect((await caller(app, some)('DELETE', `/app/file/${id}`)).body).toMatchObject({ code: 'all-stores' })
})
