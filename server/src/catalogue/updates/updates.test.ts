/** Updates: what each changed, the way back, and that changes at the same time do not undo one another. */
import { setTimeout as wait } from 'node:timers/promises'
import type { TablePage } from '@endcap/contract/table'
import type { StorePriceChange } from '@endcap/contract/updates'
import { describe, expect, test } from 'vitest'
import { seedStore, sendFile, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, app, engine, api, root } = await startTestEngine()
let stores = 0

async function newStore() {
  const storeCode = `U${++stores}`
  await seedStore(context.context, storeCode)
  const save = (...productList: object[]) => api('POST', '/product', { storeCode, productList })
  const product = (prCode: string, name: string, price: string, more: object = {}) => ({ prCode, prInfo: ['', name, '', price], ...more })
  const read = async (prCode: string) =>
    (await api('GET', `/product/${prCode}/store/${storeCode}`)).body as unknown as { prInfo: string[]; updateId: string }
  const upload = async (content: string) => {
    const answer = await sendFile<{ taskId: string | null; historyId: string; changed: number }>(
      app,
      root,
      '/product/file',
      { name: 'prices.csv', content },
      { storeCode },
    )
    return answer.body
  }
  const updates = async (body: object = {}) => (await api('POST', `/history/update/task/store/${storeCode}/search`, body)).body
  const ofProduct = async (prCode: string) =>
    (await api('POST', `/history/update/store/${storeCode}/product/${prCode}/search`, { length: -1 })).body.data as unknown as {
      before: { prInfo: string[] } | null
      prInfo: string[]
      removed: boolean
      kind: string
      fileName: string | null
      changedBy: string
    }[]
  const revert = (taskId: unknown, path = '') => api('POST', `/revert/task/${String(taskId)}/store/${storeCode}${path}`)
  return { storeCode, save, product, read, upload, updates, ofProduct, revert }
}

/** A store with a gateway and two tags that show p1 and p2. */
async function newShop() {
  const store = await newStore()
  const { storeCode, save, product } = store
  const macs = [tagId(stores * 100), tagId(stores * 100 + 1)]
  const gateway = await engine.gateway(storeCode, `02EC00020${stores.toString(16).padStart(3, '0').toUpperCase()}`)
  await gateway.online()
  await gateway.hear(...macs.map((tag) => ({ tag })))
  await save(product('p1', 'Milk', '100'), product('p2', 'Rice', '200'))
  await api('POST', '/tag/assign', { storeCode, tagList: macs.map((tagMac, index) => ({ tagMac, prCode: `p${index + 1}` })) })
  /** Everything under way comes to its glass; answers what hash each tag shows then. */
  const deliver = async () => {
    await engine.engine.settle()
    for (const operation of gateway.taken()) {
      await gateway.report(operation, 'accepted')
      await gateway.report(operation, 'shown')
    }
    await engine.engine.settle()
    const rows = await context.context.db
      .selectFrom('tag_glass')
      .selectAll()
      .where('store_code', '=', storeCode)
      .orderBy('tag_mac')
      .execute()
    return rows.map((row) => row.shown_hash)
  }
  return { ...store, macs, gateway, deliver }
}

describe('history', () => {
  test('every change is kept with who, when and from which file, and what was before', async () => {
    const { save, product, upload, updates, ofProduct } = await newStore()
    await save(product('p1', 'Milk', '100'))
    const { historyId } = await upload('PRODUCT_CODE,PRICE\np1,120\np2,300\n')
    const list = await updates()
    expect(list.data).toMatchObject([
      { fileId: historyId, kind: 'FILE', productCount: 2, tagCount: 0, taskId: '-1', internalTaskId: null, fileName: 'prices.csv' },
      { kind: 'EDIT', productCount: 1, changedBy: 'root@test.example', fileName: null },
    ])
    expect(await ofProduct('p1')).toMatchObject(
      [
        {
          kind: 'FILE',
          fileName: 'prices.csv',
          prInfo: ['p1', 'Milk', '', '120'],
          before: { prInfo: ['p1', 'Milk', '', '100'] },
          price: '¥120',
          priceBefore: '¥100',
        },
        { kind: 'EDIT', before: null, prInfo: ['p1', 'Milk', '', '100'], price: '¥100', priceBefore: '' },
      ].map((row) => ({
        ...row,
        prInfo: expect.arrayContaining(row.prInfo.filter(Boolean)) as string[],
        ...(row.before && { before: expect.anything() as object }),
      })),
    )
    expect((await ofProduct('p2'))[0]).toMatchObject({ before: null })
  })

  test('an update lists its products, and a file that changes nothing is none', async () => {
    const { storeCode, upload, updates } = await newStore()
    const file = 'PRODUCT_CODE,NAME,PRICE\np1,Milk,100\np2,Rice,200\n'
    await upload(file)
    await upload(file)
    const { data } = await updates()
    expect(data).toHaveLength(1)
    const rows = await api('POST', `/history/update/store/${storeCode}/task/${String(data[0]?.updateId)}/search`, { filter_prCode: 'p2' })
    expect(rows.body).toMatchObject({ recordsTotal: 2, recordsFiltered: 1, data: [{ prCode: 'p2', before: null }] })
  })
})

describe('price changes of all stores', () => {
  const search = async (body: object) => (await api('POST', '/history/price/search', body)).body as unknown as TablePage<StorePriceChange>

  test('say which product, from what to what, by whom, and how its labels stand; what is no change of a price is none', async () => {
    const { storeCode, save, product, upload, deliver } = await newShop()
    await deliver()
    const of = (body: object = {}) => search({ filter_storeCode: storeCode, condition_storeCode: '==', ...body })
    // New products have no price before; another name is no other price; nor is one that is gone.
    expect((await of()).data).toEqual([])
    await save(product('p1', 'Whole milk', '100'))
    expect((await of()).data).toEqual([])
    await save(product('p1', 'Whole milk', '120'), product('p2', 'Rice', '0'))
    await upload('PRODUCT_CODE,PRICE\np1,90\n')
    const { data, recordsFiltered } = await of()
    expect(recordsFiltered).toBe(3)
    const name = `Store ${storeCode}`
    const labels = { error: 0, inProgress: 1, good: 0 }
    expect(data).toMatchObject([
      { storeName: name, prCode: 'p1', name: 'Whole milk', priceBefore: '¥120', price: '¥90', percent: -25, kind: 'FILE', labels },
      { prCode: 'p1', priceBefore: '¥100', price: '¥120', percent: 20, kind: 'EDIT', changedBy: 'root@test.example', fileName: null },
      { prCode: 'p2', name: 'Rice', priceBefore: '¥200', price: '¥0', percent: null },
    ])
    await deliver()
    expect((await of({ length: 1 })).data).toMatchObject([{ labels: { error: 0, inProgress: 0, good: 1 } }])
    const codes = async (body: object) => (await of(body)).data.map(({ prCode, price }) => `${prCode} ${price}`)
    expect(await codes({ filter_find: 'whole milk', filter_kind: 'EDIT' })).toEqual(['p1 ¥120'])
    expect(await codes({ filter_fileName: 'prices' })).toEqual(['p1 ¥90'])
    expect(await codes({ filter_changedBy: 'another' })).toEqual([])
    expect(await codes({ filter_percent: '0', condition_percent: '<=' })).toEqual(['p1 ¥90'])
    expect(await codes({ order: { column: 'percent', dir: 'desc' }, length: 1 })).toEqual(['p1 ¥120'])
    expect(await codes({ filter_endDate: 0 })).toEqual([])
    expect(await of({ length: 2, filter_prCode: 'p1' })).toMatchObject({ recordsFiltered: 2 })
  })
})

describe('reverting a task', () => {
  test('brings product data and the glass back, and can itself be reverted', async () => {
    const { upload, read, deliver, revert, updates } = await newShop()
    const before = await deliver()
    const { taskId } = await upload('PRODUCT_CODE,PRICE\np1,111\np2,222\n')
    const after = await deliver()
    expect(after).not.toEqual(before)
    const reverted = await revert(taskId)
    expect(reverted).toMatchObject({ status: 200, body: { changed: 2, tagCount: 2, message: 'Complete!' } })
    expect((await read('p1')).prInfo[3]).toBe('100')
    expect(await deliver()).toEqual(before)
    expect((await updates()).data[0]).toMatchObject({ kind: 'REVERT', taskId: reverted.body.taskId })
    const task = await context.context.db
      .selectFrom('tasks')
      .selectAll()
      .where('task_id', '=', String(reverted.body.taskId))
      .executeTakeFirst()
    expect(task).toMatchObject({ task_type: 'REVERT', prior_task_id: taskId, shown: 2, failed: 0 })
    expect((await revert(reverted.body.taskId)).status).toBe(200)
    expect(await deliver()).toEqual(after)
  })

  test('says before what would go back, price by price, and what would refuse it; nothing is changed by that', async () => {
    const { storeCode, upload, save, product, read, revert } = await newShop()
    const { taskId } = await upload('PRODUCT_CODE,NAME,PRICE\np1,Milk,10\np2,Rice,222\np9,New,900\n')
    const found = await revert(taskId, '/check')
    expect(found).toMatchObject({ status: 200, body: { newCount: 0, changed: 3, tagCount: 2, priceCount: 1, otherPriceCount: 1 } })
    expect(found.body).toMatchObject({
      prices: [{ prCode: 'p1', productName: 'Milk', kind: 'tenfold', beforeWords: '¥10', afterWords: '¥100', labels: 1 }],
      otherPrices: [{ prCode: 'p2', kind: null, beforeWords: '¥222', afterWords: '¥200', percent: -9.9 }],
    })
    expect((await read('p1')).prInfo[3]).toBe('10')
    await save(product('p2', 'Rice', '250'))
    expect(await revert(taskId, '/check')).toMatchObject({ status: 409, body: { code: 'newer-changes' } })
    expect((await revert('999999', '/check')).status).toBe(404)
    expect(await context.context.db.selectFrom('staged_products').selectAll().where('store_code', '=', storeCode).execute()).toEqual([])
  })

  test('is refused when a product has changed again since, and changes nothing then', async () => {
    const { upload, save, product, read, revert } = await newShop()
    const { taskId } = await upload('PRODUCT_CODE,PRICE\np1,111\np2,222\n')
    await save(product('p2', 'Rice', '250'))
    expect(await revert(taskId)).toMatchObject({
      status: 409,
      body: { code: 'newer-changes', message: expect.stringContaining('p2') as string },
    })
    expect((await read('p1')).prInfo[3]).toBe('111')
    expect(await context.context.db.selectFrom('staged_products').selectAll().where('store_code', '=', `U${stores}`).execute()).toEqual([])
  })

  test('removes what the task brought anew, but not from under a label assigned since', async () => {
    const { storeCode, macs, upload, read, revert } = await newShop()
    const { taskId } = await upload('PRODUCT_CODE,NAME,PRICE\np1,Milk,111\np9,New,900\n')
    await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: macs[1], prCode: 'p9' }] })
    expect(await revert(taskId)).toMatchObject({ status: 409, body: { code: 'newer-changes' } })
    await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: macs[1], prCode: 'p2' }] })
    expect(await revert(taskId)).toMatchObject({ status: 200, body: { changed: 2 } })
    expect((await api('GET', `/product/p9/store/${storeCode}`)).status).toBe(404)
    expect((await read('p1')).prInfo[3]).toBe('100')
  })

  test('of a task that changed no product, or that does not exist, says so', async () => {
    const { storeCode, macs, revert } = await newShop()
    const light = await api('POST', '/tag/led', { storeCode, tagList: [{ tagMac: macs[0] }] })
    expect(await revert(light.body.taskId)).toMatchObject({ status: 409, body: { code: 'not-revertible' } })
    expect((await revert('999999')).status).toBe(404)
  })
})

test('unused products are removed, those on a label or in a family are not', async () => {
  const { storeCode, save, product, ofProduct } = await newShop()
  await save(product('u1', 'Old', '1'), product('u2', 'Older', '2'), product('f1', 'Family', '3'))
  await context.context.db
    .insertInto('families')
    .values({ store_code: storeCode, fm_pr_code: 'F', pr_codes: ['f1'], layout_id: 'SHELF_PRICE' })
    .execute()
  const named = await api('POST', '/product/remove/unused', { storeCode, prCodeList: ['u1', 'p1', 'f1', 'none'] })
  expect(named.body).toMatchObject({ removed: 1 })
  expect((await api('POST', '/product/remove/unused', { storeCode })).body).toMatchObject({ removed: 1 })
  const left = await context.context.db
    .selectFrom('products')
    .select('pr_code')
    .where('store_code', '=', storeCode)
    .orderBy('pr_code')
    .execute()
  expect(left.map((row) => row.pr_code)).toEqual(['f1', 'p1', 'p2'])
  expect((await ofProduct('u1'))[0]).toMatchObject({ kind: 'REMOVE', removed: true, prInfo: [] })
  const counts = await context.context.db.selectFrom('product_counts').selectAll().where('store_code', '=', storeCode).executeTakeFirst()
  expect(counts?.products).toBe(3)
})

describe('changes at the same time', () => {
  test('one made on an older state is refused by name', async () => {
    const { save, product, read } = await newStore()
    await save(product('p1', 'Milk', '100', { updateId: '0' }))
    const { updateId } = await read('p1')
    expect((await save(product('p1', 'Milk', '110', { updateId }))).status).toBe(200)
    expect(await save(product('p1', 'Milk', '120', { updateId }))).toMatchObject({
      status: 409,
      body: { code: 'changed-since', message: 'Product p1 was changed by root@test.example in the meantime. Nothing was changed.' },
    })
    expect(await save(product('p1', 'Milk', '120', { updateId: '0' }))).toMatchObject({ status: 409, body: { code: 'changed-since' } })
  })

  test('ten clients and files change the same products: no change is lost, and the history is one chain', async () => {
    const { storeCode, save, product, read, upload, ofProduct } = await newShop()
    const steps = 6
    let refused = 0
    /** Counts up in the name, on what it has read. */
    const client = async (prCode: string) => {
      for (let done = 0; done < steps;) {
        const { prInfo, updateId } = await read(prCode)
        const name = prInfo[1] ?? ''
        const next = /^n\d+$/.test(name) ? `n${Number(name.slice(1)) + 1}` : 'n1'
        const { status } = await save(product(prCode, next, prInfo[3] ?? '', { updateId }))
        if (status === 200) done++
        else refused++
        await wait(Math.random() * 5)
      }
    }
    /** Files that carry prices alone, while names change. */
    const file = async () => {
      for (let step = 1; step <= steps; step++)
        expect((await upload(`PRODUCT_CODE,PRICE\np1,${1000 + step}\np2,${2000 + step}\n`)).historyId).toBeDefined()
    }
    await Promise.all([...Array.from({ length: 10 }, (_, index) => client(`p${(index % 2) + 1}`)), file()])
    expect(refused).toBeGreaterThan(0)
    for (const prCode of ['p1', 'p2']) {
      // Five clients each, and no file took a name back to what it was.
      expect((await read(prCode)).prInfo[1]).toBe(`n${5 * steps}`)
      const chain = (await ofProduct(prCode)).toReversed()
      for (const [place, change] of chain.entries()) expect(change.before?.prInfo ?? null).toEqual(chain[place - 1]?.prInfo ?? null)
      expect(chain.at(-1)?.prInfo).toEqual((await read(prCode)).prInfo)
    }
    await engine.engine.settle()
    const tasks = await context.context.db.selectFrom('tasks').selectAll().where('store_code', '=', storeCode).execute()
    const open = await context.context.db.selectFrom('operations').select('op_id').where('store_code', '=', storeCode).execute()
    const sum = (of: (task: (typeof tasks)[number]) => number) => tasks.reduce((total, task) => total + of(task), 0)
    expect(sum((task) => task.shown + task.same + task.superseded + task.failed) + open.length).toBe(sum((task) => task.total))
    const ledger = await context.context.db.selectFrom('ledger').select('op_id').where('store_code', '=', storeCode).execute()
    expect(ledger.length + open.length).toBe(sum((task) => task.total))
  })
})
