/** Films that displays are given and have said that they cannot play: named wherever something is saved, and refused nowhere. */
import type { UnplayableFilm } from '@endcap/contract/films'
import type { MediaFile } from '@endcap/contract/media'
import { describe, expect, test } from 'vitest'
import { film } from '../../testing/media.ts'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const parts = await startTestApp()
const { api } = parts
const { db } = parts.context.context
const { newStore, newDisplay, newSet, newWriter, send, good, beat, showBody } = signageOf({ ...parts, mark: '7f' })

const caps = { host: false, reboot: false, brightness: false, screenshot: true, offlineStart: true }
const saying = (codecs: string[]) => ({ caps: JSON.stringify({ ...caps, codecs }) })
const [able, unable, silent] = [saying(['avc', 'hevc', 'vp9']), saying(['avc', 'vp8', 'vp9', 'av1']), { caps: JSON.stringify(caps) }]

interface Taken {
  _id: string
  id: string
  warning: string | null
  playedOn: object
}
const addFilm = async (storeCode: string, name: string, content: Promise<Buffer>) =>
  (await send<Taken>(`/plus/store/${storeCode}/video/file`, name, await content)).body
const addContent = async (name: string, content: Promise<Buffer>) => (await send<Taken>('/plus/v1/content/file', name, await content)).body
const slideWith = (...ids: string[]) => ({
  duration: 10,
  bgColor: '#000000',
  schedule: [],
  empty: false,
  object: ids.map((id, index) => ({ type: 'video', id, left: 0, top: 0, width: 100, height: 100, index })),
})
const showOf = (...show: object[]) => ({ screenWidth: 1920, screenHeight: 158, show })
const warningsIn = (answer: Record<string, unknown>) => answer.warnings as UnplayableFilm[]
const infoOf = async (storeCode: string, mac: string) =>
  (await api<{ unplayable: UnplayableFilm[] }>('GET', `/status/store/${storeCode}/plus/device/${mac}`)).body
const detailOf = async (storeCode: string) =>
  (await api<{ unplayable: UnplayableFilm[] }>('GET', `/plus/store/${storeCode}/status/detail`)).body

describe('slides', () => {
  test('name a film that their display cannot decode with its first slide, when they are saved and as long as they play', async () => {
    const storeCode = await newStore()
    const { mac, name } = await newDisplay(storeCode, unable)
    const [hevc, avc] = [(await addFilm(storeCode, 'new.mp4', film('hevc')))._id, (await addFilm(storeCode, 'old.mp4', film('avc')))._id]
    const place = `/plus/store/${storeCode}/device/${mac}/show`
    const found = {
      mac,
      name,
      kind: 'video',
      id: hevc,
      file: 'new.mp4',
      slide: 1,
      reason: 'codec',
      codec: 'hevc',
      width: 1920,
      height: 158,
    }
    expect(warningsIn(await good(api('POST', place, showOf(slideWith(avc), slideWith(avc, hevc), slideWith(hevc)))))).toEqual([found])
    expect(warningsIn((await api('GET', place)).body)).toEqual([found])
    expect((await infoOf(storeCode, mac)).unplayable).toEqual([found])
    expect((await detailOf(storeCode)).unplayable).toEqual([found])
    expect(warningsIn(await good(api('POST', place, showOf(slideWith(avc)))))).toEqual([])
    expect((await infoOf(storeCode, mac)).unplayable).toEqual([])
  })
  test('of a display that can decode it name nothing, nor do those of a player that does not say what it plays', async () => {
    const storeCode = await newStore()
    const { _id } = await addFilm(storeCode, 'new.mp4', film('hevc'))
    for (const says of [able, silent]) {
      const { mac } = await newDisplay(storeCode, says)
      const place = `/plus/store/${storeCode}/device/${mac}/show`
      expect(warningsIn(await good(api('POST', place, showOf(slideWith(_id)))))).toEqual([])
      expect((await infoOf(storeCode, mac)).unplayable).toEqual([])
    }
  })
  test('follow what the display says of itself with its next report', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode, silent)
    const { _id } = await addFilm(storeCode, 'new.mp4', film('hevc'))
    await good(api('POST', `/plus/store/${storeCode}/device/${mac}/show`, showOf(slideWith(_id))))
    const says = async (...codecs: string[]) => (await beat(token, { caps: { ...caps, codecs } })).status
    expect(await says('avc')).toBe(200)
    expect((await infoOf(storeCode, mac)).unplayable).toMatchObject([{ id: _id, reason: 'codec' }])
    expect(await says('avc', 'hevc')).toBe(200)
    expect((await infoOf(storeCode, mac)).unplayable).toEqual([])
    expect(await says('mpeg2')).toBe(400)
  })
  test('name a film with more than four times the pixels of their screen, unless it is full HD or less', async () => {
    const storeCode = await newStore()
    const { mac } = await newDisplay(storeCode, able)
    const wall = await newDisplay(storeCode, { ...able, screen_width: 1920, screen_height: 1080 })
    const sizes = { hd: [1920, 1080], uhd: [3840, 2160], more: [4096, 2304] } as const
    const ids: string[] = []
    for (const [name, [width, height]] of Object.entries(sizes))
      ids.push((await addFilm(storeCode, `${name}.mp4`, film('avc', { width, height })))._id)
    const saved = async (to: string) =>
      warningsIn(await good(api('POST', `/plus/store/${storeCode}/device/${to}/show`, showOf(slideWith(...ids))))).map((one) => [
        one.file,
        one.reason,
      ])
    expect(await saved(mac)).toEqual([
      ['uhd.mp4', 'pixels'],
      ['more.mp4', 'pixels'],
    ])
    expect(await saved(wall.mac)).toEqual([['more.mp4', 'pixels']])
  })
  test('of a template name each display that follows it and cannot, also while what it plays is held back', async () => {
    const storeCode = await newStore()
    const { _id } = await addFilm(storeCode, 'new.mp4', film('hevc'))
    const followers = [
      await newDisplay(storeCode, { ...unable, template_id: 'T' }),
      await newDisplay(storeCode, { ...able, template_id: 'T' }),
      await newDisplay(storeCode, { ...unable, template_id: 'T', given_show: JSON.stringify(showOf(slideWith())) }),
    ]
    await newDisplay(storeCode, unable)
    const place = `/plus/store/${storeCode}/template/T`
    const macs = [followers[0]?.mac, followers[2]?.mac]
    const saved = await good(api('POST', place, { size: '23.1', show: [slideWith(_id)] }))
    expect(warningsIn(saved).map(({ mac, slide }) => [mac, slide])).toEqual(macs.map((mac) => [mac, 0]))
    expect(warningsIn((await api('GET', place)).body).map(({ mac }) => mac)).toEqual(macs)
    expect((await infoOf(storeCode, macs[1] ?? '')).unplayable).toEqual([])
  })
})

describe('shows', () => {
  test('of a timeline name a film for the displays that see it, and only those of the account’s stores', async () => {
    const [own, other] = [await newStore(), await newStore()]
    const [hevc, avc] = [(await addContent('new.mp4', film('hevc'))).id, (await addContent('old.mp4', film('avc'))).id]
    // Two screens beside each other, each with a film of its own.
    const show = await good(api('POST', '/plus/v1/show', showBody('Wall', [hevc, avc])))
    const set = await newSet([show.id])
    const [left, right, theirs] = [await newDisplay(own, unable), await newDisplay(own, unable), await newDisplay(other, unable)]
    const saved = await good(
      api('POST', '/plus/v1/timeline', { name: 'Wall', schedule: [{ id: set }], device: [[left.mac, theirs.mac], [right.mac]] }),
    )
    const found = { mac: left.mac, kind: 'content', id: hevc, file: 'new.mp4', slide: null, reason: 'codec', codec: 'hevc' }
    expect(warningsIn(saved)).toMatchObject([found, { ...found, mac: theirs.mac }])
    expect((await infoOf(own, left.mac)).unplayable).toMatchObject([found])
    expect((await infoOf(own, right.mac)).unplayable).toEqual([])
    expect((await detailOf(own)).unplayable).toMatchObject([found])
    const writer = await newWriter(own)
    expect(warningsIn((await writer('POST', '/plus/v1/timeline', { id: saved.id, device: [[left.mac], [right.mac]] })).body)).toMatchObject(
      [found],
    )
    // The film is on the other screen now.
    const swapped = await good(api('POST', '/plus/v1/show', { ...showBody('Wall', [avc, hevc]), id: show.id }))
    expect(warningsIn(swapped)).toMatchObject([{ ...found, mac: right.mac }])
  })
  test('of a playlist name it as shows of a timeline do', async () => {
    const { mac } = await newDisplay(await newStore(), unable)
    const { id } = await addContent('new.mp4', film('hevc'))
    const body = { name: 'Films', items: [{ id, duration: 10 }], hours: [], period: null, device: [mac], front: false, remake: false }
    expect(warningsIn(await good(api('POST', '/plus/v1/playlist', body)))).toMatchObject([{ mac, id, reason: 'codec' }])
  })
})

describe('a film', () => {
  test('is listed with its codec and how many displays can play it; one from before has none', async () => {
    const storeCode = await newStore()
    for (const says of [able, unable, unable, silent]) await newDisplay(storeCode, says)
    const playedOn = { can: 1, cannot: 2, unknown: 1 }
    const taken = await addFilm(storeCode, 'new.mp4', film('hevc'))
    expect(taken).toMatchObject({ warning: 'hevc', codec: 'hevc', playedOn })
    const listed = async () => ((await api('GET', `/plus/store/${storeCode}/video/list`)).body.fileList as MediaFile[])[0]
    expect(await listed()).toMatchObject({ codec: 'hevc', playedOn })
    const searched = await api('POST', `/status/store/${storeCode}/plus/video/search`, {})
    expect(searched.body.data).toMatchObject([{ codec: 'hevc', playedOn }])
    await db.updateTable('plus_files').set({ codec: null }).where('file_id', '=', taken._id).execute()
    expect(await listed()).toMatchObject({ codec: null })
    expect(await listed()).not.toHaveProperty('playedOn')
  })
  test('of the library is counted over the stores of the account, and has another codec with another file', async () => {
    const storeCode = await newStore()
    await newDisplay(storeCode, unable)
    const writer = await newWriter(storeCode)
    const { id } = await addContent('new.mp4', film('hevc'))
    const listed = async () => (await writer('POST', '/plus/v1/content/list', { ids: [id] })).body.contentList
    expect(await listed()).toMatchObject([{ codec: 'hevc', playedOn: { can: 0, cannot: 1, unknown: 0 } }])
    await send('/plus/v1/content/file', 'new.webm', await film('vp9'), { fields: { id } })
    expect(await listed()).toMatchObject([{ codec: 'vp9', playedOn: { can: 1, cannot: 0, unknown: 0 } }])
  })
})
