/** Files made to stop a server: each is refused with its reason, leaves nothing, and no other store waits for it. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { deflateRawSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { compiledManifest } from '../../testing/android-package.ts'
import {
  blackPng,
  box,
  deepGroups,
  endlessElement,
  endlessTable,
  filmHead,
  hugeBlur,
  laughs,
  longBox,
  longGif,
  nestedBoxes,
  nestedElements,
  nestedUse,
  pictureInPicture,
  zipWithStatedSizes,
  wallOfBlur,
  wallOfNoise,
} from '../../testing/hostile-media.ts'
import { film, picture, zip } from '../../testing/media.ts'
import { seedStore, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createDecoders, type Decoders, type DecoderOptions } from './pool.ts'

const { context, app, root, api } = await startTestApp()
const { blobs, config, log } = context.context

const begun: (string | undefined)[] = []
const started: Decoders[] = []
/** From here on files are read with these limits. */
async function limit(options: Omit<DecoderOptions, 'log'>) {
  const decoders = createDecoders({ log, onBegin: ({ storeCode }) => begun.push(storeCode), ...options })
  started.push(decoders)
  context.context.decoders = decoders
  return decoders
}
/** The processor alone is counted, where the system tells it: a busy machine gives a decoder little of it. */
const quick = { seconds: 2, megabytes: 300, places: 3, ...(process.platform === 'linux' && { patience: 100 }) }
/** What a test leaves at work would be in the way of the next. */
afterEach(() => Promise.all(started.splice(0).map((one) => one.stop())))

let number = 0
async function newStore() {
  const storeCode = `H${++number}`
  await seedStore(context.context, storeCode)
  return storeCode
}
async function send(url: string, content: Buffer, name = 'a.png') {
  return sendFile<Record<string, string>>(app, root, url, { name, content })
}
const sendTo = (storeCode: string, kind: 'image' | 'video' | 'apk', content: Buffer) =>
  send(`/plus/store/${storeCode}/${kind}/file`, content)
const blobList = async () => (await Array.fromAsync(blobs.list())).toSorted()
const unfinished = () => readdir(`${config.blobFolder}/incoming`).catch(() => [])
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}
const harmless = await picture(20, 20).gif().toBuffer()

/** It is refused for one of these reasons, in words, and nothing of it stays. */
async function refuses(kind: 'image' | 'video' | 'apk', content: Buffer, codes: readonly string[]) {
  const storeCode = await newStore()
  const before = await blobList()
  const { status, body } = await sendTo(storeCode, kind, content)
  expect(codes).toContain(body.code)
  expect([status, body.field]).toEqual([400, 'file'])
  expect(body.message).toMatch(/^[A-Z].{20,}\.$/s)
  expect(await blobList()).toEqual(before)
  expect(await unfinished()).toEqual([])
  const listed = kind === 'apk' ? 'widget' : kind
  expect((await api('POST', `/status/store/${storeCode}/plus/${listed}/search`, {})).body.data).toEqual([])
}

describe('no other store waits', () => {
  test.each([
    ['a wall of noise', wallOfNoise],
    ['a wall of blur', wallOfBlur],
  ])('while a picture of %s is being read', async (_, make) => {
    // So long that it does not end by itself here.
    const decoders = await limit({ seconds: 3000, megabytes: 4000, places: 3 })
    const [hostile, other] = [await newStore(), await newStore()]
    let isOpen = true
    const answers = [make(), make(), make()].map((content) => sendTo(hostile, 'image', content))
    const first = Promise.race(answers).finally(() => (isOpen = false))
    await until(() => begun.includes(hostile))
    expect(await sendTo(other, 'image', harmless)).toMatchObject({ status: 200 })
    expect(isOpen).toBe(true)
    await decoders.stop()
    await first
    // Neither the one that was being read nor those behind it are taken for wrong.
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([503, 503, 503])
    expect(await unfinished()).toEqual([])
  })
  test('for an account that fills every place it may have', async () => {
    const decoders = await limit({ seconds: 3000, megabytes: 4000, places: 3 })
    const stores = await Promise.all([1, 2, 3, 4].map(newStore))
    const answers = stores.map((storeCode) => sendTo(storeCode, 'image', wallOfNoise()))
    await until(() => stores.filter((storeCode) => begun.includes(storeCode)).length === 2)
    const path = `${config.blobFolder}/other.gif`
    await writeFile(path, harmless)
    expect(await decoders.decode({ kind: 'picture', path }, { storeCode: 'X', account: 'other@test.example' })).toMatchObject({ width: 20 })
    expect(stores.filter((storeCode) => begun.includes(storeCode))).toHaveLength(2)
    await decoders.stop()
    await Promise.all(answers)
  })
})

/** The processes that this one has started to read files. */
async function readers(): Promise<number[]> {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [stat, command] = await Promise.all(['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '')))
    const parent = stat!.slice(stat!.lastIndexOf(')') + 2).split(' ')[1]
    if (parent === String(process.pid) && command!.includes('decoders/child.ts')) found.push(Number(pid))
  }
  return found
}
describe.skipIf(process.platform !== 'linux')('a process that is killed while it reads (found by /proc of Linux)', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)(
    '%s: who sent the file hears so, nothing of it stays, and the next one is read',
    async (signal) => {
      // So long that it does not end by itself here.
      await limit({ seconds: 3000, megabytes: 4000, places: 3 })
      const storeCode = await newStore()
      const before = await blobList()
      const answer = sendTo(storeCode, 'image', wallOfNoise())
      await until(() => begun.includes(storeCode))
      const found = await readers()
      expect(found).toHaveLength(1)
      process.kill(found[0]!, signal)
      expect(await answer).toMatchObject({
        status: 503,
        body: { code: 'reader-ended', message: expect.stringContaining('was ended from outside') as string },
      })
      expect(await blobList()).toEqual(before)
      expect(await unfinished()).toEqual([])
      const list = async () => (await api('POST', `/status/store/${storeCode}/plus/image/search`, {})).body.data as unknown[]
      expect(await list()).toEqual([])
      expect(await sendTo(storeCode, 'image', harmless)).toMatchObject({ status: 200 })
      expect(await list()).toHaveLength(1)
      expect(await readers()).toEqual([])
    },
  )
})

describe('a hostile picture is refused', () => {
  const any = ['file-time', 'file-memory', 'file-unreadable', 'picture-damaged', 'picture-kind', 'picture-pixels']
  test.each([
    ['SVG of twelve levels of eight `use` each', () => nestedUse(12), any],
    ['SVG of a wall of noise', wallOfNoise, any],
    ['SVG of a wall of blur', wallOfBlur, any],
    ['SVG of blurs over a million pixels', hugeBlur, any],
    ['SVG of entities of entities', () => laughs(12), any],
    ['SVG of groups, 200,000 deep', () => deepGroups(200_000), any],
    ['SVG as wide as the earth', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4000000000" height="1"/>'), any],
    ['PNG of 900 million pixels', () => blackPng(30_000, 30_000), ['picture-pixels']],
    ['PNG whose head promises more than there is', () => blackPng(6000, 6000, 10), ['picture-damaged']],
    ['GIF of 5,000 pictures', () => longGif(5000, 1000), ['picture-motion']],
    ['GIF of 65,535 × 65,535 pixels', () => longGif(1, 65_535), ['picture-pixels']],
    ['BMP of two milliard pixels', () => hugeBmp(), ['picture-damaged']],
  ])('refuses a picture: %s', async (_, make, codes) => {
    await limit(quick)
    await refuses('image', make(), codes)
  })
  test.each(['jpeg', 'webp'] as const)('%s whose head says 16,000 × 16,000', async (format) => {
    await limit(quick)
    const content = await picture(64, 64)[format]().toBuffer()
    if (format === 'jpeg') {
      const place = content.indexOf(Buffer.from([0xff, 0xc0]))
      content.writeUInt16BE(16_000, place + 5)
      content.writeUInt16BE(16_000, place + 7)
    } else {
      // Key frame of VP8: three bytes, a start code, then 14 bits each.
      const place = content.indexOf(Buffer.from([0x9d, 0x01, 0x2a]))
      content.writeUInt16LE(16_000, place + 3)
      content.writeUInt16LE(16_000, place + 5)
    }
    await refuses('image', content, ['picture-pixels', 'picture-damaged', 'picture-kind'])
  })
  test('but one with pictures in its pictures is drawn without them, or refused', async () => {
    await limit(quick)
    const storeCode = await newStore()
    const { status } = await sendTo(storeCode, 'image', pictureInPicture(12))
    expect([200, 400]).toContain(status)
    expect(await unfinished()).toEqual([])
  })
  function hugeBmp() {
    const head = Buffer.alloc(54)
    head.write('BM')
    head.writeUInt32LE(54, 10)
    head.writeUInt32LE(40, 14)
    head.writeInt32LE(50_000, 18)
    head.writeInt32LE(50_000, 22)
    head.writeUInt16LE(24, 28)
    return head
  }
})

describe('a picture that needs more memory than there may be', () => {
  test('is refused, and says so', async () => {
    await limit({ seconds: 60, megabytes: 60, places: 2 })
    await refuses('image', await picture(3000, 3000).png().toBuffer(), ['file-memory'])
  })
})

describe('a hostile film is refused', () => {
  const codes = ['film-kind', 'film-damaged', 'file-time', 'file-memory', 'file-unreadable']
  test.each([
    ['of a box of no length', () => Buffer.concat([filmHead, box('moov', Buffer.alloc(16), 0)])],
    ['of a box shorter than its head', () => Buffer.concat([filmHead, box('moov', Buffer.alloc(16), 3)])],
    ['of a box as long as 64 bits can say', () => Buffer.concat([filmHead, longBox('moov', Buffer.alloc(16), 2n ** 64n - 1n)])],
    ['of a box of 64 bits shorter than its head', () => Buffer.concat([filmHead, longBox('moov', Buffer.alloc(16), 1n)])],
    ['of boxes 50,000 deep', () => Buffer.concat([filmHead, box('moov', nestedBoxes('trak', 50_000))])],
    ['of other boxes 50,000 deep', () => Buffer.concat([filmHead, nestedBoxes('moov', 50_000)])],
    [
      'of a box that ends behind the one that holds it',
      () => Buffer.concat([filmHead, box('moov', box('trak', Buffer.alloc(8), 4000)), Buffer.alloc(5000)]),
    ],
    ['of four milliard sizes', () => endlessTable('stsz', 0xffffffff)],
    ['of four milliard places', () => endlessTable('stco', 0xffffffff)],
    ['of four milliard times', () => endlessTable('stts', 0xffffffff)],
    ['of four milliard pictures to start at', () => endlessTable('stss', 0xffffffff)],
    ['of four milliard kinds', () => endlessTable('stsd', 0xffffffff)],
    ['of a million empty boxes', () => Buffer.concat([filmHead, ...Array.from({ length: 1_000_000 }, () => box('free', Buffer.alloc(0)))])],
    ['of elements in elements without an end', () => nestedElements('1654ae6b', 50_000)],
    ['of clusters in clusters without an end', () => nestedElements('1f43b675', 50_000)],
    ['of an element longer than any file', () => endlessElement('1654ae6b')],
    ['of a text alone longer than any file', () => endlessElement('4d80')],
  ])('refuses a film %s', async (_, make) => {
    await limit(quick)
    await refuses('video', make(), codes)
  })
  test('with a table of places that all lead behind its end', async () => {
    await limit(quick)
    const content = await film('avc')
    const place = content.indexOf('stco', 0, 'latin1')
    for (let at = place + 12; at < place + 12 + content.readUInt32BE(place + 8) * 4; at += 4) content.writeUInt32BE(0xfffffff0, at)
    await refuses('video', content, codes)
  })
})

describe('a hostile archive is refused', () => {
  const page = { name: 'index.html', content: deflateRawSync(Buffer.from('<p>')), bytes: 3 }
  const zeros = deflateRawSync(Buffer.alloc(1_000_000))
  test.each([
    ['with a file of 4 GB of zeros', [page, { name: 'a', content: zeros, bytes: 0xfffffffe }]],
    ['with a file that unpacks to more than it says', [page, { name: 'a', content: zeros, bytes: 10 }]],
    ['with a file that unpacks to less than it says', [page, { name: 'a', content: zeros, bytes: 190_000_000 }]],
    ['with many files that share one content', [page, { name: 'a', content: zeros, bytes: 1_000_000 }, ...shared(150)]],
    ['with a file that lies in the list of files', [page, { name: 'a', content: zeros, bytes: 1_000_000, at: 2_000 }]],
    ['with a link', [page, { name: 'a', content: Buffer.from('/etc/passwd'), method: 0 as const, bytes: 11, mode: 0o120777 }]],
    ['with a way out of its folder', [page, { name: 'a/../../b', content: zeros, bytes: 1_000_000 }]],
    ['with a name of a drive', [page, { name: 'C:/b', content: zeros, bytes: 1_000_000 }]],
    [
      'with 2,001 files',
      [page, ...Array.from({ length: 2000 }, (_, n) => ({ name: `f${n}`, content: Buffer.alloc(0), method: 0 as const, bytes: 0 }))],
    ],
    [
      'with a size in 190 MB of JSON',
      [page, { name: 'widget.json', content: deflateRawSync(Buffer.alloc(190_000_000, '[')), bytes: 190_000_000 }],
    ],
  ])('refuses an archive %s', async (_, files) => {
    // Time enough on any machine, so that it is the content or its memory that ends it.
    await limit({ ...quick, seconds: 30 })
    await refuses('apk', zipWithStatedSizes(files), ['widget-archive', 'file-memory'])
  })
  test.each([
    [
      'that lists 100,000 files',
      () => zipWithStatedSizes(Array.from({ length: 100_000 }, (_, n) => ({ name: `f${n}`, content: Buffer.alloc(0), bytes: 0 }))),
    ],
    ['that says it has 60,000 and has one', () => zipWithStatedSizes([page], 60_000)],
    ['that ends in its own end', () => Buffer.from('PK\u0005\u0006'.padEnd(22, '\u00ff'), 'latin1')],
  ])('refuses an archive %s', async (_, make) => {
    await limit(quick)
    await refuses('apk', make(), ['widget-archive'])
  })
  test('but an archive within an archive is one file, and stays packed', async () => {
    await limit(quick)
    let inner = await zip({ zeros: Buffer.alloc(1_000_000) })
    for (let level = 0; level < 5; level++) inner = await zip(Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`${n}.zip`, inner])))
    expect(await sendTo(await newStore(), 'apk', await zip({ 'index.html': '<p>', 'inner.zip': inner }))).toMatchObject({ status: 200 })
  })
  function shared(count: number) {
    const first = 30 + page.name.length + page.content.length
    return Array.from({ length: count }, (_, n) => ({ name: `b${n}`, content: zeros, bytes: 1_000_000, at: first }))
  }
})

describe('a hostile package of the app is refused', () => {
  const manifest = compiledManifest('com.example.shop')
  const cut = (at: number, value: number) => {
    const copy = Buffer.from(manifest)
    copy.writeUInt32LE(value, at)
    return copy
  }
  test.each([
    ['without a manifest', { 'a.txt': 'x' }],
    ['with a manifest that is a text', { 'AndroidManifest.xml': '<manifest package="a.b"/>' }],
    ['with an empty manifest', { 'AndroidManifest.xml': '' }],
    ['with a manifest of another element', { 'AndroidManifest.xml': compiledManifest('com.example.shop', 'other') }],
    ['with a name that is none', { 'AndroidManifest.xml': compiledManifest('../../etc') }],
    ['with a manifest that says to be longer', { 'AndroidManifest.xml': cut(4, 0xffffffff) }],
    ['with a piece of no length', { 'AndroidManifest.xml': cut(12, 0) }],
    ['with four milliard strings', { 'AndroidManifest.xml': cut(16, 0xffffffff) }],
    ['with a string far away', { 'AndroidManifest.xml': cut(8 + 28, 0xfffffff0) }],
    ['without a signature', { 'AndroidManifest.xml': manifest }],
  ])('refuses a package %s', async (_, files: Record<string, string | Buffer>) => {
    await limit(quick)
    const signed = _ === 'without a signature' ? files : { ...files, 'META-INF/CERT.RSA': 'x' }
    expect(await send('/app/file', await zip(signed), 'mobile_1.0.apk')).toMatchObject({ status: 400, body: { code: 'android-package' } })
    expect(await unfinished()).toEqual([])
  })
})
