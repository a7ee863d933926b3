/** Upgrade files: whole or in parts, checked wholly, and nothing kept of what is not right. */
import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { uploadPartBytes } from '@endcap/contract/software'
import { compareVersions, packUpgrade, type UpgradeManifest } from '@endcap/contract/upgrade-file'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { caller, seedAccount, seedStore, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { dropOldUploads } from '../../platform/uploads/uploads.service.ts'

const { context, app, root, api } = await startTestApp()
const { db, blobs } = context.context

function upgrade(more: Partial<Record<keyof UpgradeManifest, unknown>> = {}, image: Buffer = randomBytes(3000)) {
  const manifest = {
    format: 1,
    component: 'gmp',
    version: '3.4.0',
    image: 'gmp.bin',
    bytes: image.byteLength,
    sha256: createHash('sha256').update(image).digest('hex'),
    ...more,
  }
  return Buffer.from(packUpgrade(manifest as UpgradeManifest, image))
}
async function post(url: string, name: string, content: Buffer, fields: Record<string, string> = {}, to = app) {
  return sendFile(to, root, url, { name, content }, fields)
}
const send = (content: Buffer, name = 'gmp.tar') => post('/upgrade/file', name, content)
const list = async () => (await api('GET', '/upgrade/file')).body.fileList as { fileId: string; version: string; sha256: string }[]
const storedBlobs = () => Array.fromAsync(blobs.list())

beforeEach(async () => {
  await db.deleteFrom('rollouts').execute()
  await db.deleteFrom('software_files').execute()
})

test('a good file is listed with program, version, size, checksum, who and when, and is the version that GET /version tells', async () => {
  const image = randomBytes(70_000)
  expect((await api('GET', '/version')).body).toMatchObject({
    gmp: { version: '', updatedAt: null },
    grm: { version: '', updatedAt: null },
  })
  const answer = await send(upgrade({ minimumVersion: '3.0.0', notes: 'Faster' }, image), 'C:\\files\\gmp_3.4.0.tar')
  expect(answer).toMatchObject({ status: 200, body: { file: { version: '3.4.0' } } })
  expect(await list()).toEqual([
    {
      fileId: expect.any(String),
      fileName: 'gmp_3.4.0.tar',
      component: 'gmp',
      version: '3.4.0',
      minimumVersion: '3.0.0',
      notes: 'Faster',
      bytes: 70_000,
      sha256: createHash('sha256').update(image).digest('hex'),
      uploadedBy: root.email,
      updatedAt: expect.any(Number),
    },
  ])
  await send(upgrade({ version: '3.10.0' }))
  await send(upgrade({ version: '3.9.9' }))
  expect((await api('GET', '/version')).body).toMatchObject({
    gmp: { version: '3.10.0', updatedAt: expect.any(Number) },
    grm: { version: '' },
  })
  const { body } = await api('POST', '/audit/search', { filter_action: 'software.upload', condition_action: '==', length: 1 })
  expect(body.data).toMatchObject([{ subject: 'gmp 3.9.9' }])
})

const good = upgrade()
const damaged = Buffer.from(good)
damaged.writeUInt8(damaged.readUInt8(2000) ^ 1, 2000)
const other = Buffer.from(good)
other.write('elsewhere.json', 0)
test.each<[string, Buffer, string, string]>([
  [
    'no archive at all',
    Buffer.from('PK\u0003\u0004 something else, long enough to be a header '.repeat(20)),
    'structure',
    'not a tar archive',
  ],
  ['nothing', Buffer.alloc(0), 'structure', 'ends too early'],
  ['an archive that is cut off', good.subarray(0, 2000), 'structure', 'ends too early'],
  ['zeros', Buffer.alloc(4096), 'structure', 'first member'],
  ['a header that was changed', other, 'structure', 'not a tar archive'],
  ['a damaged image', damaged, 'checksum', 'SHA-256'],
  ['another image than its manifest says', upgrade({ bytes: 2999 }), 'size', '3000 bytes, not 2999'],
  [
    'another name of the image',
    Buffer.from(good.toString('latin1').replace('"gmp.bin"', '"abc.bin"'), 'latin1'),
    'structure',
    'second member',
  ],
  ['an unknown program', upgrade({ component: 'kernel' }), 'manifest', 'component'],
  ['a later form', upgrade({ format: 2 }), 'manifest', 'format'],
  ['a version that is none', upgrade({ version: 'latest' }), 'version', 'two to four numbers'],
  ['a path for a version', upgrade({ version: '../1.0' }), 'version', 'version'],
  ['an older version asked for that is none', upgrade({ minimumVersion: '3' }), 'version', 'minimumVersion'],
  ['a checksum that is none', upgrade({ sha256: 'abc' }), 'manifest', 'sha256'],
  ['a path for an image', upgrade({ image: '../../gmp.bin' }), 'manifest', 'image'],
])('%s is refused with its reason, and nothing of it is kept', async (_, content, fault, message) => {
  const before = await storedBlobs()
  expect(await send(content)).toMatchObject({
    status: 400,
    body: { code: `upgrade-${fault}`, field: 'file', message: expect.stringContaining(message) },
  })
  expect(await list()).toEqual([])
  expect(await storedBlobs()).toEqual(before)
  expect(await readdir(`${context.context.config.blobFolder}/incoming`).catch(() => [])).toEqual([])
})

test('a version that is here already is refused, also when two send it at once', async () => {
  const answers = await Promise.all([send(upgrade()), send(upgrade())])
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, 400])
  expect(await send(upgrade())).toMatchObject({ status: 400, body: { code: 'upgrade-duplicate', message: 'gmp 3.4.0 is here already.' } })
  expect(await send(upgrade({ component: 'grm' }))).toMatchObject({ status: 200 })
})

describe('in parts', () => {
  const image = randomBytes(uploadPartBytes + 5000)
  const content = upgrade({}, image)
  const part = (key: string, offset: number, end: number, to = app, bytes = content.byteLength) =>
    post(`/upgrade/upload/${key}`, 'part', content.subarray(offset, end), { offset: String(offset), bytes: String(bytes) }, to)
  const here = async (key: string) => (await api('GET', `/upgrade/upload/${key}`)).body.received
  const finish = (key: string) => api('POST', `/upgrade/upload/${key}/finish`, { fileName: 'gmp.tar' })

  test('a file goes on where it was when its connection was lost, through any process', async () => {
    const second = await buildApp(context.context)
    expect(await here('one')).toBe(0)
    expect(await part('one', 0, 1_000_000)).toMatchObject({ status: 200, body: { received: 1_000_000 } })
    // The answer was lost: the same part comes again.
    expect(await part('one', 0, 1_000_000)).toMatchObject({ status: 409, body: { code: 'upload-offset' } })
    expect(await here('one')).toBe(1_000_000)
    expect(await finish('one')).toMatchObject({ status: 409, body: { code: 'upload-incomplete' } })
    expect(await part('one', 1_000_000, content.byteLength, second)).toMatchObject({ body: { received: content.byteLength } })
    await second.close()
    expect(await finish('one')).toMatchObject({ status: 200, body: { file: { bytes: image.byteLength } } })
    expect(await here('one')).toBe(0)
    expect(await db.selectFrom('upload_parts').selectAll().execute()).toEqual([])
    const [file] = await list()
    expect(Buffer.from((await blobs.get(file!.sha256))!).equals(image)).toBe(true)
  })
  test('a bad one is thrown away as a whole when it is checked', async () => {
    await post('/upgrade/upload/bad', 'part', damaged, { offset: '0', bytes: String(damaged.byteLength) })
    expect(await finish('bad')).toMatchObject({ status: 400, body: { code: 'upgrade-checksum' } })
    expect(await here('bad')).toBe(0)
    expect(await list()).toEqual([])
  })
  test('one whose parts were thrown away meanwhile begins anew', async () => {
    await post('/upgrade/upload/gone', 'part', good, { offset: '0', bytes: String(good.byteLength) })
    const [row] = await db.selectFrom('uploads').select('upload_id').execute()
    await blobs.area(`uploads/${row!.upload_id.slice(0, 40)}`).clear()
    expect(await finish('gone')).toMatchObject({ status: 409, body: { code: 'upload-incomplete' } })
    expect(await here('gone')).toBe(0)
  })
  test('more than was said, a part that is too large, and another file under the same key', async () => {
    expect(await part('odd', 0, 2000, app, 1000)).toMatchObject({ status: 400 })
    expect(
      (await post('/upgrade/upload/odd', 'part', Buffer.alloc(4 * uploadPartBytes + 1), { offset: '0', bytes: '90000000' })).status,
    ).toBe(413)
    await part('same', 0, 1000)
    expect(await post('/upgrade/upload/same', 'part', good, { offset: '0', bytes: String(good.byteLength) })).toMatchObject({ status: 200 })
    expect(await finish('same')).toMatchObject({ status: 200 })
  })
  test('the same key of another account is another upload, at most ten wait at a time, and one that is not continued is thrown away after a day', async () => {
    await db.deleteFrom('uploads').execute()
    for (let n = 0; n < 10; n++) expect((await part(`q${n}`, 0, 1000)).status).toBe(200)
    expect(await part('q10', 0, 1000)).toMatchObject({ status: 409, body: { code: 'upload-queue' } })
    const again = await seedAccount(context.context, { email: 'second@test.example', privileges: 'administrator' })
    expect((await caller(app, again)('GET', '/upgrade/upload/q1')).body).toEqual({ received: 0 })
    expect((await api('DELETE', '/upgrade/upload/q9')).status).toBe(200)
    expect((await part('q10', 0, 1000)).status).toBe(200)
    context.clock.advance(24 * 3600 + 1)
    await dropOldUploads(context.context)
    expect(await db.selectFrom('uploads').selectAll().execute()).toEqual([])
    // Sessions go on by their use.
    context.clock.advance(-24 * 3600 - 1)
  })
})

test('only accounts of the whole chain change files; a file is removed once', async () => {
  await seedStore(context.context, 'SW0')
  const some = await seedAccount(context.context, {
    email: 'some@test.example',
    stores: ['SW0'],
    privileges: ['server_config.read', 'server_config.write'],
  })
  await send(upgrade())
  const { fileId } = (await list())[0]!
  const asSome = caller(app, some)
  expect((await asSome('GET', '/upgrade/file')).body.fileList).toHaveLength(1)
  expect((await asSome('DELETE', `/upgrade/file/${fileId}`)).body).toMatchObject({ code: 'all-stores' })
  const answer = await sendFile(app, some, '/upgrade/file', { name: 'a.tar', content: upgrade({ version: '9.9.9' }) })
  expect(answer.body).toMatchObject({ code: 'all-stores' })
  expect((await api('DELETE', `/upgrade/file/${fileId}`)).status).toBe(200)
  expect((await api('DELETE', `/upgrade/file/${fileId}`)).status).toBe(404)
})

test('versions are ordered by their numbers', () => {
  const sorted = ['3.4.0-rc.2', '3.10', '3.4.0', '3.4', '3.4.0-rc.10', '2.99.9', '3.4.0.1'].toSorted(compareVersions)
  expect(sorted).toEqual(['2.99.9', '3.4.0-rc.2', '3.4.0-rc.10', '3.4.0', '3.4', '3.4.0.1', '3.10'])
})
