/** Files for displays that are sent in parts, by the tus protocol: they go on after a lost connection, on any server, and are taken in as whole ones are. */
import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { maxUnfinished, minPartBytes } from '@endcap/contract/resumable'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { createFolderBlobs } from '../../platform/blobs/folder-blobs.ts'
import { dropOldUploads } from '../../platform/uploads/uploads.service.ts'
import { stepBack } from '../../platform/uploads/uploads.queries.ts'
import { film } from '../../testing/media.ts'
import { seedAccount, seedStore, tusHeaders } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { db, blobs } = context.context
const films = '/api/plus/store/S1/video/resumable'
await seedStore(context.context, 'S1')
await seedStore(context.context, 'S2')

/** A film and, in a box that players pass over, so many bytes more. */
async function largeFilm(bytes: number): Promise<Buffer> {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes + 8)
  head.write('free', 4)
  return Buffer.concat([await film('avc'), head, randomBytes(bytes)])
}
const headers = { ...root.headers, 'tus-resumable': '1.0.0' }

async function begin(bytes: number, { fields = { filename: 'film.mp4' }, url = films, as = headers, to = app }: Begin = {}) {
  const answer = await to.inject({
    method: 'POST',
    url,
    headers: { ...tusHeaders(fields), ...as, 'upload-length': bytes },
  })
  return {
    ...answer,
    statusCode: answer.statusCode,
    at: new URL(String(answer.headers.location), `http://server${url}`).pathname,
    body: answer.body,
  }
}
interface Begin {
  fields?: Record<string, string>
  url?: string
  as?: Record<string, string>
  to?: typeof app
}
const send = (at: string, offset: number, content: Buffer, to = app, as: object = headers) =>
  to.inject({
    method: 'PATCH',
    url: at,
    payload: content,
    headers: { ...as, 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' },
  })
const state = async (at: string, to = app) => {
  const answer = await to.inject({ method: 'HEAD', url: at, headers })
  return { status: answer.statusCode, offset: Number(answer.headers['upload-offset']), bytes: Number(answer.headers['upload-length']) }
}
/** Bytes of each piece that is on its way to the disk. */
async function arriving(): Promise<number[]> {
  const folder = context.context.config.blobFolder
  const paths = await readdir(folder, { recursive: true })
  const incoming = paths.filter((path) => basename(dirname(path)) === 'incoming').map((path) => join(folder, path))
  // One that was there a moment before may be in its place by now.
  return Promise.all(
    incoming.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
}
const outcome = async (at: string) => (await app.inject({ url: at, headers: root.headers })).json<Record<string, unknown>>()
const listed = async () => (await api('GET', '/plus/store/S1/video/list')).body.fileList as { _id: string; name: string; bytes: number }[]
const areas = () => db.selectFrom('upload_parts').selectAll().execute()

test('a film goes on where it was, through any server, and is in the library with its last byte', async () => {
  const content = await largeFilm(3_000_000)
  const { at, statusCode } = await begin(content.length)
  expect(statusCode).toBe(201)
  expect(await state(at)).toEqual({ status: 200, offset: 0, bytes: content.length })
  const first = await send(at, 0, content.subarray(0, 1_500_000))
  expect([first.statusCode, first.headers['upload-offset'], first.headers['tus-resumable']]).toEqual([204, '1500000', '1.0.0'])
  // The answer was lost: the same part comes again.
  expect((await send(at, 0, content.subarray(0, 1_500_000))).json()).toMatchObject({ code: 'upload-offset' })
  const second = await buildApp(context.context)
  expect(await state(at, second)).toMatchObject({ offset: 1_500_000 })
  expect((await send(at, 1_500_000, content.subarray(1_500_000), second)).statusCode).toBe(204)
  await second.close()
  const [taken] = await listed()
  expect(taken).toMatchObject({ name: 'film.mp4', bytes: content.length, duration: 2, uploadedBy: root.email })
  expect(await outcome(at)).toEqual({
    offset: content.length,
    bytes: content.length,
    taken: {
      message: 'Complete!',
      _id: taken!._id,
      name: 'film.mp4',
      warning: null,
      codec: 'avc',
      playedOn: { can: 0, cannot: 0, unknown: 0 },
    },
  })
  const file = await app.inject({ url: `/api/plus/store/S1/video/file/${taken!._id}`, headers: root.headers })
  expect(file.rawPayload.equals(content)).toBe(true)
  const { action, subject } = await db.selectFrom('audit_log').selectAll().orderBy('audit_id', 'desc').executeTakeFirstOrThrow()
  expect([action, subject]).toEqual(['media.sendFile', taken!._id])
})

test('what came before a connection broke stays, and so does all that a server which is killed had acknowledged', async () => {
  const content = await largeFilm(20_000_000)
  const { at } = await begin(content.length)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const sending = request(address + at, {
    method: 'PATCH',
    headers: {
      ...headers,
      'upload-offset': 0,
      'content-type': 'application/offset+octet-stream',
      'content-length': content.length,
    },
  })
  sending.on('error', () => undefined)
  sending.write(content.subarray(0, 18_000_000))
  await expect.poll(() => state(at), { timeout: 60_000 }).toMatchObject({ offset: 2 * 8_388_608 })
  // What is still on its way when the connection breaks would be lost with it.
  await expect.poll(arriving, { timeout: 60_000 }).toContain(18_000_000 - 2 * 8_388_608)
  sending.destroy()
  // The end of what came is stored when the server sees that no more does.
  await expect.poll(() => state(at), { timeout: 60_000 }).toMatchObject({ offset: 18_000_000 })
  const later = await buildApp(context.context)
  expect((await send(at, 18_000_000, content.subarray(18_000_000), later)).statusCode).toBe(204)
  await later.close()
  expect(await outcome(at)).toHaveProperty('taken')
})

test('requests may be of any size above 1 MB', async () => {
  const content = await largeFilm(19_000_000)
  const { at } = await begin(content.length)
  for (let offset = 0; offset < content.length; offset += 9_000_000)
    expect((await send(at, offset, content.subarray(offset, offset + 9_000_000))).statusCode).toBe(204)
  expect(await outcome(at)).toHaveProperty('taken')
})

test('a server that was killed while it took a film in takes it in when its last part comes again, and not twice', async () => {
  const content = await largeFilm(1_200_000)
  const { at } = await begin(content.length)
  await send(at, 0, content.subarray(0, 1_000_000))
  const before = (await listed()).length
  // As that server left it: all parts are here, and nothing came of them.
  const other = await begin(content.length)
  expect(other.statusCode).toBe(201)
  const { upload_id: id } = await db.selectFrom('uploads').select('upload_id').where('received', '=', '1000000').executeTakeFirstOrThrow()
  const last = await blobs.area(`uploads/${id.slice(0, 40)}`).put(content.subarray(1_000_000))
  await db.insertInto('upload_parts').values({ upload_id: id, start: 1_000_000, bytes: last.bytes, hash: last.hash }).execute()
  await db.updateTable('uploads').set({ received: content.length }).where('upload_id', '=', id).execute()
  expect(await state(at)).toEqual({ status: 200, offset: 1_000_000, bytes: content.length })
  expect((await send(at, 1_000_000, content.subarray(1_000_000))).statusCode).toBe(204)
  expect(await listed()).toHaveLength(before + 1)
  // Its answer was lost, too.
  expect(await state(at)).toMatchObject({ offset: content.length })
  expect((await send(at, 1_000_000, content.subarray(1_000_000))).statusCode).toBe(204)
  expect(await stepBack(db, id)).toBe(content.length)
  expect(await listed()).toHaveLength(before + 1)
})

test('a film that is refused says why, also when that answer was lost, and leaves nothing', async () => {
  const content = Buffer.alloc(1_500_000, 'no film at all')
  const { at } = await begin(content.length)
  const refused = await send(at, 0, content)
  expect(refused.statusCode).toBe(400)
  expect(await outcome(at)).toMatchObject({ offset: content.length, refused: { status: 400, answer: refused.json() } })
  const { upload_id: id } = await db.selectFrom('uploads').select('upload_id').where('bytes', '=', '1500000').executeTakeFirstOrThrow()
  const left: string[] = []
  for await (const hash of blobs.area(`uploads/${id.slice(0, 40)}`).list()) left.push(hash)
  expect(left).toEqual([])
})

test('a film takes the place of another one, and a picture and a widget are taken as what they are', async () => {
  const { _id: id } = (await listed())[0]!
  const content = await largeFilm(1_000_000)
  const { at } = await begin(content.length, { fields: { filename: 'new.mp4', id } })
  await send(at, 0, content)
  expect(await outcome(at)).toMatchObject({ taken: { _id: id, name: 'new.mp4' } })
  expect((await begin(10, { fields: { filename: 'new.mp4', id: '999999' } })).statusCode).toBe(404)
  const picture = await begin(content.length, { url: '/api/plus/store/S1/image/resumable' })
  expect((await send(picture.at, 0, content)).statusCode).toBe(400)
})

test('a content of the library goes on in the same way, into its folder', async () => {
  const { body } = await api('POST', '/plus/v1/content/group', { name: 'Spring' })
  const content = await largeFilm(2_500_000)
  const url = '/api/plus/v1/content/resumable'
  expect((await begin(content.length, { url, fields: { filename: 'a.mp4', group: '999999' } })).statusCode).toBe(400)
  const { at } = await begin(content.length, { url, fields: { filename: 'a.mp4', group: String(body.id), name: 'Tulips' } })
  await send(at, 0, content.subarray(0, 2_000_000))
  expect(await state(at)).toMatchObject({ offset: 2_000_000 })
  await send(at, 2_000_000, content.subarray(2_000_000))
  const { contentList } = (await api('POST', '/plus/v1/content/list', {})).body
  expect(contentList).toEqual([expect.objectContaining({ name: 'Tulips', group: body.id, type: 'video', size: content.length })])
  expect(await outcome(at)).toMatchObject({ taken: { id: (contentList as { id: string }[])[0]!.id, warning: null } })
})

describe('bounds', () => {
  test('a file that is too large, empty or without a name is not begun; small parts and more than was said are refused', async () => {
    expect((await begin(2_000_000_001)).statusCode).toBe(413)
    expect((await begin(0)).statusCode).toBe(400)
    expect((await begin(10, { fields: {} })).statusCode).toBe(400)
    const { at } = await begin(3_000_000)
    const small = await send(at, 0, Buffer.alloc(minPartBytes - 1))
    expect([small.statusCode, small.json<{ message: string }>().message]).toEqual([400, 'Send 1 MB at once at least.'])
    expect((await send(at, 0, Buffer.alloc(3_000_001))).statusCode).toBe(400)
    expect(await state(at)).toMatchObject({ offset: 0 })
  })
  test('another version of the protocol, another content type, and a header that is no number', async () => {
    const old = await app.inject({ method: 'POST', url: films, headers: { ...headers, 'tus-resumable': '0.2.2', 'upload-length': 5 } })
    expect([old.statusCode, old.json<{ code: string }>().code]).toEqual([412, 'tus-version'])
    expect((await app.inject({ method: 'POST', url: films, headers: { ...headers, 'upload-length': '5x' } })).statusCode).toBe(400)
    const { at } = await begin(2_000_000)
    const typed = { ...headers, 'upload-offset': 0, 'content-type': 'text/plain' }
    expect((await app.inject({ method: 'PATCH', url: at, payload: Buffer.alloc(2_000_000), headers: typed })).statusCode).toBe(415)
    const bytes = { ...root.headers, 'content-type': 'application/offset+octet-stream' }
    expect((await app.inject({ method: 'POST', url: '/api/product', payload: Buffer.alloc(10), headers: bytes })).statusCode).toBe(400)
  })
  test('another account does not go on with a file, nor does its own under another store or kind', async () => {
    const { at } = await begin(2_000_000)
    const second = await seedAccount(context.context, { email: 'other@test.example', privileges: 'administrator' })
    expect((await send(at, 0, Buffer.alloc(2_000_000), app, { ...headers, ...second.headers })).statusCode).toBe(404)
    for (const other of [at.replace('S1', 'S2'), at.replace('video', 'image')])
      expect((await app.inject({ url: other, headers: root.headers })).statusCode).toBe(404)
    expect((await app.inject({ method: 'DELETE', url: at, headers })).statusCode).toBe(204)
    expect((await state(at)).status).toBe(404)
  })
  test('an account has ten unfinished files at most, however many it begins at once; one that rests for a day is thrown away', async () => {
    await db.deleteFrom('uploads').execute()
    const begun = await Promise.all(Array.from({ length: maxUnfinished + 5 }, () => begin(5_000_000)))
    expect(begun.filter(({ statusCode }) => statusCode === 201)).toHaveLength(maxUnfinished)
    expect(begun.map(({ body }) => body).filter((body) => body !== '')[0]).toContain('upload-queue')
    const [one] = begun.filter(({ statusCode }) => statusCode === 201)
    await send(one!.at, 0, Buffer.alloc(2_000_000))
    context.clock.advance(24 * 3600 + 1)
    await dropOldUploads(context.context)
    expect(await db.selectFrom('uploads').selectAll().execute()).toEqual([])
    expect(await areas()).toEqual([])
  })
  test('a server with a folder of its own says that the file begins anew', async () => {
    const { at } = await begin(3_000_000)
    await send(at, 0, Buffer.alloc(2_000_000))
    const alone = await buildApp({ ...context.context, blobs: createFolderBlobs(`/tmp/endcap-alone-${randomBytes(6).toString('hex')}`) })
    const answer = await alone.inject({ url: at, headers: root.headers })
    await alone.close()
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([410, 'upload-begins-anew'])
    expect((await state(at)).status).toBe(404)
  })
})
