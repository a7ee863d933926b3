/** The brand of the chain: its colours, its fonts, and texts that displays show in them. */
import { boxLetters, makeBoxFont } from '@endcap/label/box-font'
import { describe, expect, test } from 'vitest'
import { dropLooseBlobs } from '../../platform/blobs/remove-unused.ts'
import { caller, seedAccount } from '../../testing/seed.ts'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { newStore, newDisplay, manifestOf, send } = signageOf({ context, app, root, api, mark: 'b4' })
const { db, blobs } = context.context
const brand = async () => (await api<{ version: string; colourList: object[]; fontList: object[] }>('GET', '/plus/v1/brand')).body
const upload = (content = makeBoxFont(), name = 'boxes.ttf') => send('/plus/v1/brand/font/file', name, content)
const remove = (id: string) => api('POST', '/plus/v1/brand/font/delete', { id })
const textIn = (font: string, words = '1,9') => ({
  type: 'text',
  id: '0',
  left: 0,
  top: 0,
  width: 400,
  height: 100,
  index: 0,
  text: { text: words, font, size: 100, weight: 400, align: 'left', valign: 'top', colour: '#123456' },
})
const slideOf = (...object: object[]) => ({ screenWidth: 1920, screenHeight: 158, show: [{ object }] })

describe('colours', () => {
  test('are saved in their order, by who sees them as they are', async () => {
    const { version } = await brand()
    const colourList = [
      { name: 'Red', colour: '#c8281e' },
      { name: 'Night', colour: '#101014' },
    ]
    const saved = await api('POST', '/plus/v1/brand/colour', { colourList, version })
    expect(saved.status).toBe(200)
    expect(await brand()).toMatchObject({ colourList, version: saved.body.version })
    const late = await api('POST', '/plus/v1/brand/colour', { colourList: [], version })
    expect([late.status, late.body.code]).toEqual([409, 'changed-since'])
    const double = await api('POST', '/plus/v1/brand/colour', { colourList: [...colourList, { name: 'Red', colour: '#ff0000' }] })
    expect([double.status, double.body.field]).toEqual([400, 'colourList.2.name'])
    expect(await brand()).toMatchObject({ colourList })
  })
})

describe('a font', () => {
  test('is taken by what it is, with a sample, and its file and outlines go with it', async () => {
    const { status, body } = await upload()
    expect([status, body]).toMatchObject([200, { name: 'Boxes Bold' }])
    expect((await brand()).fontList).toContainEqual(
      expect.objectContaining({
        id: body.id,
        name: 'Boxes Bold',
        characters: Object.keys(boxLetters).length,
        user: root.email,
        sample: expect.stringContaining('<path'),
      }),
    )
    const { blob, outlines } = await db.selectFrom('brand_fonts').selectAll().where('font_id', '=', body.id).executeTakeFirstOrThrow()
    expect([await blobs.get(blob), await blobs.get(outlines)]).toEqual([expect.anything(), expect.anything()])
    expect((await remove(body.id)).status).toBe(200)
    await dropLooseBlobs(context.context, 0)
    expect([await blobs.get(blob), await blobs.get(outlines)]).toEqual([undefined, undefined])
    expect((await remove(body.id)).status).toBe(404)
  })

  test.each([
    ['is none', () => Buffer.from('a font, it says'), 'no-font'],
    ['is cut', () => makeBoxFont().subarray(0, 300), 'no-font'],
    ['has no figures', () => makeBoxFont({ H: [700, [50, 0, 650, 700]] }), 'no-figures'],
  ])('that %s is refused with its reason, and nothing stays', async (_, make, code) => {
    const before = await Array.fromAsync(blobs.list())
    const { status, body } = await upload(make())
    expect([status, body.code]).toEqual([400, code])
    expect(await Array.fromAsync(blobs.list())).toEqual(before)
  })

  test('sets texts of slides: the display gets its outlines, in the editor and in its plan', async () => {
    const { id } = (await upload()).body
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode, { caps: JSON.stringify({ vectorCards: true }) })
    const save = (...object: object[]) => api('POST', `/plus/store/${storeCode}/device/${mac}/show`, slideOf(...object))
    expect((await save(textIn(id))).status).toBe(200)
    const drawn = await api('POST', `/plus/store/${storeCode}/slide/object/drawing`, { object: textIn(id), mac })
    // The 1 is a box (label/src/box-font.ts).
    const one = 'M5.2 73L5.2 0.3L19.7 0.3L19.7 73Z'
    expect(drawn.body.svg).toContain(one)
    const { cards } = await manifestOf(token)
    const card = await app.inject({ url: cards[0]?.url ?? '', headers: { authorization: `Bearer ${token}` } })
    expect([card.statusCode, card.body.includes(one)]).toEqual([200, true])
    const used = await remove(id)
    expect([used.status, used.body.code, used.body.error]).toEqual([409, 'font-in-use', [`${storeCode} ${mac} ${await nameOf(mac)}`]])
    expect((await save()).status).toBe(200)
    expect((await remove(id)).status).toBe(200)
    const lost = await save(textIn(id))
    expect([lost.status, lost.body.code, lost.body.field]).toEqual([400, 'unknown-font-on-slide', 'show.0.object.0.text.font'])
    const none = await api('POST', `/plus/store/${storeCode}/slide/object/drawing`, { object: textIn(id), mac })
    expect(none.body).toMatchObject({ svg: null, why: 'no-font' })
  })

  test('of a template stays while it is there', async () => {
    const { id } = (await upload()).body
    const storeCode = await newStore()
    const { show } = slideOf(textIn(id))
    expect((await api('POST', `/plus/store/${storeCode}/template/Week`, { size: '29', show })).status).toBe(200)
    expect((await remove(id)).body.error).toEqual([`${storeCode} Week`])
  })
})

test('who has only some stores reads the brand, and changes nothing of it', async () => {
  const storeCode = await newStore()
  const account = await seedAccount(context.context, {
    email: 'clerk@brand.example',
    privileges: ['plus.read', 'plus.write'],
    stores: [storeCode],
  })
  const clerk = caller(app, account)
  expect((await clerk('GET', '/plus/v1/brand')).status).toBe(200)
  for (const answer of [
    await clerk('POST', '/plus/v1/brand/colour', { colourList: [] }),
    await clerk('POST', '/plus/v1/brand/font/delete', { id: '1' }),
    await send('/plus/v1/brand/font/file', 'a.ttf', makeBoxFont(), { headers: account.headers }),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, 'all-stores'])
})

async function nameOf(mac: string): Promise<string> {
  return (await db.selectFrom('plus_devices').select('name').where('mac', '=', mac).executeTakeFirstOrThrow()).name
}
