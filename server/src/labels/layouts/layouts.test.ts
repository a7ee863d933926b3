/** Layouts: drafted, checked, published, rolled back; labels follow on the glass, at once or by the clock of each store. */
import { starterLayouts } from '@endcap/label/starter'
import { describe, expect, test } from 'vitest'
import { caller, multipart, seedAccount, sendFile } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { seedLayouts } from './layouts.service.ts'
import { createShops } from '../../testing/shops.ts'

const { context, app, engine, api, root } = await startTestEngine()
const { db } = context.context
const { shop, settle, pass, glass, local, draftOf, check, publish, drawingOf } = createShops({ context, engine, api })
type Body = Record<string, unknown>

const starter = (size = '2.90') => starterLayouts().find((one) => one.layoutId === 'SHELF_PRICE' && one.size === size)?.definition as Body
/** A layout that is unlike any other: a bar somewhere, and the name. */
const plain = (x: number, more: Body[] = []) => ({
  format: 1,
  name: 'plain',
  width: 296,
  height: 128,
  pages: [
    {
      elements: [
        { type: 'box', x, y: 100, w: 10, h: 10, fill: 'black' },
        { type: 'text', x: 4, y: 4, w: 280, h: 40, text: '{NAME}', size: 20 },
        ...more,
      ],
    },
  ],
})
let names = 0
/** A drawing of a layout of its own, published. */
async function newLayout(storeCode: string | undefined, definition: object = plain(4), size = '2.90') {
  const layoutId = `OWN${++names}`
  const { status, body } = await api('POST', '/layout/drawing', {
    layoutId,
    size,
    modelClass: 'bw',
    ...(storeCode !== undefined && { storeCode }),
  })
  expect(status).toBe(200)
  const drawingId = String(body.drawingId)
  await draftOf(drawingId, definition)
  await check(drawingId)
  expect((await publish(drawingId)).status).toBe(200)
  await settle()
  return { layoutId, drawingId }
}

describe('a draft', () => {
  test('is made empty or as a copy fitted to another size, once for each size and colour class', async () => {
    const made = await api('POST', '/layout/drawing', { layoutId: 'FRESH', size: '2.90', modelClass: 'bwr' })
    expect(made.status).toBe(200)
    const { body } = await api('GET', `/layout/drawing/${String(made.body.drawingId)}`)
    expect(body).toMatchObject({
      layoutId: 'FRESH',
      kind: 'tag',
      width: 296,
      height: 128,
      version: 0,
      changed: true,
      draft: { pages: [{ elements: [] }] },
    })
    expect((await api('POST', '/layout/drawing', { layoutId: 'FRESH', size: '2.90', modelClass: 'bwr' })).body).toMatchObject({
      code: 'drawing-exists',
    })
    const from = await drawingOf('SHELF_PRICE', '2.90')
    const copy = await api('POST', '/layout/drawing', { layoutId: 'FRESH', size: '4.20', modelClass: 'bw', from })
    const copied = (await api('GET', `/layout/drawing/${String(copy.body.drawingId)}`)).body as unknown as {
      draft: { width: number; pages: { elements: object[] }[] }
    }
    expect(copied.draft).toMatchObject({ width: 400, height: 300 })
    expect(copied.draft.pages[0]?.elements.length).toBeGreaterThan(2)
    expect((await api('POST', '/layout/drawing', { layoutId: 'FRESH', size: '9.99', modelClass: 'bw' })).body).toMatchObject({
      field: 'size',
    })
    for (const [size, kind] of [
      ['A6', 'paper'],
      ['400x300', 'card'],
    ] as const) {
      const one = await api('POST', '/layout/drawing', { layoutId: 'FRESH', size, modelClass: 'bwr' })
      expect((await api('GET', `/layout/drawing/${String(one.body.drawingId)}`)).body).toMatchObject({ kind })
    }
  })

  test('is refused with the place of what is wrong, and what was there stays', async () => {
    const { drawingId } = await newLayout(undefined)
    const { draft, rev } = (await api('GET', `/layout/drawing/${drawingId}`)).body
    const send = (definition: object) => api('PUT', `/layout/drawing/${drawingId}/draft`, { definition, rev })
    expect(await send(plain(4, [{ type: 'text', x: 0, y: 0, w: 10, h: 10, text: 'x', size: 2 }]))).toMatchObject({
      status: 400,
      body: { field: 'definition.pages.0.elements.2.size' },
    })
    expect(await send({ ...plain(4), format: 7 })).toMatchObject({ status: 400, body: { message: expect.stringContaining('7') as string } })
    expect(await send({ ...plain(4), width: 400 })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('296 × 128') as string },
    })
    expect(await send(plain(4, [{ type: 'image', x: 0, y: 0, w: 10, h: 10, data: 'data:image/svg+xml;base64,PHN2Zz4=' }]))).toMatchObject({
      status: 400,
    })
    expect(await send(plain(4, [{ type: 'hologram', x: 0, y: 0 }]))).toMatchObject({ status: 400 })
    expect((await api('GET', `/layout/drawing/${drawingId}`)).body).toMatchObject({ draft, rev })
  })

  test('tells who saved it in the meantime, and can be thrown away', async () => {
    const { drawingId } = await newLayout(undefined)
    const other = await seedAccount(context.context, { email: 'other@test.example', privileges: 'administrator' })
    const { rev } = (await api('GET', `/layout/drawing/${drawingId}`)).body
    const theirs = await caller(app, other)('PUT', `/layout/drawing/${drawingId}/draft`, { definition: plain(50), rev })
    expect(theirs).toMatchObject({ status: 200, body: { rev: Number(rev) + 1 } })
    const mine = await api('PUT', `/layout/drawing/${drawingId}/draft`, { definition: plain(60), rev })
    expect(mine).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile', message: expect.stringContaining('other@test.example') as string },
    })
    expect((await api('GET', `/layout/drawing/${drawingId}`)).body).toMatchObject({ changed: true, draftBy: 'other@test.example' })
    expect((await api('PUT', `/layout/drawing/${drawingId}/discard`, { rev: Number(rev) + 1 })).status).toBe(200)
    expect((await api('GET', `/layout/drawing/${drawingId}`)).body).toMatchObject({ changed: false })
  })

  test('that was never published can be removed; names are those of what was published', async () => {
    const made = await api('POST', '/layout/drawing', { layoutId: 'NEVER', size: '2.90', modelClass: 'bw' })
    const named = async () => ((await api('GET', '/layout/name')).body.layoutList as { layoutId: string }[]).map((one) => one.layoutId)
    expect(await named()).not.toContain('NEVER')
    const { drawingId } = await newLayout(undefined)
    expect(await named()).toContain(`OWN${names}`)
    expect((await api('DELETE', `/layout/drawing/${drawingId}`)).body).toMatchObject({ code: 'published' })
    expect((await api('DELETE', `/layout/drawing/${String(made.body.drawingId)}`)).status).toBe(200)
    expect((await api('GET', `/layout/drawing/${String(made.body.drawingId)}`)).status).toBe(404)
  })
})

describe('publishing', () => {
  test('changes the glass by a task of type LAYOUT, only where the layout is shown, and rolling back brings the old picture', async () => {
    const { layoutId, drawingId } = await newLayout(undefined)
    const one = await shop({ layouts: [layoutId, null] })
    const [before, other] = [await glass(one.tags[0]), await glass(one.tags[1])]
    await draftOf(drawingId, plain(200))
    expect((await publish(drawingId)).body).toMatchObject({ code: 'unchecked' })
    await check(drawingId)
    expect((await publish(drawingId, { note: 'bar to the right' })).body).toMatchObject({ version: 2 })
    expect(await settle(one)).toEqual([one.tags[0]])
    const after = await glass(one.tags[0])
    expect(after).not.toBe(before)
    expect(await glass(one.tags[1])).toBe(other)
    const { body } = await api('GET', `/layout/drawing/${drawingId}/version/2`)
    expect(body).toMatchObject({
      state: 'LIVE',
      author: root.email,
      note: 'bar to the right',
      tags: 1,
      taskList: [{ storeCode: one.storeCode, tags: 1 }],
    })
    const [task] = body.taskList as { taskId: string }[]
    expect(
      await db
        .selectFrom('tasks')
        .selectAll()
        .where('task_id', '=', task?.taskId ?? '')
        .executeTakeFirst(),
    ).toMatchObject({
      task_type: 'LAYOUT',
      layout_id: layoutId,
      total: 1,
      shown: 1,
      created_by: root.email,
    })
    expect((await publish(drawingId)).body).toMatchObject({ code: 'unchanged' })

    expect((await api('POST', `/layout/drawing/${drawingId}/version/1/restore`, {})).body).toMatchObject({ version: 3 })
    expect(await settle(one)).toEqual([one.tags[0]])
    expect(await glass(one.tags[0])).toBe(before)
    const { versionList } = (await api('GET', `/layout/drawing/${drawingId}/version`)).body
    expect(versionList).toMatchObject([
      { version: 3, restores: 1, state: 'LIVE' },
      { version: 2, state: 'PAST' },
      { version: 1, state: 'PAST' },
    ])
    expect((await api('POST', `/layout/drawing/${drawingId}/version/1/restore`, {})).body).toMatchObject({ code: 'unchanged' })
    expect((await api('POST', `/layout/drawing/${drawingId}/version/9/restore`, {})).status).toBe(404)
  })

  test('with errors needs a reason, which is kept', async () => {
    const { layoutId, drawingId } = await newLayout(undefined)
    const one = await shop({ layouts: [layoutId] })
    await draftOf(drawingId, plain(30, [{ type: 'text', x: 0, y: 60, w: 30, h: 20, text: '{NAME}{NAME}{NAME}', size: 20 }]))
    expect(await check(drawingId)).toMatchObject({ state: 'DONE', errors: 1, checked: 1, total: 1 })
    const found = (await api('POST', `/layout/drawing/${drawingId}/check/search`, {})).body
    expect(found.data[0]).toMatchObject({ storeCode: one.storeCode, prCode: 'p1', kind: 'overflow', level: 'error', element: '3' })
    expect((await publish(drawingId)).body).toMatchObject({ code: 'errors-found' })
    expect((await publish(drawingId, { reason: 'only one shelf' })).status).toBe(200)
    expect((await api('GET', `/layout/drawing/${drawingId}/version/2`)).body).toMatchObject({ reason: 'only one shelf', errors: 1 })
  })

  test('from a time on begins in each store by its own clock, and can be taken back until then', async () => {
    const { layoutId, drawingId } = await newLayout(undefined)
    const tokyo = await shop({ layouts: [layoutId] })
    const london = await shop({ layouts: [layoutId], config: { timeZone: 'Europe/London' } })
    const before = await glass(tokyo.tags[0])
    await draftOf(drawingId, plain(120))
    await check(drawingId)
    expect((await publish(drawingId, { from: '2020-01-01T06:00' })).body).toMatchObject({ field: 'from' })
    expect((await publish(drawingId, { from: local(3600) })).status).toBe(200)
    expect((await api('GET', `/layout/drawing/${drawingId}`)).body).toMatchObject({
      version: 2,
      waiting: { version: 2, from: local(3600) },
    })
    expect((await api('PUT', `/layout/drawing/${drawingId}/version/2/cancel`, {})).status).toBe(200)
    await pass(3700, tokyo, london)
    expect([await settle(tokyo), await settle(london)]).toEqual([[], []])

    expect((await publish(drawingId, { from: local(3600) })).status).toBe(200)
    expect(await settle(tokyo)).toEqual([])
    await pass(3700, tokyo, london)
    expect(await settle(tokyo)).toEqual([tokyo.tags[0]])
    expect(await settle(london)).toEqual([])
    expect(await glass(tokyo.tags[0])).not.toBe(before)
    expect((await api('PUT', `/layout/drawing/${drawingId}/version/3/cancel`, {})).body).toMatchObject({ code: 'begun' })
    // A price that changes meanwhile is drawn by what holds in its store.
    await api('POST', '/product', {
      storeCode: london.storeCode,
      productList: [{ prCode: 'p1', prInfo: ['', 'Name 1', '', '500'], layoutId }],
    })
    await settle(london)
    expect(await glass(london.tags[0])).toBe(before)
    await pass(9 * 3600, tokyo, london)
    expect(await settle(london)).toEqual([london.tags[0]])
    expect(await glass(london.tags[0])).toBe(await glass(tokyo.tags[0]))
  })

  test('of a newer version cancels one that waits for a later time', async () => {
    const { drawingId } = await newLayout(undefined)
    await draftOf(drawingId, plain(90))
    await check(drawingId)
    await publish(drawingId, { from: local(7200) })
    await draftOf(drawingId, plain(91))
    await check(drawingId)
    await publish(drawingId)
    expect((await api('GET', `/layout/drawing/${drawingId}/version`)).body.versionList).toMatchObject([
      { version: 3, state: 'LIVE' },
      { version: 2, state: 'CANCELLED' },
      { version: 1, state: 'PAST' },
    ])
  })

  test('starter layouts are left alone at the next start once an account has published them', async () => {
    const drawingId = await drawingOf('PRODUCE', '2.90')
    await draftOf(drawingId, { ...starter(), name: 'ours' })
    await check(drawingId)
    expect((await publish(drawingId, { reason: 'try' })).status).toBe(200)
    await seedLayouts(db)
    expect((await api('GET', `/layout/drawing/${drawingId}`)).body).toMatchObject({ version: 2, changed: false, draft: { name: 'ours' } })
  })
})

describe('a store’s own drawing', () => {
  async function copyForStore(storeCode: string, { layoutId, drawingId }: { layoutId: string; drawingId: string }): Promise<string> {
    const copy = { layoutId, size: '2.90', modelClass: 'bw', storeCode, from: drawingId }
    return String((await api('POST', '/layout/drawing', copy)).body.drawingId)
  }

  test('takes the place of the shared one there, and labels fall back to it when it is archived', async () => {
    const { layoutId, drawingId } = await newLayout(undefined)
    const [one, two] = [await shop({ layouts: [layoutId] }), await shop({ layouts: [layoutId] })]
    const shared = await glass(one.tags[0])
    const own = await copyForStore(one.storeCode, { layoutId, drawingId })
    await draftOf(own, plain(150))
    await check(own)
    expect((await publish(own)).status).toBe(200)
    expect(await settle(one)).toEqual([one.tags[0]])
    expect(await settle(two)).toEqual([])
    expect(await glass(one.tags[0])).not.toBe(shared)
    expect((await api('PUT', `/layout/drawing/${drawingId}/archive`, { archived: true })).body).toMatchObject({ code: 'in-use' })
    expect((await api('PUT', `/layout/drawing/${own}/archive`, { archived: true })).status).toBe(200)
    expect(await settle(one)).toEqual([one.tags[0]])
    expect(await glass(one.tags[0])).toBe(shared)
    expect((await api('PUT', `/layout/drawing/${own}/archive`, { archived: false })).status).toBe(200)
    expect(await settle(one)).toEqual([one.tags[0]])
    expect(await glass(one.tags[0])).not.toBe(shared)
  })

  test('follows at once when it is archived and taken back, also while a newer version waits; no other tag is sent anything', async () => {
    const { layoutId, drawingId } = await newLayout(undefined)
    const one = await shop({ layouts: [layoutId, null] })
    const shared = await glass(one.tags[0])
    const own = await copyForStore(one.storeCode, { layoutId, drawingId })
    const publishAt = async (price: number, more: object = {}) => {
      await draftOf(own, plain(price))
      await check(own)
      expect((await publish(own, more)).status).toBe(200)
    }
    await publishAt(150)
    expect(await settle(one)).toEqual([one.tags[0]])
    const before = await glass(one.tags[0])
    await publishAt(160, { from: '2099-01-01T06:00' })
    const archive = (archived: boolean) => api('PUT', `/layout/drawing/${own}/archive`, { archived })
    expect((await archive(true)).status).toBe(200)
    expect(await settle(one)).toEqual([one.tags[0]])
    expect(await glass(one.tags[0])).toBe(shared)
    expect((await archive(false)).status).toBe(200)
    expect(await settle(one)).toEqual([one.tags[0]])
    expect(await glass(one.tags[0])).toBe(before)
  })

  test('is seen and changed by accounts of the store alone; shared ones need all stores', async () => {
    const [one, two] = [await shop({}), await shop({})]
    const [own, foreign] = [await newLayout(one.storeCode), await newLayout(two.storeCode)]
    const account = await seedAccount(context.context, {
      email: 'clerk@test.example',
      stores: [one.storeCode],
      privileges: ['ld.read', 'ld.write'],
    })
    const clerk = caller(app, account)
    const list = (await clerk('POST', '/layout/drawing/search', { length: -1 })).body.data
    expect(list.filter((row) => row.drawingId === own.drawingId)).toMatchObject([{ mayChange: true, storeCode: one.storeCode }])
    expect(list.filter((row) => row.drawingId === foreign.drawingId)).toEqual([])
    expect((await clerk('GET', `/layout/drawing/${foreign.drawingId}`)).status).toBe(404)
    const sharedId = await drawingOf('SHELF_PRICE', '2.90')
    expect((await clerk('GET', `/layout/drawing/${sharedId}`)).body).toMatchObject({ mayChange: false })
    expect((await clerk('PUT', `/layout/drawing/${sharedId}/draft`, { definition: starter(), rev: 0 })).body).toMatchObject({
      code: 'all-stores',
    })
    expect((await clerk('POST', '/layout/drawing', { layoutId: 'X1', size: '2.90', modelClass: 'bw' })).body).toMatchObject({
      code: 'all-stores',
    })
    expect(
      (await clerk('POST', '/layout/drawing', { layoutId: 'X1', size: '2.90', modelClass: 'bw', storeCode: two.storeCode })).body,
    ).toMatchObject({ code: 'other-store' })
    expect(
      (
        await clerk('POST', '/layout/draw', {
          storeCode: two.storeCode,
          definition: plain(1),
          size: '2.90',
          modelClass: 'bw',
          products: [{ prCode: 'p1' }],
        })
      ).body,
    ).toMatchObject({ code: 'other-store' })
    expect((await clerk('PUT', '/layout/rule', { ruleList: [], rev: 0 })).body).toMatchObject({ code: 'all-stores' })
    expect((await clerk('GET', `/layout/rule?storeCode=${two.storeCode}`)).body).toMatchObject({ code: 'other-store' })
  })
})

describe('files of layouts', () => {
  const send = async (content: string, fields: Record<string, string> = {}) => {
    return sendFile<Body>(app, root, '/layout/file', { name: 'layouts.json', content }, fields)
  }
  test('go out and come in again; what is there already is only replaced when that is asked for', async () => {
    const { layoutId, drawingId } = await newLayout(undefined)
    const file = await app.inject({
      method: 'POST',
      url: '/api/layout/file/export',
      headers: root.headers,
      payload: { drawingList: [drawingId] },
    })
    expect(file.headers['content-disposition']).toContain(layoutId)
    expect(await send(file.body)).toMatchObject({ status: 200, body: { drawingList: [{ drawingId, is: 'same' }] } })
    const other = file.body.replace('"x": 4', '"x": 5')
    expect(await send(other)).toMatchObject({ status: 409, body: { code: 'drawing-exists', error: [`${layoutId} 2.90 bw`] } })
    expect(await send(other, { replace: 'true' })).toMatchObject({ status: 200, body: { drawingList: [{ drawingId, is: 'changed' }] } })
    expect((await api('GET', `/layout/drawing/${drawingId}`)).body).toMatchObject({ changed: true, version: 1 })
    expect(await send(file.body.replace(layoutId, 'BROUGHT'))).toMatchObject({
      status: 200,
      body: { drawingList: [{ layoutId: 'BROUGHT', is: 'new' }] },
    })
  })
  test('are refused whole, with each place that is wrong', async () => {
    const one = { layoutId: 'BAD', size: '2.90', modelClass: 'bw' }
    const file = (...layouts: object[]) => JSON.stringify({ kind: 'endcap-layouts', layouts })
    expect(await send('{"kind":')).toMatchObject({ status: 400, body: { message: expect.stringContaining('no JSON') as string } })
    expect(await send('{}')).toMatchObject({ status: 400, body: { message: expect.stringContaining('endcap-layouts') as string } })
    expect(
      await send(
        file(
          { ...one, definition: plain(4) },
          { ...one, size: '4.20', definition: { ...plain(4), format: 9 } },
          { ...one, size: '77', definition: {} },
        ),
      ),
    ).toMatchObject({
      status: 400,
      body: {
        error: [
          expect.stringContaining('layouts.1 (BAD 4.20)'),
          expect.stringContaining('layouts.2 (BAD 77): there is no size 77'),
        ] as string[],
      },
    })
    expect(await send(file({ ...one, definition: plain(4) }, { ...one, definition: plain(4) }))).toMatchObject({
      status: 400,
      body: { error: [expect.stringContaining('twice')] as string[] },
    })
    expect(await db.selectFrom('layout_drawings').selectAll().where('layout_id', '=', 'BAD').execute()).toEqual([])
  })
})

test('the names of layouts are the shared ones and those of the own stores; a file cannot name others either', async () => {
  const [one, other] = [await shop({}), await shop({})]
  const { layoutId } = await newLayout(other.storeCode)
  const reader = await seedAccount(context.context, { email: 'names@test.example', privileges: ['product.write'], stores: [one.storeCode] })
  const names = async (who: typeof root) => (await caller(app, who)('GET', '/layout/name')).body.layoutList
  expect(await names(root)).toContainEqual(expect.objectContaining({ layoutId }))
  expect(await names(reader)).toContainEqual(expect.objectContaining({ layoutId: 'MULTI' }))
  expect(await names(reader)).not.toContainEqual(expect.objectContaining({ layoutId }))
  const tried = async (storeCode: string) => {
    const form = multipart({ storeCode }, { name: 'a.csv', content: `PRODUCT_CODE,LAYOUT_ID\n1,${layoutId}\n` })
    return app.inject({
      method: 'POST',
      url: '/api/product/file/check',
      payload: form.payload,
      headers: { ...form.headers, ...root.headers },
    })
  }
  expect((await tried(other.storeCode)).body).not.toContain('which does not exist')
  expect((await tried(one.storeCode)).body).toContain('which does not exist')
})
