/** The content library: folders that keep their order, contents taken in by what they are, replaced, moved and removed. */
import { createHash } from 'node:crypto'
import type { ContentGroup, SignageContent } from '@endcap/contract/contents'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { dropLooseBlobs } from '../../platform/blobs/remove-unused.ts'
import { film, picture, renamed, zip } from '../../testing/media.ts'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const parts = await startTestApp()
const { context, app, root, api } = parts
const { blobs } = context.context
const { send, good, newShow, newContent, recorded } = signageOf({ ...parts, mark: 'c1' })
const url = '/plus/v1/content/file'
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const get = (path: string, headers: object = {}) => app.inject({ url: `/api${path}`, headers: { ...root.headers, ...headers } })
const contentOf = async (id: string) =>
  ((await api('POST', '/plus/v1/content/list', { ids: [id] })).body.contentList as SignageContent[])[0]
const groups = async () => (await api('GET', '/plus/v1/content/group')).body.groupList as ContentGroup[]
const group = (body: object) => api('POST', '/plus/v1/content/group', body)
const newGroup = async (name: string, parent: string | null = null) => (await good(group({ name, parent }))).id
const orderIn = async (parent: string | null) =>
  (await groups()).filter((one) => one.parent === parent).map(({ name, order }) => `${order} ${name}`)

describe('a content', () => {
  test.each([
    [
      'a picture',
      'photo.bin',
      () => picture(640, 200).jpeg().toBuffer(),
      { type: 'image', mime: 'image/jpeg', resolution: '640x200', duration: 10, thumb: true },
    ],
    [
      'an SVG, drawn',
      'logo.svg',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><script>alert(1)</script></svg>'),
      { type: 'image', mime: 'image/png', name: 'logo.png', resolution: '30x20' },
    ],
    [
      'an MP4',
      'spot.mp4',
      () => film('avc', { seconds: 3 }),
      { type: 'video', mime: 'video/mp4', resolution: '1920x158', duration: 3, thumb: false },
    ],
    ['a WebM', 'spot', () => film('vp9'), { type: 'video', mime: 'video/webm', duration: 2 }],
    [
      'a widget',
      'w.zip',
      () => zip({ 'index.html': '<p>', 'widget.json': '{"width":400,"height":300}' }),
      { type: 'widget', mime: 'application/zip', resolution: '400x300', duration: 10 },
    ],
  ])('is what is in its file: %s', async (_, name, make, expected) => {
    const file = await make()
    const { status, body } = await send(url, `../../etc/${name}`, file)
    expect([status, body.message]).toEqual([200, 'Complete!'])
    const row = await contentOf(body.id)
    expect(row).toMatchObject({ id: body.id, name, group: null, user: root.email, ...expected })
    const { body: page } = await api('POST', '/plus/v1/content/group/all', { filter_type: expected.type, filter_name: row?.name ?? '' })
    expect(page.data).toContainEqual(row)
  })
  test.each([
    ['random bytes', {}, async () => Buffer.from('hello'), 'picture-kind'],
    ['nothing', {}, async () => Buffer.alloc(0), 'picture-kind'],
    ['a picture that is said to be a film', { type: 'video' }, () => picture(9, 9).png().toBuffer(), 'film-kind'],
    ['a film that is said to be a picture', { type: 'image' }, () => film('avc'), 'picture-kind'],
    ['a film that was cut off', {}, async () => (await film('avc', { bytes: 50_000 })).subarray(0, 60_000), 'film-damaged'],
    [
      'a picture as large as a wall',
      {},
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>'),
      'picture-pixels',
    ],
    ['an archive without a page', {}, () => zip({ 'a.txt': 'x' }), 'widget-archive'],
    [
      'an archive whose names lead elsewhere',
      {},
      async () => renamed(await zip({ 'index.html': '<p>', 'aaaaa.html': 'x' }), 'aaaaa.html', '../aa.html'),
      'widget-archive',
    ],
    ['an archive with a bomb of JSON', {}, () => zip({ 'index.html': '<p>', 'widget.json': '['.repeat(100_000) }), 'widget-archive'],
  ])('is refused when it is %s', async (_, fields, make, code) => {
    const before = (await api('POST', '/plus/v1/content/list', {})).body.contentList
    const { status, body } = await send(url, 'a.bin', await make(), { fields })
    expect([status, body.code, body.field]).toEqual([400, code, 'file'])
    expect((await api('POST', '/plus/v1/content/list', {})).body.contentList).toEqual(before)
  })
  test('takes the place of another under its id, its name and its folder; the old file goes', async () => {
    const folder = await newGroup('Autumn')
    const [old, fresh] = [await picture(50, 20).png().toBuffer(), await picture(60, 20).png().toBuffer()]
    const { id } = (await send(url, 'old.png', old, { fields: { group: folder } })).body
    expect((await send(url, 'new.png', fresh, { fields: { id } })).body.id).toBe(id)
    expect(await contentOf(id)).toMatchObject({ name: 'old.png', groupName: 'Autumn', resolution: '60x20' })
    expect((await get(`${url}/${id}`)).rawPayload.equals(fresh)).toBe(true)
    const part = await get(`${url}/${id}`, { range: 'bytes=0-9' })
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10])
    await dropLooseBlobs(context.context, 0)
    expect([await blobs.get(sha256(old)), await blobs.get(sha256(fresh))]).toEqual([undefined, expect.anything()])
    expect((await send(url, 'a.png', fresh, { fields: { id: '999999' } })).status).toBe(404)
    expect((await send(url, 'a.png', fresh, { fields: { group: '999999' } })).body).toMatchObject({ field: 'group' })
  })
  test('has a small picture: a film’s comes from who sent it', async () => {
    const { id } = (await send(url, 'a.webm', await film('vp9'))).body
    expect((await get(`/plus/v1/content/thumb/file/${id}`)).statusCode).toBe(404)
    expect((await send(`/plus/v1/content/thumb/file/${id}`, 'p.jpg', await picture(1920, 158).jpeg().toBuffer())).status).toBe(200)
    const thumb = await get(`/plus/v1/content/thumb/file/${id}`)
    expect(await sharp(thumb.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320 })
    const still = await newContent()
    expect((await send(`/plus/v1/content/thumb/file/${still}`, 'p.jpg', await picture(9, 9).jpeg().toBuffer())).status).toBe(404)
  })
  test('that is a widget is looked at in a frame of its own', async () => {
    const { id } = (await send(url, 'w.zip', await zip({ 'index.html': '<p>Hello</p>' }))).body
    const { body } = await api('GET', `/plus/v1/content/view/${id}`)
    const page = await app.inject(String(body.url))
    expect([page.body, page.headers['content-security-policy']]).toEqual(['<p>Hello</p>', expect.stringContaining('sandbox')])
    expect((await api('GET', `/plus/v1/content/view/${await newContent()}`)).status).toBe(404)
  })
  test('is renamed, moved into a folder and out of it; one that is not there moves none', async () => {
    const [folder, one, other] = [await newGroup('Winter'), await newContent(), await newContent()]
    await good(api('POST', '/plus/v1/content', { id: one, name: ' Snow ' }))
    await good(api('POST', '/plus/v1/content/move', { content: [one, other], group: folder }))
    const { body } = await api('POST', `/plus/v1/content/group/${folder}`, { order: { column: 'name', dir: 'desc' } })
    expect(body.data.map(({ id }) => id)).toEqual([one, other])
    expect((await api('POST', '/plus/v1/content/move', { content: [one, '999999'], group: null })).status).toBe(404)
    expect(await contentOf(one)).toMatchObject({ name: 'Snow', group: folder })
    expect((await get(`${url}/${one}`)).headers['content-disposition']).toContain('filename="Snow.png"')
    await good(api('POST', '/plus/v1/content/move', { content: [one], group: null }))
    expect((await api('POST', '/plus/v1/content/group/root', { filter_name: 'Snow' })).body.recordsFiltered).toBe(1)
    for (const body of [
      { id: one, name: '  ' },
      { id: 'x', name: 'a' },
    ])
      expect((await api('POST', '/plus/v1/content', body)).status).toBe(400)
    expect((await recorded('display-content', one)).map(({ action }) => action)).toContain('contents.move')
  })
  test('that shows use stays and is named with them; the free ones go', async () => {
    const [used, free] = [await newContent('Used'), await newContent('Free')]
    await newShow([used], 'Opening')
    const remove = (...ids: string[]) => api('POST', '/plus/v1/content/delete', { ids })
    expect(await remove(used)).toMatchObject({
      status: 409,
      body: { code: 'in-use', message: 'This content is in use and cannot be deleted.', error: ['Used: Opening'] },
    })
    expect((await remove(used, free, '999999')).body).toMatchObject({
      deleted: [free],
      inUse: [{ id: used, name: 'Used', users: ['Opening'] }],
    })
    expect([await contentOf(used), await contentOf(free)]).toEqual([expect.anything(), undefined])
    expect((await remove('999999')).status).toBe(404)
  })
})

describe('folders', () => {
  test('keep their order without gaps when they come, move and go; what lay in one that goes lies where it was', async () => {
    const top = await newGroup('Folders')
    const [a, b, c] = [await newGroup('A', top), await newGroup('B', top), await newGroup('C', top)]
    expect(await orderIn(top)).toEqual(['0 A', '1 B', '2 C'])
    await good(group({ id: c, order: 0 }))
    expect(await orderIn(top)).toEqual(['0 C', '1 A', '2 B'])
    const [d, e] = [await newGroup('D', a), await newGroup('E', a)]
    await good(group({ id: b, parent: a, order: 1, name: 'Bee' }))
    expect([await orderIn(top), await orderIn(a)]).toEqual([
      ['0 C', '1 A'],
      ['0 D', '1 Bee', '2 E'],
    ])
    const content = await newContent()
    await good(api('POST', '/plus/v1/content/move', { content: [content], group: a }))
    await good(api('POST', '/plus/v1/content/group/delete', { id: a }))
    expect(await orderIn(top)).toEqual(['0 C', '1 D', '2 Bee', '3 E'])
    expect(await contentOf(content)).toMatchObject({ group: top })
    expect((await groups()).find(({ id }) => id === top)).toMatchObject({ contents: 1 })
    expect([d, e].every(Boolean)).toBe(true)
  })
  test('never lie in themselves, however deep', async () => {
    const a = await newGroup('Outer')
    const c = await newGroup('Inner', await newGroup('Middle', a))
    for (const parent of [a, c]) expect(await group({ id: a, parent })).toMatchObject({ status: 409, body: { code: 'folder-in-itself' } })
    expect(await group({ id: a, parent: '999999' })).toMatchObject({ status: 400, body: { field: 'parent' } })
    expect(await group({ parent: a })).toMatchObject({ status: 400, body: { field: 'name' } })
    expect((await group({ id: '999999', name: 'x' })).status).toBe(404)
    expect((await api('POST', '/plus/v1/content/group/delete', { id: '999999' })).status).toBe(404)
  })
  test('that people arrange at the same time stay in order', async () => {
    const top = await newGroup('Busy')
    await Promise.all(Array.from({ length: 8 }, (_, n) => newGroup(`G${n}`, top)))
    expect((await orderIn(top)).map((text) => text.split(' ')[0])).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  })
})
