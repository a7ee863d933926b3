/** Pictures that displays send, beside what should be on their screens: verdicts, the second picture, the alarm and its end. */
import type { Manifest } from '@endcap/contract/player'
import { planOf, sceneAt } from '@endcap/signage/plan'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { film } from '../../testing/media.ts'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { compareScreens } from './compare-screens.ts'

const parts = await startTestApp()
const { api, app, context, root } = parts
const { db, clock } = context.context
const signage = signageOf({ ...parts, mark: 'a7' })
const { newStore, send, good, manifestOf, beat } = signage
type Body = Record<string, unknown>

const size = { width: 1920, height: 158 }
const colours = ['#c81e1e', '#1e50c8', '#1ea050']
/** A picture of two colours, as wide as a screen; in `file`, and as a screen shows it. */
const banner = (colour: string) =>
  sharp({ create: { ...size, channels: 3, background: colour } }).composite([
    { input: { create: { width: 600, height: 158, channels: 3, background: '#fff' } }, left: 200, top: 0 },
  ])
const shown = async (index: number) => {
  const whole = await banner(colours[index] ?? '')
    .png()
    .toBuffer()
  return sharp(whole).resize(960, 79, { fit: 'fill' }).jpeg().toBuffer()
}
const black = await sharp({ create: { width: 960, height: 79, channels: 3, background: '#000' } })
  .jpeg()
  .toBuffer()
const pictures = await Promise.all(colours.map((_, index) => shown(index)))
const [first = black, second = black, third = black] = pictures

const box = { left: 0, top: 0, ...size, index: 0 }
const slideOf = (...object: object[]) => ({ duration: 30, bgColor: '#000000', object, schedule: [], empty: false })
async function newFile(storeCode: string, kind: 'image' | 'video', name: string, content: Buffer) {
  const { body } = await send(`/plus/store/${storeCode}/${kind}/file`, name, content)
  return { type: kind, id: String(body._id), ...box }
}
const save = (storeCode: string, mac: string, show: object[]) =>
  good(api('POST', `/plus/store/${storeCode}/device/${mac}/show`, { screenWidth: 1920, screenHeight: 158, show }))

/** A display that plays three banners in turn. */
async function newShelf() {
  const storeCode = await newStore()
  const display = await signage.newDisplay(storeCode)
  const images = []
  for (const colour of colours) images.push(await newFile(storeCode, 'image', 'a.png', await banner(colour).png().toBuffer()))
  await save(
    storeCode,
    display.mac,
    images.map((image) => slideOf(image)),
  )
  return { storeCode, images, ...display }
}
type Shelf = Awaited<ReturnType<typeof newShelf>>
const saysOf = (manifest: Manifest, more: object = {}) => {
  const at = clock.now().getTime()
  const scene = sceneAt(planOf(manifest), at)
  return { at: String(at), rev: manifest.rev, kind: scene.kind, ...(scene.kind === 'slide' && { index: String(scene.index) }), ...more }
}
const upload = (token: string, content: Buffer, fields: Record<string, string>) =>
  send('/player/v1/screenshot', 'screen.jpg', content, { fields, headers: { authorization: `Bearer ${token}` } })
/** Works off all that waits. */
async function work() {
  while (await compareScreens(context.context)) {
    // Until nothing waits.
  }
}
/** The display sends a picture, and the server has looked at it. */
async function look({ storeCode, mac, token }: Pick<Shelf, 'storeCode' | 'mac' | 'token'>, content: Buffer, more: object = {}) {
  expect((await upload(token, content, saysOf(await manifestOf(token), more))).status).toBe(200)
  await work()
  const { screenCheck, screenFault } = (await api('GET', `/status/store/${storeCode}/plus/device/${mac}`)).body
  return { ...(screenCheck as Body), listed: screenFault }
}
/** Until the beginning of a slide, and some seconds into it. */
async function turnTo({ token }: Pick<Shelf, 'token'>, index: number) {
  const plan = planOf(await manifestOf(token))
  for (let seconds = 0; seconds < 200; seconds++) {
    const scene = sceneAt(plan, clock.now().getTime())
    if (scene.kind === 'slide' && scene.index === index && clock.now().getTime() - scene.since >= 5000) return
    context.clock.advance(1)
  }
  throw new Error(`slide ${index} never comes`)
}
const alarmsOf = async (location: string) => (await api('POST', '/history/alarm/system/search', { filter_location: location })).body.data
const asked = async (token: string) => (await beat(token)).commands.filter(({ type }) => type === 'screenshot').length

describe('a picture of the screen', () => {
  test('that shows what should be there matches, and what should be there can be looked at', async () => {
    const shelf = await newShelf()
    await turnTo(shelf, 1)
    expect(await look(shelf, second)).toEqual({ verdict: 'matches', slide: null, expected: true, fault: null, listed: null })
    const url = `/api/plus/store/${shelf.storeCode}/device/${shelf.mac}/screenshot/expected`
    const { rawPayload, headers } = await app.inject({ url, headers: root.headers })
    expect(headers['content-type']).toBe('image/jpeg')
    const { dominant } = await sharp(rawPayload).stats()
    expect(dominant.b).toBeGreaterThan(dominant.r)
    expect(await alarmsOf(shelf.storeCode)).toEqual([])
    expect(await asked(shelf.token)).toBe(0)
  })
  test('says nothing of what lies under a mask', async () => {
    const storeCode = await newStore()
    const display = await signage.newDisplay(storeCode)
    const plain = async (colour: string) =>
      newFile(
        storeCode,
        'image',
        'a.png',
        await sharp({ create: { ...size, channels: 3, background: colour } })
          .png()
          .toBuffer(),
      )
    const [left, right] = [await plain('#1ea050'), await plain('#c81e1e')]
    await save(storeCode, display.mac, [slideOf({ ...left, width: 1200 }, { ...right, left: 1200, width: 720, index: 1, mask: 'star' })])
    const picture = await sharp({ create: { width: 960, height: 79, channels: 3, background: '#000' } })
      .composite([{ input: { create: { width: 600, height: 79, channels: 3, background: '#1ea050' } }, left: 0, top: 0 }])
      .jpeg()
      .toBuffer()
    context.clock.advance(10)
    expect(await look({ storeCode, ...display }, picture)).toMatchObject({ verdict: 'matches' })
  })
  test('that is black is taken again by itself, is an alarm then, and none any more with the first that matches', async () => {
    const shelf = await newShelf()
    await turnTo(shelf, 0)
    expect(await look(shelf, black)).toMatchObject({ verdict: 'black', fault: null, listed: null })
    expect(await alarmsOf(shelf.storeCode)).toEqual([])
    await work()
    expect(await asked(shelf.token)).toBe(0)
    context.clock.advance(10)
    await work()
    expect(await asked(shelf.token)).toBe(1)
    expect(await look(shelf, black)).toMatchObject({ verdict: 'black', fault: 'black', listed: 'black' })
    const { name, mac, storeCode } = shelf
    const open = { type: 'DISPLAY CONTENT ABNORMAL', class: 2, subject: mac, state: 'open', repeats: 0 }
    expect(await alarmsOf(storeCode)).toMatchObject([{ ...open, data: { name, mac, conditions: ['screen-black'] } }])
    await look(shelf, black)
    expect(await alarmsOf(storeCode)).toMatchObject([open])
    await turnTo(shelf, 2)
    expect(await look(shelf, third)).toMatchObject({ verdict: 'matches', fault: null, listed: null })
    expect(await alarmsOf(storeCode)).toMatchObject([{ state: 'cleared' }])
  })
  test('of another slide names it; one wrong picture alone is no alarm', async () => {
    const shelf = await newShelf()
    await turnTo(shelf, 0)
    expect(await look(shelf, third)).toMatchObject({ verdict: 'wrong', slide: 2, fault: null })
    context.clock.advance(10)
    expect(await look(shelf, first)).toMatchObject({ verdict: 'matches', slide: null, fault: null })
    expect(await look(shelf, third)).toMatchObject({ verdict: 'wrong', fault: null })
    expect(await look(shelf, third)).toMatchObject({ verdict: 'wrong', slide: 2, fault: 'wrong' })
    expect(await alarmsOf(shelf.storeCode)).toMatchObject([{ state: 'open', data: { conditions: ['screen-wrong'] } }])
  })
  test('that stays while the slides go on is frozen', async () => {
    const shelf = await newShelf()
    await turnTo(shelf, 0)
    expect(await look(shelf, first)).toMatchObject({ verdict: 'matches' })
    await turnTo(shelf, 1)
    expect(await look(shelf, first)).toMatchObject({ verdict: 'frozen', fault: null })
    context.clock.advance(10)
    expect(await look(shelf, first)).toMatchObject({ verdict: 'frozen', fault: 'frozen', listed: 'frozen' })
    expect(await alarmsOf(shelf.storeCode)).toMatchObject([{ state: 'open', data: { conditions: ['screen-frozen'] } }])
  })
  test('around a change of slides may show either', async () => {
    const shelf = await newShelf()
    await turnTo(shelf, 0)
    context.clock.advance(25 + 2)
    expect(await look(shelf, first)).toMatchObject({ verdict: 'matches' })
    expect(await look(shelf, second)).toMatchObject({ verdict: 'matches' })
    expect(await look(shelf, third)).toMatchObject({ verdict: 'wrong' })
  })
  test('of a plan that is not played any more, of another clock, or of what cannot be foreseen says nothing', async () => {
    const shelf = await newShelf()
    await turnTo(shelf, 0)
    const unknown = { verdict: 'unknown', expected: false, fault: null }
    expect(await look(shelf, black, { rev: 'old' })).toMatchObject(unknown)
    expect(await look(shelf, black, { at: String(clock.now().getTime() - 120_000) })).toMatchObject(unknown)
    expect(await look(shelf, black, { at: String(clock.now().getTime() + 20_000) })).toMatchObject(unknown)
    expect(await look(shelf, black, { kind: 'info' })).toMatchObject(unknown)
    expect(await look(shelf, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]))).toMatchObject(unknown)
    await api('POST', `/plus/store/${shelf.storeCode}/switch/mode`, { macList: [shelf.mac], mode: 'off' })
    expect(await look(shelf, first)).toMatchObject(unknown)
    expect(await alarmsOf(shelf.storeCode)).toEqual([])
    expect(await asked(shelf.token)).toBe(0)
  })
  test('of an old player, that says nothing with it, is stored and not compared', async () => {
    const shelf = await newShelf()
    await turnTo(shelf, 0)
    await look(shelf, first)
    expect((await upload(shelf.token, black, {})).status).toBe(200)
    await work()
    const { screenCheck, screenshotAt } = (await api('GET', `/status/store/${shelf.storeCode}/plus/device/${shelf.mac}`)).body
    expect([screenCheck, screenshotAt]).toEqual([{ verdict: null, slide: null, expected: false, fault: null }, expect.any(Number)])
  })
  test.each([{ at: 'now' }, { at: '1'.repeat(16) }, { kind: 'x'.repeat(21) }, { index: '-1' }, { turn: '45' }, { rev: 'x'.repeat(101) }])(
    'with %j is refused',
    async (more) => {
      const { token } = await newShelf()
      expect((await upload(token, first, saysOf(await manifestOf(token), more))).status).toBe(400)
    },
  )
})

test('a film may show anything; dark three times running it is black', async () => {
  const storeCode = await newStore()
  const display = await signage.newDisplay(storeCode)
  const shelf = { storeCode, ...display }
  await save(storeCode, display.mac, [slideOf(await newFile(storeCode, 'video', 'a.mp4', await film('avc')))])
  expect(await look(shelf, first)).toMatchObject({ verdict: 'unknown', expected: false })
  expect(await look(shelf, black)).toMatchObject({ verdict: 'unknown', fault: null })
  context.clock.advance(19)
  await work()
  expect(await asked(display.token)).toBe(0)
  context.clock.advance(1)
  await work()
  expect(await asked(display.token)).toBe(1)
  expect(await look(shelf, black)).toMatchObject({ verdict: 'black', fault: null })
  context.clock.advance(10)
  expect(await look(shelf, black)).toMatchObject({ verdict: 'black', fault: 'black' })
})

test('what cannot be shown is not expected; both stand in one alarm, and each ends alone', async () => {
  const shelf = await newShelf()
  const { storeCode, mac, token, images } = shelf
  await turnTo(shelf, 0)
  const errors = [{ code: 'image-failed', detail: 'damaged', content: `image:${images[0]?.id}`, slide: 0 }]
  await beat(token, { errors })
  // The next slide has its turn.
  expect(await look(shelf, second, { index: '1' })).toMatchObject({ verdict: 'matches' })
  const conditions = async () => (await alarmsOf(storeCode)).map(({ state, data }) => [state, (data as Body).conditions])
  expect(await conditions()).toEqual([['open', ['image-failed:a.png']]])
  for (let time = 0; time < 2; time++) await look(shelf, black, { index: '1' })
  expect(await conditions()).toEqual([['open', ['image-failed:a.png', 'screen-black']]])
  await beat(token, { errors: [] })
  expect(await conditions()).toEqual([['open', ['screen-black']]])
  await beat(token, { errors })
  await look(shelf, second, { index: '1' })
  expect(await conditions()).toEqual([['open', ['image-failed:a.png']]])
  await beat(token, { errors: [] })
  expect(await conditions()).toEqual([['cleared', ['image-failed:a.png']]])
  await api('POST', `/plus/store/${storeCode}/device/pair`, { mac })
  expect((await api('GET', `/status/store/${storeCode}/plus/device/${mac}`)).body.screenCheck).toBeNull()
})

test('a show is compared by what its screen sees of it', async () => {
  const storeCode = await newStore()
  const display = await signage.newDisplay(storeCode)
  const ids = []
  for (const colour of colours.slice(0, 2)) {
    const content = await banner(colour).png().toBuffer()
    ids.push((await send('/plus/v1/content/file', 'a.png', content, { fields: { name: `Banner ${colour}` } })).body.id)
  }
  const show = await good(api('POST', '/plus/v1/show', { ...signage.showBody('Two', ids), duration: 10 }))
  const set = await signage.newSet([show.id])
  await signage.newTimeline([set], [[], [display.mac]])
  const shelf = { storeCode, ...display }
  expect(await look(shelf, second)).toMatchObject({ verdict: 'matches', expected: true })
  expect(await look(shelf, first)).toMatchObject({ verdict: 'wrong', slide: null })
})

test('who may not read displays of the store sees neither picture', async () => {
  const shelf = await newShelf()
  await turnTo(shelf, 0)
  await look(shelf, first)
  const other = await signage.newWriter(await newStore())
  const own = await signage.newWriter(shelf.storeCode)
  const url = (storeCode: string) => `/api/plus/store/${storeCode}/device/${shelf.mac}/screenshot/expected`
  const status = async (headers: Record<string, string>, storeCode = shelf.storeCode) =>
    (await app.inject({ url: url(storeCode), headers })).statusCode
  expect([await status(own.headers), await status(other.headers), await status(root.headers, await newStore())]).toEqual([200, 403, 404])
  expect(await status({ authorization: `Bearer ${shelf.token}` })).toBe(401)
})

test('a picture whose process was killed is looked at by another one', async () => {
  const shelf = await newShelf()
  await turnTo(shelf, 0)
  await upload(shelf.token, first, saysOf(await manifestOf(shelf.token)))
  await db
    .updateTable('plus_screenshots')
    .set({ compare_at: new Date(clock.now().getTime() + 120_000) })
    .where('mac', '=', shelf.mac)
    .execute()
  expect(await compareScreens(context.context)).toBe(false)
  context.clock.advance(120)
  expect(await compareScreens(context.context)).toBe(true)
  const verdict = async () =>
    (await db.selectFrom('plus_screenshots').select('verdict').where('mac', '=', shelf.mac).executeTakeFirstOrThrow()).verdict
  expect(await verdict()).toBe('matches')
})
