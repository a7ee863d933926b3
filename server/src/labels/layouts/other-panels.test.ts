/** Tags of other families: their models come from the catalogue or from themselves, and their labels from drawings of other sizes. */
import { decodeBitmap } from '@endcap/label/bitmap'
import { modelOf } from '@endcap/label/models'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { caller, seedAccount } from '../../testing/seed.ts'
import { createShops } from '../../testing/shops.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, app, engine, api } = await startTestEngine()
const { shop, settle, draftOf, check, publish, drawingOf } = createShops({ context, engine, api })
const { db } = context.context
let names = 0

/** A layout that has a drawing for 2.90 alone. */
const definition = (text: string) => ({
  format: 1,
  name: 'own',
  width: 296,
  height: 128,
  pages: [
    {
      elements: [
        { type: 'text', x: 4, y: 4, w: 288, h: 40, text: `{NAME}${text}`, size: 24, minSize: 16 },
        { type: 'price', x: 4, y: 50, w: 288, h: 70, field: 'PRICE', size: 60, minSize: 20 },
      ],
    },
  ],
})
async function ownLayout() {
  const layoutId = `OWN${++names}`
  const made = await api('POST', '/layout/drawing', { layoutId, size: '2.90', modelClass: 'bwr' })
  const drawingId = String(made.body.drawingId)
  await publishText(drawingId, '')
  return { layoutId, drawingId }
}
async function publishText(drawingId: string, text: string) {
  await draftOf(drawingId, definition(text))
  await check(drawingId)
  expect((await publish(drawingId, { reason: 'as it is' })).status).toBe(200)
}
/** What stands on the glass of a tag of this store. */
async function glassOf(tagMac: string | undefined) {
  const row = await db
    .selectFrom('tag_glass')
    .select('images')
    .where('tag_mac', '=', tagMac ?? '')
    .executeTakeFirstOrThrow()
  const [image] = row.images
  const file = await context.context.blobs.get(image?.hash ?? '')
  return decodeBitmap(file!)
}
const previewOf = async (storeCode: string, tagMac: string | undefined) =>
  (await api('GET', `/preview/store/${storeCode}/tag/${tagMac}`)).body

describe('a label of another size', () => {
  test('follows the starter layouts’ own rules, in its pixels and colours, as long as they are unchanged', async () => {
    const one = await shop({ layouts: ['SHELF_PRICE'], type: 'oepl-33' })
    expect(await glassOf(one.tags[0])).toMatchObject({ width: 384, height: 168, palette: 'bwr' })
    expect(await previewOf(one.storeCode, one.tags[0])).toMatchObject({ layoutId: 'SHELF_PRICE', refittedFrom: null })
  })
  test('with the pixels of a size of the specification has its drawings', async () => {
    const { layoutId } = await ownLayout()
    const one = await shop({ layouts: [layoutId], type: 'oepl-6e' })
    expect(await glassOf(one.tags[0])).toMatchObject({ width: 296, height: 128, palette: 'bwry' })
    expect(await previewOf(one.storeCode, one.tags[0])).toMatchObject({ refittedFrom: null })
    // As with tags of the specification: what has no drawing is not shown.
    const other = await shop({ layouts: [layoutId], type: 'px-400x300-bwry' })
    await expect(glassOf(other.tags[0])).rejects.toThrow()
  })
  test('that a panel tells of itself is drawn at once, upright too', async () => {
    const one = await shop({ layouts: ['SHELF_PRICE'], type: 'px-168x384-spectra6' })
    expect(await glassOf(one.tags[0])).toMatchObject({ width: 168, height: 384, palette: 'spectra6' })
  })
  test('is refitted from the drawing that is most like it, says so, and follows its versions', async () => {
    const { layoutId, drawingId } = await ownLayout()
    const one = await shop({ layouts: [layoutId], type: 'oepl-33' })
    const before = await glassOf(one.tags[0])
    expect(before).toMatchObject({ width: 384, height: 168, palette: 'bwr' })
    expect(await previewOf(one.storeCode, one.tags[0])).toMatchObject({ layoutId, refittedFrom: '2.90' })
    const product = { layoutId, prCode: 'x', prInfo: ['x', 'Tea', '', '100'], storeCode: one.storeCode, tagType: 'OEPL-33' }
    expect((await api('POST', '/product/preview/encoded', product)).body).toMatchObject({
      tagType: 'oepl-33',
      refittedFrom: '2.90',
      problems: [],
    })
    expect((await api('POST', '/product/preview/encoded', { ...product, tagType: 'B5' })).body).toMatchObject({ refittedFrom: null })
    await publishText(drawingId, '!')
    expect(await settle(one)).toEqual(one.tags)
    expect((await glassOf(one.tags[0])).pixels).not.toEqual(before.pixels)
  })
  test('takes a drawing of its own where there is one', async () => {
    const { layoutId } = await ownLayout()
    const one = await shop({ layouts: [layoutId], type: 'oepl-33' })
    const made = await api('POST', '/layout/drawing', { layoutId, size: 'tag-384x168', modelClass: 'bw' })
    expect(made.status).toBe(200)
    const drawingId = String(made.body.drawingId)
    expect((await api('GET', `/layout/drawing/${drawingId}`)).body).toMatchObject({ kind: 'tag', width: 384, height: 168 })
    await draftOf(drawingId, { ...definition('?'), width: 384, height: 168 })
    await check(drawingId)
    expect((await publish(drawingId, { reason: 'x' })).status).toBe(200)
    expect(await settle(one)).toEqual(one.tags)
    expect(await previewOf(one.storeCode, one.tags[0])).toMatchObject({ refittedFrom: null })
    for (const size of ['tag-296x128', 'tag-384x9999', 'tag-8x8', 'tag-'])
      expect((await api('POST', '/layout/drawing', { layoutId, size, modelClass: 'bw' })).status).toBe(400)
  })
  test('a starter layout that was changed is refitted as it is now', async () => {
    const layoutId = 'PROMOTION'
    const drawingId = await drawingOf(layoutId, '2.90')
    const one = await shop({ layouts: [layoutId], type: 'oepl-33' })
    expect(await previewOf(one.storeCode, one.tags[0])).toMatchObject({ refittedFrom: null })
    await publishText(drawingId, ' now')
    expect(await settle(one)).toEqual(one.tags)
    expect(await previewOf(one.storeCode, one.tags[0])).toMatchObject({ layoutId, refittedFrom: '2.90' })
  })
})

describe('a check', () => {
  test('looks at the panels of other families that the stores have, and says which', async () => {
    const { layoutId, drawingId } = await ownLayout()
    await shop({ layouts: [layoutId], type: 'px-90x200-bwry' })
    // Large enough on 2.90, and tiny on a panel that is a third as wide.
    await draftOf(drawingId, definition(' and so on'))
    expect(await check(drawingId)).toMatchObject({ state: 'DONE', errors: 0, warnings: 1 })
    const { data } = (await api('POST', `/layout/drawing/${drawingId}/check/search`, { length: -1 })).body
    expect(data).toMatchObject([{ panel: 'tag-90x200', modelClass: 'bwry', kind: 'tiny-text', level: 'warning' }])
    const drawn = {
      definition: definition(''),
      size: '2.90',
      modelClass: 'bwry',
      products: [{ prCode: 'x', prInfo: ['x', 'Tea', '', '1'] }],
    }
    const { body } = await api('POST', '/layout/draw', { ...drawn, panel: 'tag-90x200' })
    expect(Buffer.from(String((body.pages as string[])[0]), 'base64').readInt32LE(18)).toBe(90)
    expect((await api('POST', '/layout/draw', { ...drawn, panel: 'A6' })).body).toMatchObject({ field: 'panel' })
  })
})

describe('types of tags', () => {
  test('to choose from are the specification’s, and those that the account’s stores have', async () => {
    const [one, other] = [await shop({ type: 'px-400x168-gray4-led' }), await shop({})]
    const types = async (as = api) => ((await as('GET', '/tag/type')).body.typeList as { tagType: string }[]).map(({ tagType }) => tagType)
    const own = await types(
      caller(app, await seedAccount(context.context, { email: 'own@x.example', stores: [one.storeCode], privileges: [] })),
    )
    expect(own.filter((type) => type.length > 2)).toEqual(['px-400x168-gray4-led'])
    expect(own.length).toBe(122)
    expect(
      await types(caller(app, await seedAccount(context.context, { email: 'none@x.example', stores: [other.storeCode], privileges: [] }))),
    ).toHaveLength(121)
    expect(await types()).toContain('px-400x168-gray4-led')
  })
  test('are no freezers because of a letter', async () => {
    const { rows } = await sql<{ type: string; off: boolean }>`select type, tag_temperature_off(type, 20, 0) as off
      from unnest(array['45', 'C5', 'oepl-44', 'od-e1001', 'c-4', 'd-5', 'px-400x300-bw']) as type`.execute(db)
    expect(rows.filter(({ off }) => off).map(({ type }) => type)).toEqual(['45', 'C5'])
    expect(modelOf('oepl-44')?.freezer).toBe(false)
  })
  test('without an LED are not sent what lights it', async () => {
    const [dark, lit] = [await shop({ type: 'oepl-02' }), await shop({ type: 'oepl-34' })]
    for (const one of [dark, lit]) {
      const asked = await api('POST', '/tag/led', { storeCode: one.storeCode, tagList: one.tags.map((tagMac) => ({ tagMac })) })
      expect(asked.status).toBe(200)
      await engine.engine.settle()
    }
    expect(dark.gateway.taken().map(({ kind }) => kind)).toEqual([])
    expect(lit.gateway.taken().map(({ kind }) => kind)).toEqual(['LED'])
  })
})
