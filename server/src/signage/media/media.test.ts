/** Pictures, films, widgets and software of displays: taken by what they are, handed out, kept while displays need them. */
import { createHash, randomBytes } from 'node:crypto'
import { chunkBytes } from '@endcap/contract/player'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { dropLooseBlobs } from '../../platform/blobs/remove-unused.ts'
import { bmp, film, picture, renamed, zip } from '../../testing/media.ts'
import { caller, seedAccount, seedDisplay, seedStore, sendFile } from '../../testing/seed.ts'
import { enrolDisplay } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { watchChunks } from './chunks.ts'

const { context, app, root, api } = await startTestApp()
const { db, blobs } = context.context
let number = 0
async function newStore() {
  const storeCode = `F${++number}`
  await seedStore(context.context, storeCode)
  return storeCode
}
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
type Body = Record<string, unknown>
interface Sent {
  fields?: Record<string, string>
  headers?: object
}
async function send(url: string, name: string, content: Buffer, { fields = {}, headers = root.headers }: Sent = {}) {
  return sendFile<Body & { _id: string; message: string }>(app, { headers }, url, { name, content }, fields)
}
const get = (url: string, headers: object = {}) => app.inject({ url: `/api${url}`, headers: { ...root.headers, ...headers } })
const listOf = async (storeCode: string, kind: string) =>
  (await api('POST', `/status/store/${storeCode}/plus/${kind}/search`, {})).body.data
/** A display in a store that has these slides. */
async function newDisplay(storeCode: string, show: object[]) {
  const mac = `02:ec:d2:00:00:${(++number).toString(16).padStart(2, '0')}`
  const name = `Shelf ${number}`
  const body = JSON.stringify({ screenWidth: 1920, screenHeight: 158, show })
  await seedDisplay(context.context, { mac, storeCode, name }, { show: body, given_show: body })
  return { mac, name }
}
const slideWith = (type: string, id: string) => ({
  duration: 10,
  bgColor: '#000000',
  schedule: [],
  empty: false,
  object: [{ type, id, left: 0, top: 0, width: 100, height: 100, index: 0 }],
})

describe('a picture', () => {
  test.each([
    ['JPEG', 'photo.jpg', () => picture(640, 200).jpeg().toBuffer(), 'image/jpeg', 'photo.jpg'],
    ['PNG under a wrong name', 'photo.jpg', () => picture(640, 200).png().toBuffer(), 'image/png', 'photo.jpg'],
    ['WebP', 'a.webp', () => picture(640, 200).webp().toBuffer(), 'image/webp', 'a.webp'],
    ['GIF', 'a.gif', () => picture(640, 200).gif().toBuffer(), 'image/gif', 'a.gif'],
    ['BMP, made PNG', 'old.bmp', async () => bmp(640, 200), 'image/png', 'old.png'],
    ['BMP with a palette', 'old.bmp', async () => bmp(640, 200, 8), 'image/png', 'old.png'],
  ])('as %s is taken with its size and a small one of it', async (_, name, make, type, expectedType) => {
    const storeCode = await newStore()
    const content = await make()
    const { status, body } = await send(`/plus/store/${storeCode}/image/file`, name, content)
    expect([status, body.message, body.name]).toEqual([200, 'Complete!', expectedType])
    const [row] = await listOf(storeCode, 'image')
    expect(row).toMatchObject({ _id: body._id, name: expectedType, type, width: 640, height: 200, thumb: true, uploadedBy: root.email })
    const file = await get(`/plus/store/${storeCode}/image/file/${body._id}`)
    expect(file.headers['content-type']).toBe(type)
    // Downloaded it is called by what it is.
    const ending = type.replace('image/', '').replace('jpeg', 'jpg')
    expect(file.headers['content-disposition']).toContain(`filename="${expectedType.replace(/\.\w+$/, '')}.${ending}"`)
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width: 640, height: 200 })
    const thumb = await get(`/plus/store/${storeCode}/image/thumb/file/${body._id}`)
    expect(await sharp(thumb.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320, height: 100 })
  })
  test('a picture that is sent as BMP keeps its colours, also where it has a palette', async () => {
    const storeCode = await newStore()
    const { body } = await send(`/plus/store/${storeCode}/image/file`, 'a.bmp', bmp(4, 3, 8))
    const { rawPayload } = await get(`/plus/store/${storeCode}/image/file/${body._id}`)
    expect([...(await sharp(rawPayload).raw().toBuffer()).subarray(0, 3)]).toEqual([30, 20, 10])
  })
  test('as SVG is drawn once: its script goes, and so does what it would load', async () => {
    const storeCode = await newStore()
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="100" onload="alert(1)">
      <script>alert(document.cookie)</script><rect width="300" height="100" fill="#0a0"/>
      <image xlink:href="file:///etc/hostname" width="10" height="10"/><image href="http://127.0.0.1:1/x.png" width="10" height="10"/></svg>`
    const { body } = await send(`/plus/store/${storeCode}/image/file`, 'logo.svg', Buffer.from(svg))
    expect(body).toMatchObject({ name: 'logo.png' })
    const { rawPayload, headers } = await get(`/plus/store/${storeCode}/image/file/${body._id}`)
    expect(headers['content-type']).toBe('image/png')
    expect(rawPayload.includes('script')).toBe(false)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 300, height: 100 })
  })
  test('that lies on its side counts as it is seen', async () => {
    const storeCode = await newStore()
    const content = await picture(300, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    await send(`/plus/store/${storeCode}/image/file`, 'a.jpg', content)
    expect(await listOf(storeCode, 'image')).toMatchObject([{ width: 100, height: 300 }])
  })
  test.each([
    ['a text', async () => Buffer.from('hello'), 'must be a JPEG'],
    ['nothing', async () => Buffer.alloc(0), 'must be a JPEG'],
    ['HTML', async () => Buffer.from('<html><script>alert(1)</script></html>'), 'must be a JPEG'],
    ['a TIFF', () => picture(10, 10).tiff().toBuffer(), 'must be a JPEG'],
    ['a PNG that was cut off', async () => (await noise()).subarray(0, 5000), 'damaged'],
    ['a BMP that was cut off', async () => bmp(100, 100).subarray(0, 500), 'damaged'],
    ['more pixels than anybody can decode', async () => pngOf(60_000, 60_000), 'million pixels'],
    [
      'an SVG as large as a wall',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>'),
      'million pixels',
    ],
  ])('is refused when it is %s', async (_, make, why) => {
    const storeCode = await newStore()
    const { status, body } = await send(`/plus/store/${storeCode}/image/file`, 'a.png', await make())
    expect([status, body.field]).toEqual([400, 'file'])
    expect(body.message).toContain(why)
    expect(await listOf(storeCode, 'image')).toEqual([])
  })
  const noise = () =>
    sharp(randomBytes(30_000), { raw: { width: 100, height: 100, channels: 3 } })
      .png()
      .toBuffer()
  /** A head alone: a program that decodes it needs 14 GB. */
  async function pngOf(width: number, height: number) {
    const content = Buffer.from(await picture(1, 1).png().toBuffer())
    content.writeUInt32BE(width, 16)
    content.writeUInt32BE(height, 20)
    return content
  }
})

/** The pictures of `film` are filled with their number. */
const upToPicture = (whole: Buffer, number: number) => whole.subarray(0, whole.lastIndexOf(Buffer.alloc(100, number)) + 100)

describe('a film', () => {
  test.each([
    ['MP4', 'avc', 'video/mp4', null],
    ['MP4 of H.265, with a warning', 'hevc', 'video/mp4', 'hevc'],
    ['WebM', 'vp9', 'video/webm', null],
  ] as const)('as %s is taken with its size and length', async (_, codec, type, warning) => {
    const storeCode = await newStore()
    const { status, body } = await send(`/plus/store/${storeCode}/video/file`, 'spot.bin', await film(codec))
    expect([status, body.message]).toEqual([200, 'Complete!'])
    expect(body.warning).toBe(warning)
    const [row] = await listOf(storeCode, 'video')
    expect(row).toMatchObject({ type, width: 1920, height: 158, thumb: false })
    expect(Number(row?.duration)).toBeCloseTo(2, 1)
    expect((await get(`/plus/store/${storeCode}/video/thumb/file/${body._id}`)).statusCode).toBe(404)
    const poster = await picture(1920, 158).jpeg().toBuffer()
    expect((await send(`/plus/store/${storeCode}/video/thumb/file/${body._id}`, 'poster.jpg', poster)).status).toBe(200)
    const thumb = await get(`/plus/store/${storeCode}/video/thumb/file/${body._id}`)
    expect(await sharp(thumb.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320 })
  })
  test('is handed out in the parts that are asked for', async () => {
    const storeCode = await newStore()
    const content = await film('avc')
    const { body } = await send(`/plus/store/${storeCode}/video/file`, 'a.mp4', content)
    const url = `/plus/store/${storeCode}/video/file/${body._id}`
    const part = await get(url, { range: 'bytes=100-199' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${content.length}`])
    expect(part.rawPayload.equals(content.subarray(100, 200))).toBe(true)
    expect((await get(url)).rawPayload.equals(content)).toBe(true)
    expect((await get(url, { range: `bytes=${content.length}-` })).statusCode).toBe(416)
  })
  test.each([
    ['a picture', () => picture(10, 10).png().toBuffer(), 'no film'],
    ['random bytes', async () => Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 251)), 'no film'],
    ['a WebM that was cut off between two pictures', async () => upToPicture(await film('vp9', { seconds: 10 }), 5), 'not whole'],
    ['a WebM that was cut off in its head', async () => (await film('vp9')).subarray(0, 45), 'no picture'],
    ['a film that was cut off', async () => (await film('avc', { bytes: 50_000 })).subarray(0, 60_000), 'not whole'],
  ])('is refused when it is %s', async (_, make, why) => {
    const storeCode = await newStore()
    const { status, body } = await send(`/plus/store/${storeCode}/video/file`, 'a.mp4', await make())
    expect([status, body.field]).toEqual([400, 'file'])
    expect(body.message).toContain(why)
    expect(await listOf(storeCode, 'video')).toEqual([])
  })
})

describe('a widget', () => {
  const page = '<!doctype html><link rel="stylesheet" href="a/style.css"><p>Hello</p>'
  test('is a zip with index.html, and may say its size', async () => {
    const storeCode = await newStore()
    await send(`/plus/store/${storeCode}/apk/file`, 'a.zip', await zip({ 'index.html': page, 'a/style.css': 'p{}' }))
    await send(`/plus/store/${storeCode}/apk/file`, 'b.zip', await zip({ 'index.html': page, 'widget.json': '{"width":400,"height":300}' }))
    expect(await listOf(storeCode, 'widget')).toMatchObject([
      { name: 'a.zip', type: 'application/zip', width: 1920, height: 158 },
      { name: 'b.zip', width: 400, height: 300 },
    ])
  })
  test('is looked at without an origin, at an address that ends by itself', async () => {
    const storeCode = await newStore()
    const { body } = await send(
      `/plus/store/${storeCode}/apk/file`,
      'a.zip',
      await zip({ 'index.html': page, 'a/style.css': 'p{color:red}' }),
    )
    const view = await api('GET', `/plus/store/${storeCode}/widget/view/${body._id}`)
    const url = String(view.body.url)
    const index = await app.inject(url)
    expect([index.statusCode, index.body]).toEqual([200, page])
    expect(index.headers['content-security-policy']).toMatch(/^sandbox allow-scripts;/)
    const style = await app.inject(url.replace('index.html', 'a/style.css'))
    expect([style.body, style.headers['content-type']]).toEqual(['p{color:red}', 'text/css; charset=utf-8'])
    expect((await app.inject(url.replace('index.html', 'nothing.js'))).statusCode).toBe(404)
    expect((await app.inject(url.replace(/view\/.{6}/, 'view/xxxxxx'))).statusCode).toBe(404)
  })
  test.each([
    ['no archive', async () => Buffer.from('hello'), 'no zip archive'],
    ['without a first page', () => zip({ 'other.html': page }), 'no index.html'],
    [
      'with a way out of its folder',
      async () => renamed(await zip({ 'index.html': page, 'aa/aa/evil.js': 'x' }), 'aa/aa/evil.js', '../../evil.js'),
      'of the name',
    ],
    [
      'with a name from the root',
      async () => renamed(await zip({ 'index.html': page, 'aetc/passwd': 'x' }), 'aetc/passwd', '/etc/passwd'),
      'of the name',
    ],
    [
      'with a name of Windows',
      async () => renamed(await zip({ 'index.html': page, 'aa/evil.js': 'x' }), 'aa/evil.js', 'C:\\evil.js'),
      'of the name',
    ],
    [
      'with two files of one name',
      async () => renamed(await zip({ 'index.html': page, 'index.htmx': 'x' }), 'index.htmx', 'index.html'),
      'two files',
    ],
    ['with too many files', () => zip(Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`f${n}`, '']))), 'more than 2000 files'],
    [
      'that unpacks to more than it should',
      () => zip({ 'index.html': page, 'zeros.bin': Buffer.alloc(201_000_000) }),
      'larger than 200 MB',
    ],
    [
      'that says less than it unpacks to',
      async () => lying(await zip({ 'index.html': page, 'zeros.bin': Buffer.alloc(1_000_000) })),
      'damaged',
    ],
    ['with a size that is none', () => zip({ 'index.html': page, 'widget.json': '{"width":-1}' }), 'widget.json must say'],
  ])('is refused %s', async (_, make, why) => {
    const storeCode = await newStore()
    const { status, body } = await send(`/plus/store/${storeCode}/apk/file`, 'a.zip', await make())
    expect([status, body.field]).toEqual([400, 'file'])
    expect(body.message).toContain(why)
    expect(await listOf(storeCode, 'widget')).toEqual([])
  })
  /** Its directory says ten bytes of each file that is a million. */
  function lying(archive: Buffer): Buffer {
    const copy = Buffer.from(archive)
    for (let at = copy.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0; at = copy.indexOf('PK\u0001\u0002', at + 4, 'latin1'))
      if (copy.readUInt32LE(at + 24) === 1_000_000) copy.writeUInt32LE(10, at + 24)
    return copy
  }
})

describe('software', () => {
  test('stands in the list of its kind with what it is for', async () => {
    const storeCode = await newStore()
    const content = Buffer.from('software')
    const fields = { os: 'android', model: 'IP231A', ver: '2.1.0' }
    const { status } = await send(`/plus/store/${storeCode}/sw/file`, 'player.apk', content, { fields })
    expect(status).toBe(200)
    await send(`/plus/store/${storeCode}/launcher/file`, 'launcher.apk', content, { fields: { ...fields, ver: '1.0' } })
    expect(await listOf(storeCode, 'sw')).toMatchObject([{ ...fields, name: 'player.apk', bytes: 8 }])
    expect(await listOf(storeCode, 'launcher')).toMatchObject([{ ver: '1.0' }])
    const [row] = await listOf(storeCode, 'sw')
    expect((await api('DELETE', `/plus/store/${storeCode}/sw/file/${String(row?._id)}`)).status).toBe(200)
    expect(await listOf(storeCode, 'sw')).toEqual([])
  })
  test('is refused without its version', async () => {
    const storeCode = await newStore()
    const { status, body } = await send(`/plus/store/${storeCode}/sw/file`, 'a.apk', Buffer.from('x'), { fields: { os: 'a', model: 'b' } })
    expect([status, body.field]).toEqual([400, 'ver'])
  })
})

describe('replacing and removing', () => {
  test('a file that takes the place of another keeps its id, and the old content goes', async () => {
    const storeCode = await newStore()
    const [old, fresh] = [await picture(31, 30).png().toBuffer(), await picture(41, 40).png().toBuffer()]
    const { body } = await send(`/plus/store/${storeCode}/image/file`, 'a.png', old)
    const again = await send(`/plus/store/${storeCode}/image/file?id=${body._id}`, 'b.png', fresh)
    expect(again.body).toMatchObject({ _id: body._id, name: 'b.png' })
    expect(await listOf(storeCode, 'image')).toMatchObject([{ _id: body._id, name: 'b.png', width: 41 }])
    await dropLooseBlobs(context.context, 0)
    expect([await blobs.get(sha256(old)), (await blobs.get(sha256(fresh)))?.length]).toEqual([undefined, fresh.length])
    expect((await send(`/plus/store/${storeCode}/image/file?id=999999`, 'b.png', fresh)).status).toBe(404)
    expect((await send(`/plus/store/${await newStore()}/image/file?id=${body._id}`, 'b.png', fresh)).status).toBe(404)
    expect((await send(`/plus/store/${storeCode}/image/file?id=x`, 'b.png', fresh)).status).toBe(400)
    expect((await api('DELETE', `/plus/store/${storeCode}/image/file/${body._id}`)).status).toBe(200)
    await dropLooseBlobs(context.context, 0)
    expect(await blobs.get(sha256(fresh))).toBeUndefined()
  })
  test('what displays show stays, and the refusal names them by address and name', async () => {
    const storeCode = await newStore()
    const content = await picture(20, 20).png().toBuffer()
    const id = (await send(`/plus/store/${storeCode}/image/file`, 'a.png', content)).body._id
    const other = (await send(`/plus/store/${storeCode}/image/file`, 'b.png', content)).body._id
    const display = await newDisplay(storeCode, [slideWith('image', id)])
    // The same number of another kind is another thing.
    await newDisplay(storeCode, [slideWith('video', other)])
    const refused = await api('DELETE', `/plus/store/${storeCode}/image/file/${id}`)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'in-use', message: 'This image is in use and cannot be deleted.', error: [`${display.mac} ${display.name}`] },
    })
    expect((await api('GET', `/plus/device/findByImage/${id}/store/${storeCode}`)).body).toEqual({ devList: [display] })
    expect((await api('GET', `/plus/device/findByVideo/${id}/store/${storeCode}`)).body).toEqual({ devList: [] })
    expect((await api('DELETE', `/plus/store/${storeCode}/image/file/${other}`)).status).toBe(200)
    await db.deleteFrom('plus_devices').where('mac', '=', display.mac).execute()
    expect((await api('DELETE', `/plus/store/${storeCode}/image/file/${id}`)).status).toBe(200)
    expect((await api('DELETE', `/plus/store/${storeCode}/image/file/${id}`)).status).toBe(404)
  })
  test('an account that may only look uploads and removes nothing, and no account reaches another store', async () => {
    const [storeCode, otherStore] = [await newStore(), await newStore()]
    const reader = await seedAccount(context.context, {
      email: `reader${number}@test.example`,
      stores: [storeCode],
      privileges: ['plus.read'],
    })
    const content = await picture(20, 20).png().toBuffer()
    const id = (await send(`/plus/store/${storeCode}/image/file`, 'a.png', content)).body._id
    const there = (await send(`/plus/store/${otherStore}/image/file`, 'a.png', content)).body._id
    expect((await send(`/plus/store/${storeCode}/image/file`, 'a.png', content, { headers: reader.headers })).status).toBe(403)
    const call = caller(app, reader)
    expect((await call('DELETE', `/plus/store/${storeCode}/image/file/${id}`)).status).toBe(403)
    expect((await call('POST', `/status/store/${storeCode}/plus/image/search`, {})).status).toBe(200)
    const own = await app.inject({ url: `/api/plus/store/${storeCode}/image/file/${there}`, headers: { ...reader.headers } })
    const other = await app.inject({ url: `/api/plus/store/${otherStore}/image/file/${there}`, headers: { ...reader.headers } })
    expect([own.statusCode, other.statusCode]).toEqual([404, 403])
  })
})

test('names of files hold no folders and no control characters', async () => {
  const storeCode = await newStore()
  const content = await picture(20, 20).png().toBuffer()
  const { body } = await send(`/plus/store/${storeCode}/image/file`, String.raw`..\..\évil.png`, content)
  expect(body.name).toBe('évil.png')
})

test('pieces have the checksums of what they are, wherever the content was cut on its way', async () => {
  async function* pieces() {
    for (const length of [3, 1, 9, 4]) yield await Promise.resolve(new Uint8Array(length).fill(length))
  }
  const watched = watchChunks(pieces(), 5)
  const all: Uint8Array[] = []
  for await (const piece of watched.content) all.push(piece)
  const whole = Buffer.concat(all)
  expect(watched.chunks()).toEqual([0, 5, 10, 15].map((start) => sha256(whole.subarray(start, start + 5))))
})

test('a display gets a saved picture with its checksums, whole and in ranges', async () => {
  const storeCode = await newStore()
  const mac = '02:ec:d3:00:00:01'
  const headers = await enrolDisplay({ app, api }, { mac, storeCode })
  // More than one piece of it.
  const long = await film('avc', { seconds: 5, bytes: 2_000_000 })
  const { body: image } = await send(`/plus/store/${storeCode}/image/file`, 'a.png', await picture(400, 100).png().toBuffer())
  const { body: video } = await send(`/plus/store/${storeCode}/video/file`, 'a.mp4', long)
  const show = [slideWith('image', image._id), slideWith('video', video._id)]
  const saved = await api('POST', `/plus/store/${storeCode}/device/${mac}/show`, { screenWidth: 1920, screenHeight: 158, show })
  expect(saved.status).toBe(200)
  const answer = await app.inject({ url: '/api/player/v1/manifest', headers })
  const { files } = answer.json<{ manifest: { files: Record<string, Body & { sha256: string; chunks: string[] }> } }>().manifest
  expect(Object.keys(files).toSorted()).toEqual([`image:${image._id}`, `video:${video._id}`].toSorted())
  const pieces = [long.subarray(0, chunkBytes), long.subarray(chunkBytes)]
  const named = files[`video:${video._id}`]
  expect(named).toMatchObject({ sha256: sha256(long), bytes: long.length, type: 'video/mp4', chunks: pieces.map(sha256), width: 1920 })
  const content = `/api/player/v1/content/${named?.sha256 ?? ''}`
  expect(sha256((await app.inject({ url: content, headers })).rawPayload)).toBe(named?.sha256)
  const range = `bytes=${chunkBytes}-${long.length - 1}`
  const second = await app.inject({ url: content, headers: { ...headers, range } })
  expect([second.statusCode, sha256(second.rawPayload)]).toEqual([206, named?.chunks[1]])
})

test('content that is not on the disk any more is said to be gone, to people and to displays: no answer begins and breaks off', async () => {
  const storeCode = await newStore()
  const headers = await enrolDisplay({ app, api }, { mac: '02:ec:d3:00:00:02', storeCode })
  const { body: image } = await send(`/plus/store/${storeCode}/image/file`, 'a.png', await picture(300, 90).png().toBuffer())
  const { body: content } = await send('/plus/v1/content/file', 'b.png', await picture(301, 90).png().toBuffer())
  const body = { screenWidth: 1920, screenHeight: 158, show: [slideWith('image', image._id)] }
  expect((await api('POST', `/plus/store/${storeCode}/device/02:ec:d3:00:00:02/show`, body)).status).toBe(200)
  const rows = await db.selectFrom('plus_files').select('blob').where('store_code', '=', storeCode).execute()
  const library = await db.selectFrom('plus_contents').select('blob').where('content_id', '=', String(content.id)).execute()
  for (const { blob } of [...rows, ...library]) await blobs.remove(blob)
  const answers = [
    await get(`/plus/store/${storeCode}/image/file/${image._id}`),
    await get(`/plus/v1/content/file/${String(content.id)}`),
    await app.inject({ url: `/api/player/v1/content/${rows[0]?.blob}`, headers }),
  ]
  for (const answer of answers) {
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not-found', message: 'The file is not there any more.' })
  }
})
