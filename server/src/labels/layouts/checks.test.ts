/** Checks: every label that has a layout is drawn and looked at, whichever process is killed meanwhile. */
import { describe, expect, test } from 'vitest'
import { caller, seedAccount, seedStore } from '../../testing/seed.ts'
import { createShops } from '../../testing/shops.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { stepChecks } from './checks.service.ts'

const { context, app, engine, api } = await startTestEngine()
const { shop, settle, draftOf, check, revOf, publish } = createShops({ context, engine, api })
const { clock } = context
let names = 0

/** Without a price on purpose. */
const narrow = {
  format: 1,
  name: 'narrow',
  width: 296,
  height: 128,
  pages: [{ elements: [{ type: 'text', x: 0, y: 0, w: 100, h: 30, text: '{NAME}', size: 20, role: 'none' }] }],
}
async function newDrawing(definition: object = narrow, storeCode?: string) {
  const layoutId = `CHK${++names}`
  const made = await api('POST', '/layout/drawing', {
    layoutId,
    size: '2.90',
    modelClass: 'bw',
    ...(storeCode !== undefined && { storeCode }),
  })
  const drawingId = String(made.body.drawingId)
  await draftOf(drawingId, definition)
  return { layoutId, drawingId }
}
/** Products of which every tenth has a name that does not fit. */
async function fill(storeCode: string, layoutId: string | null, count: number) {
  await seedStore(context.context, storeCode)
  const productList = Array.from({ length: count }, (_, n) => ({
    prCode: `c${String(n).padStart(5, '0')}`,
    prInfo: ['', n % 10 === 0 ? 'A name that is too long' : 'Tea', '', '100'],
    layoutId,
  }))
  expect((await api('POST', '/product', { storeCode, productList })).status).toBe(200)
}
const read = async (drawingId: string) => (await api('GET', `/layout/drawing/${drawingId}/check`)).body.check as Record<string, unknown>
const start = async (drawingId: string) => api('POST', `/layout/drawing/${drawingId}/check`, { rev: await revOf(drawingId) })
/** A layout is named by products once it was published. */
async function published() {
  const one = await newDrawing({ ...narrow, pages: [{ elements: [] }] })
  await check(one.drawingId)
  expect((await publish(one.drawingId)).status).toBe(200)
  await settle()
  await draftOf(one.drawingId, narrow)
  return one
}

describe('a check', () => {
  test('looks at every product of the layout, in steps; a step that breaks off is done again once by another process', async () => {
    const { layoutId, drawingId } = await published()
    await fill('CK1', layoutId, 900)
    await fill('CK2', null, 20)
    expect((await start(drawingId)).status).toBe(200)
    expect(await read(drawingId)).toMatchObject({ state: 'RUNNING', total: 900, checked: 0 })
    expect(await stepChecks(context.context)).toBe(true)
    expect(await read(drawingId)).toMatchObject({ checked: 400, errors: 40 })
    // Killed while it draws: what it has claimed is left alone for a while.
    const dying = { ...context.context, labels: { ...context.context.labels, render: () => Promise.reject(new Error('killed')) } }
    await expect(stepChecks(dying)).rejects.toThrow('killed')
    expect(await stepChecks(context.context)).toBe(false)
    clock.advance(61)
    while (await stepChecks(context.context)) {
      // To its end.
    }
    expect(await read(drawingId)).toMatchObject({ state: 'DONE', total: 900, checked: 900, errors: 90, warnings: 0 })
    const found = (await api('POST', `/layout/drawing/${drawingId}/check/search`, { length: -1 })).body
    expect(found.recordsTotal).toBe(90)
    expect(new Set(found.data.map((row) => row.prCode)).size).toBe(90)
    expect(found.data[0]).toMatchObject({
      storeCode: 'CK1',
      prCode: 'c00000',
      name: 'A name that is too long',
      kind: 'overflow',
      translatable: { sentence: 'text-too-long', values: { text: 'A name that is too long' } },
      element: '1',
      modelClass: 'bw',
    })
  })

  test('of a layout that no product has yet looks at others, which may get it', async () => {
    const { drawingId } = await newDrawing(narrow)
    await fill('CK0', null, 30)
    const done = await check(drawingId)
    expect(done).toMatchObject({ state: 'DONE', others: true })
    const { total, errors, checked } = done as Record<string, number>
    expect([checked, errors]).toEqual([total, (total ?? 0) / 10])
    expect(total).toBeGreaterThanOrEqual(30)
  })

  test('a check that an account ends keeps nothing of the step that was under way, and another draft needs another check', async () => {
    const { layoutId, drawingId } = await published()
    await fill('CK3', layoutId, 30)
    await start(drawingId)
    const slow = {
      ...context.context,
      labels: {
        ...context.context.labels,
        render: async (...jobs: Parameters<typeof context.context.labels.render>) => {
          expect((await api('PUT', `/layout/drawing/${drawingId}/check/cancel`, {})).status).toBe(200)
          return context.context.labels.render(...jobs)
        },
      },
    }
    await stepChecks(slow)
    expect(await read(drawingId)).toMatchObject({ state: 'CANCELLED', checked: 0, errors: 0 })
    expect((await api('POST', `/layout/drawing/${drawingId}/check/search`, {})).body.data).toEqual([])
    expect((await publish(drawingId)).body).toMatchObject({ code: 'unchecked' })
    await check(drawingId)
    await draftOf(drawingId, { ...narrow, name: 'another' })
    expect((await publish(drawingId, { reason: 'x' })).body).toMatchObject({ code: 'unchecked' })
    expect((await api('PUT', `/layout/drawing/${drawingId}/check/cancel`, {})).body).toMatchObject({ code: 'not-running' })
    expect((await api('POST', `/layout/drawing/${drawingId}/check`, { rev: 0 })).body).toMatchObject({ code: 'changed-meanwhile' })
  })

  test('follows rules, and looks at labels with several products', async () => {
    const { layoutId, drawingId } = await published()
    const one = await shop({ layouts: [null, null] })
    const rule = { layoutId, when: [{ field: 'NAME', is: 'equals', value: 'Name 2' }] }
    expect((await api('PUT', '/layout/rule', { storeCode: one.storeCode, ruleList: [rule], rev: 0 })).status).toBe(200)
    expect(await check(drawingId)).toMatchObject({ state: 'DONE', errors: 0 })
    await api('POST', '/product', { storeCode: one.storeCode, productList: [{ prCode: 'p2', prInfo: ['', 'Name 2', '', '100'] }] })
    const wide = {
      ...narrow,
      pages: [{ elements: [{ type: 'text', x: 0, y: 0, w: 100, h: 30, text: '{NAME} {2.NAME} too long', size: 20, role: 'none' }] }],
    }
    await draftOf(drawingId, wide)
    expect(await check(drawingId)).toMatchObject({ errors: 1 })
    expect(
      (
        await api('POST', '/tag/assign/multiple', {
          storeCode: one.storeCode,
          tagList: [{ tagMac: one.tags[0], prCodeList: ['p1', 'p2'], layoutId }],
        })
      ).status,
    ).toBe(200)
    expect(await check(drawingId)).toMatchObject({ errors: 2 })
    expect((await api('POST', `/layout/drawing/${drawingId}/check/search`, { length: -1 })).body.data).toMatchObject([
      { prCode: 'p2', prCodes: null },
      { prCode: 'p1', prCodes: ['p1', 'p2'] },
    ])
  })

  test('warns of a layout without a price once in each store, and publishes it all the same', async () => {
    const { layoutId, drawingId } = await published()
    await fill('CK6', layoutId, 450)
    await fill('CK7', layoutId, 10)
    const text = { type: 'text', x: 0, y: 0, w: 290, h: 30, size: 20 }
    await draftOf(drawingId, { ...narrow, pages: [{ elements: [{ ...text, text: '{NAME}' }] }] })
    expect(await check(drawingId)).toMatchObject({ state: 'DONE', errors: 0, warnings: 2 })
    const found = async () => (await api('POST', `/layout/drawing/${drawingId}/check/search`, { length: -1 })).body.data
    expect(await found()).toMatchObject(
      ['CK6', 'CK7'].map((storeCode) => ({ storeCode, kind: 'no-price', level: 'warning', translatable: { sentence: 'price-nowhere' } })),
    )
    expect((await publish(drawingId)).status).toBe(200)
    await settle()
    await draftOf(drawingId, { ...narrow, pages: [{ elements: [{ ...text, text: '{NAME} {PRICE:price}' }] }] })
    await check(drawingId)
    expect(await found()).toEqual([])
  })

  test('tells accounts of some stores about these alone', async () => {
    const { layoutId, drawingId } = await published()
    await fill('CK4', layoutId, 10)
    await fill('CK5', layoutId, 10)
    await check(drawingId)
    const account = await seedAccount(context.context, { email: 'check@test.example', stores: ['CK4'], privileges: ['ld.read'] })
    const found = (await caller(app, account)('POST', `/layout/drawing/${drawingId}/check/search`, {})).body.data
    expect(found.map((row) => row.storeCode)).toEqual(['CK4'])
  })
})
