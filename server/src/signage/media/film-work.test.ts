/** What the server makes of films with ffmpeg: pictures for lists, and versions that displays can play. Films and decoders are real. */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { FilmVersion } from '@endcap/contract/films'
import type { MediaFile } from '@endcap/contract/media'
import type { Manifest } from '@endcap/contract/player'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dropLooseBlobs } from '../../platform/blobs/remove-unused.ts'
import { runFfmpeg } from '../../platform/decoders/ffmpeg.ts'
import type { OpenJob } from '../../platform/jobs/job.ts'
import { film } from '../../testing/media.ts'
import { ffmpegMissing, realFilm } from '../../testing/real-film.ts'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { openFilmWork, versionSize } from './film-work.ts'

const parts = await startTestApp()
const { api, context: given } = parts
const { context, clock } = given
const { db, blobs } = context
const { newStore, newDisplay, newSet, send, good, manifestOf, showBody } = signageOf({ ...parts, mark: 'f1' })

beforeEach(({ skip }) => {
  if (ffmpegMissing !== undefined && process.env.ENDCAP_REQUIRE_ALL === undefined) skip(ffmpegMissing)
  expect(ffmpegMissing).toBeUndefined()
})
const jobs: OpenJob[] = []
function openJob(config: Partial<typeof context.config> = {}): OpenJob {
  const job = openFilmWork({ ...context, config: { ...context.config, ...config } }, { holder: `test ${jobs.length}` })
  jobs.push(job)
  return job
}
afterEach(async () => {
  for (const job of jobs.splice(0)) {
    job.halt?.()
    await job.close?.()
  }
  await db.deleteFrom('plus_files').execute()
})
/** All that there is to do, by the last job that was opened. */
async function makeAll(job = jobs.at(-1) ?? openJob()): Promise<void> {
  while ((await job.work({ holder: '', place: 1 })) === true);
}

const caps = { host: false, reboot: false, brightness: false, screenshot: true, offlineStart: true }
const saying = (codecs: string[]) => ({ caps: JSON.stringify({ ...caps, codecs }) })
const [able, unable] = [saying(['avc', 'hevc']), saying(['avc', 'vp9'])]
const place = { left: 0, top: 0, width: 100, height: 100, index: 0 }
const showOf = (id: string) => ({
  screenWidth: 1920,
  screenHeight: 158,
  show: [{ duration: 10, bgColor: '#000000', schedule: [], empty: false, object: [{ type: 'video', id, ...place }] }],
})

interface Taken {
  _id: string
  id: string
  version?: FilmVersion
}
const addFilm = async (storeCode: string, content: Buffer, name = 'film.mp4') =>
  (await send<Taken>(`/plus/store/${storeCode}/video/file`, name, content)).body
const addContent = async (content: Buffer) => (await send<Taken>('/plus/v1/content/file', 'film.mp4', content)).body
const listed = async (storeCode: string) => ((await api('GET', `/plus/store/${storeCode}/video/list`)).body.fileList as MediaFile[])[0]
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const fileOf = (manifest: Manifest, kind: string) => {
  const found = Object.entries(manifest.files).find(([name]) => name.startsWith(kind))
  if (found === undefined) throw new Error(`The plan has no ${kind}`)
  return found[1]
}
const prober = 'ffprobe'
/** What another program finds in it. */
const probe = (hash: string) =>
  execFileSync(prober, ['-v', 'error', '-show_entries', 'stream=codec_name,pix_fmt,width,height', '-of', 'csv=p=0', blobs.pathOf(hash)])
    .toString()
    .trim()
    .split('\n')

describe('a picture of a film', () => {
  test('is made where its sender has sent none, also of H.265, of each film of the same content', async () => {
    const storeCode = await newStore()
    const content = realFilm('hevc', { colour: 'red' })
    await addFilm(storeCode, content)
    await makeAll()
    expect(await listed(storeCode)).toMatchObject({ thumb: false })
    clock.advance(30)
    await makeAll()
    const file = await listed(storeCode)
    expect(file).toMatchObject({ thumb: true, duration: 2 })
    const { headers } = parts.root
    const thumb = await parts.app.inject({ url: `/api/plus/store/${storeCode}/video/thumb/file/${file?._id}`, headers })
    const { dominant } = await sharp(thumb.rawPayload).stats()
    expect([dominant.r > 200, dominant.g < 60, dominant.b < 60]).toEqual([true, true, true])
    const other = await newStore()
    await addFilm(other, content)
    await makeAll()
    expect(await listed(other)).toMatchObject({ thumb: true })
  })
  test('that its sender has sent stays', async () => {
    const storeCode = await newStore()
    const { _id } = await addFilm(storeCode, realFilm('avc', { colour: 'green' }))
    const sent = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#00f' } })
      .png()
      .toBuffer()
    await send(`/plus/store/${storeCode}/video/thumb/file/${_id}`, 'a.png', sent)
    const before = await db.selectFrom('plus_files').select('thumb').where('file_id', '=', _id).executeTakeFirst()
    clock.advance(30)
    await makeAll()
    expect(await db.selectFrom('plus_files').select('thumb').where('file_id', '=', _id).executeTakeFirst()).toEqual(before)
  })
})

describe('a version of a film', () => {
  test('is made for displays that cannot decode it, is given to those alone, and ends the warnings', async () => {
    const storeCode = await newStore()
    const [can, cannot] = [await newDisplay(storeCode, able), await newDisplay(storeCode, unable)]
    const content = realFilm('hevc', { sound: true, width: 322, height: 182 })
    await makeAll()
    const taken = await addFilm(storeCode, content)
    expect(taken).toMatchObject({ playedOn: { can: 1, cannot: 1, unknown: 0 }, version: { state: 'waiting', percent: 0, reason: null } })
    for (const { mac } of [can, cannot]) await good(api('POST', `/plus/store/${storeCode}/device/${mac}/show`, showOf(taken._id)))
    expect((await api('GET', `/status/store/${storeCode}/plus/device/${cannot.mac}`)).body.unplayable).toHaveLength(1)
    expect(fileOf(await manifestOf(cannot.token), 'video').sha256).toBe(sha256(content))

    await makeAll()
    expect(await listed(storeCode)).toMatchObject({
      codec: 'hevc',
      playedOn: { can: 2, cannot: 0, unknown: 0 },
      version: { state: 'made' },
    })
    expect((await api('GET', `/status/store/${storeCode}/plus/device/${cannot.mac}`)).body.unplayable).toEqual([])
    expect(fileOf(await manifestOf(can.token), 'video').sha256).toBe(sha256(content))
    const version = fileOf(await manifestOf(cannot.token), 'video')
    expect(version).toMatchObject({ kind: 'video', type: 'video/mp4', width: 322, height: 182 })
    expect(probe(version.sha256)).toEqual(['h264,322,182,yuv420p', 'aac'])
    const headers = { authorization: `Bearer ${cannot.token}` }
    const loaded = await parts.app.inject({ url: `/api/player/v1/content/${version.sha256}`, headers })
    expect(sha256(loaded.rawPayload)).toBe(version.sha256)
    expect(version.chunks).toEqual([version.sha256])
    // What browsers need to begin stands before the pictures.
    expect(loaded.rawPayload.indexOf('moov')).toBeLessThan(loaded.rawPayload.indexOf('mdat'))
  })
  test('goes with the last file of its film', async () => {
    const [one, other] = [await newStore(), await newStore()]
    await newDisplay(one, unable)
    const content = realFilm('hevc', { colour: 'blue' })
    const files = [(await addFilm(one, content))._id, (await addFilm(other, content))._id]
    await makeAll()
    const { blob } = await db.selectFrom('plus_film_work').select('blob').where('work', '=', 'version').executeTakeFirstOrThrow()
    await good(api('DELETE', `/plus/store/${one}/video/file/${files[0]}`))
    await makeAll()
    await dropLooseBlobs(context, 0)
    expect(await blobs.size(blob ?? '')).toBeGreaterThan(0)
    await good(api('DELETE', `/plus/store/${other}/video/file/${files[1]}`))
    await makeAll()
    await dropLooseBlobs(context, 0)
    expect(await blobs.size(blob ?? '')).toBeUndefined()
    expect(await db.selectFrom('plus_film_work').select('film').execute()).toEqual([])
  })
  test('is made of a content for a timeline', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode, unable)
    const { id } = await addContent(realFilm('hevc', { colour: 'white' }))
    const show = await good(api('POST', '/plus/v1/show', showBody('Wall', [id])))
    const warned = await good(
      api('POST', '/plus/v1/timeline', { name: 'Wall', schedule: [{ id: await newSet([show.id]) }], device: [[mac]] }),
    )
    expect(warned.warnings).toMatchObject([{ mac, id, reason: 'codec' }])
    await makeAll()
    expect((await api('GET', `/status/store/${storeCode}/plus/device/${mac}`)).body.unplayable).toEqual([])
    expect(probe(fileOf(await manifestOf(token), 'content').sha256)).toEqual(['h264,320,180,yuv420p'])
  })
  test('has no more pixels than a display can take that is given it, and is not made before it is', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode, able)
    const { _id, version } = await addFilm(storeCode, realFilm('avc', { width: 3840, height: 1080, seconds: 1 }))
    expect(version).toBeUndefined()
    await makeAll()
    expect(await listed(storeCode)).not.toHaveProperty('version')
    const saved = await good(api('POST', `/plus/store/${storeCode}/device/${mac}/show`, showOf(_id)))
    expect(saved.warnings).toMatchObject([{ mac, reason: 'pixels' }])
    await makeAll()
    expect(fileOf(await manifestOf(token), 'video')).toMatchObject({ width: 2714, height: 762 })
    expect((await api('GET', `/plus/store/${storeCode}/device/${mac}/show`)).body.warnings).toEqual([])
  })
  test.each([
    [
      { width: 3840, height: 2160 },
      { width: 1920, height: 1080 },
    ],
    [
      { width: 1920, height: 158 },
      { width: 1920, height: 158 },
    ],
    [
      { width: 1081, height: 1921 },
      { width: 1080, height: 1918 },
    ],
    [
      { width: 8192, height: 64 },
      { width: 4096, height: 32 },
    ],
  ])('of %o has even sides and the same shape', (film, size) => expect(versionSize(film)).toEqual(size))
  test('is told as failed of a film that cannot be decoded, which stays unplayable and is not tried again', async () => {
    const storeCode = await newStore()
    const { mac } = await newDisplay(storeCode, unable)
    const { _id } = await addFilm(storeCode, await film('hevc'))
    clock.advance(30)
    const { warnings } = await good(api('POST', `/plus/store/${storeCode}/device/${mac}/show`, showOf(_id)))
    await makeAll()
    expect(await listed(storeCode)).toMatchObject({ playedOn: { cannot: 1 }, version: { state: 'failed', reason: 'unread' } })
    expect((await api('GET', `/plus/store/${storeCode}/device/${mac}/show`)).body.warnings).toEqual(warnings)
    clock.advance(7200)
    expect(await jobs[0]?.work({ holder: '', place: 1 })).toBe(false)
  })
  test('says that there is no ffmpeg as long as no server has it, and is made when one has', async () => {
    const storeCode = await newStore()
    await newDisplay(storeCode, unable)
    expect(await addFilm(storeCode, realFilm('hevc', { seconds: 1 }))).toMatchObject({ version: { state: 'failed', reason: 'no-ffmpeg' } })
    await makeAll(openJob({ ffmpeg: '/no/such/ffmpeg' }))
    expect(await listed(storeCode)).toMatchObject({ version: { state: 'failed', reason: 'no-ffmpeg' } })
    await makeAll(openJob())
    expect(await listed(storeCode)).toMatchObject({ version: { state: 'made' } })
  })
  test('of a film that three processes ended with is not begun again', async () => {
    const storeCode = await newStore()
    await newDisplay(storeCode, unable)
    await addFilm(storeCode, realFilm('hevc', { seconds: 3 }))
    await db.updateTable('plus_film_work').set({ state: 'making', attempts: 3 }).execute()
    await makeAll()
    expect(await listed(storeCode)).toMatchObject({ version: { state: 'failed', reason: 'interrupted' } })
  })
  test('is made by one process at a time, and waits again when that one stops', async () => {
    const storeCode = await newStore()
    await newDisplay(storeCode, unable)
    const content = realFilm('hevc', { width: 1280, height: 720, seconds: 20 })
    await addFilm(storeCode, content)
    const [first, second] = [openJob(), openJob()]
    const working = first.work({ holder: '', place: 1 })
    await expect.poll(async () => (await listed(storeCode))?.version?.state, { timeout: 60_000 }).toBe('making')
    expect(await second.work({ holder: '', place: 1 })).toBe(false)
    first.halt?.()
    expect(await working).toBe(false)
    await first.close?.()
    const ofFilm = db.selectFrom('plus_film_work').select(['state', 'attempts']).where('film', '=', sha256(content))
    expect(await ofFilm.where('work', '=', 'version').execute()).toEqual([{ state: 'waiting', attempts: 0 }])
    await makeAll(second)
    expect(await listed(storeCode)).toMatchObject({ version: { state: 'made' } })
  })
})

describe('ffmpeg', () => {
  const run = (content: Buffer, more: Partial<Parameters<typeof runFfmpeg>[1]> = {}) =>
    blobs.put(content).then(({ hash }) =>
      runFfmpeg('ffmpeg', {
        input: { path: blobs.pathOf(hash), type: 'video/mp4' },
        make: ['-f', 'null', '-'],
        seconds: 60,
        megabytes: 3000,
        outputBytes: 1e9,
        signal: new AbortController().signal,
        ...more,
      }),
    )
  test.each([
    ['playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'],
    ['list of files', "ffconcat version 1.0\nfile '/etc/hostname'\n"],
    ['description of a stream', 'v=0\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n'],
  ])('reads no %s as a film', async (_, text) => expect(await run(Buffer.from(text))).toBe('unread'))
  test('ends at its limits of time and of what it writes', async () => {
    const content = realFilm('avc', { width: 1280, height: 720, seconds: 20 })
    const out = await blobs.scratch()
    const make = ['-c:v', 'libx264', '-preset', 'veryslow', '-f', 'mp4', `file:${out}`]
    expect(await run(content, { make, seconds: 1 })).toBe('ended')
    expect(await run(content, { make: ['-c:v', 'rawvideo', '-f', 'rawvideo', `file:${out}`], outputBytes: 100_000 })).toBe('ended')
  })
  test('ends with the server that runs it, also when that is killed', async () => {
    const { hash } = await blobs.put(realFilm('avc', { width: 1280, height: 720, seconds: 20 }))
    const out = await blobs.scratch()
    const run = {
      input: { path: blobs.pathOf(hash), type: 'video/mp4' },
      // Without end.
      before: ['-stream_loop', '-1'],
      make: ['-c:v', 'libx264', '-f', 'mp4', `file:${out}`],
      seconds: 600,
      megabytes: 3000,
      outputBytes: 1e9,
    }
    const code = `const { runFfmpeg } = await import(${JSON.stringify(new URL('../../platform/decoders/ffmpeg.ts', import.meta.url).href)})
      await runFfmpeg('ffmpeg', { ...${JSON.stringify(run)}, signal: new AbortController().signal })`
    const server = spawn(process.execPath, ['--no-warnings', '--conditions', 'development', '--input-type=module', '-e', code])
    const isAt = async () => {
      const lines = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8'))
      return (await Promise.allSettled(lines)).some(
        (line) => line.status === 'fulfilled' && line.value.startsWith('ffmpeg\0') && line.value.includes(out),
      )
    }
    await expect.poll(isAt, { timeout: 60_000 }).toBe(true)
    server.kill('SIGKILL')
    await expect.poll(isAt, { timeout: 60_000 }).toBe(false)
  })
})
