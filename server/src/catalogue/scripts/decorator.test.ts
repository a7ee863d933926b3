/** The tag data decorator between product and glass: what is drawn, what is not, and what a change of the script brings about. */
import { scriptExamples } from '@endcap/contract/script-examples'
import type { Operation } from '@endcap/gateway-link/messages'
import { describe, expect, test } from 'vitest'
import { startTestEngine } from '../../testing/test-app.ts'
import { tagId } from '../../testing/seed.ts'
import { createScripts } from '../../testing/test-scripts.ts'
import { checkLabels } from '../../labels/rendering/labels.service.ts'
import { applyDecorators } from './effects.ts'

const { context: test_, app, root, engine } = await startTestEngine()
const { context, clock } = test_
const { api, newStore, save, upload, alarms } = createScripts(test_, app, root, 'D')
const sale = scriptExamples['tag-data-decorator'][0]?.code ?? ''
let gateways = 0
let tags = 0

/** A store whose tags are heard and show products of their own; `show` lets the tags confirm what they were sent. */
async function newShelf(count = 1) {
  const storeCode = await newStore({ locale: 'de-DE', currency: 'EUR', timeZone: 'Europe/Berlin' })
  const gateway = await engine.gateway(storeCode, `02EC5A0D${(++gateways).toString(16).padStart(4, '0').toUpperCase()}`)
  await gateway.online()
  const macs = Array.from({ length: count }, () => tagId(0xd000 + ++tags))
  await gateway.hear(...macs.map((tag) => ({ tag })))
  const shown = new Map<string, number>()
  const show = async () => {
    await engine.engine.settle()
    const taken = gateway.taken()
    for (const operation of taken) {
      await gateway.report(operation, 'accepted')
      shown.set(operation.tag, (shown.get(operation.tag) ?? 0) + 1)
      await gateway.report(operation, 'shown', { updates: shown.get(operation.tag) ?? 1 })
    }
    return taken
  }
  const price = async (prices: readonly string[], more: object = {}) => {
    const productList = prices.map((one, index) => ({
      prCode: String(index + 1),
      prInfo: ['', `Milk ${index + 1}`, '', one],
      layoutId: 'SHELF_PRICE',
      ...more,
    }))
    return api('POST', '/product', { storeCode, productList })
  }
  await price(macs.map(() => '1.00'))
  await api('POST', '/tag/assign', { storeCode, tagList: macs.map((tagMac, index) => ({ tagMac, prCode: String(index + 1) })) })
  const status = async () =>
    (await context.db.selectFrom('tags').select('status').where('store_code', '=', storeCode).orderBy('tag_mac').execute()).map(
      (one) => one.status,
    )
  /** How many labels of this store are to be drawn anew. */
  const apply = async () => {
    await applyDecorators(context, 'test')
    const queued = await context.db.selectFrom('operations').select('op_id').where('store_code', '=', storeCode).execute()
    return queued.length
  }
  return { storeCode, gateway, macs, show, price, status, apply }
}
const hashOf = (operation: Operation | undefined) => (operation?.kind === 'SHOW' ? operation.hash : undefined)
/** The bundle that a tag would be sent for this product, undecorated. */
async function ledger(storeCode: string) {
  return context.db
    .selectFrom('ledger')
    .select(['tag_mac', 'outcome', 'reason', 'detail', 'pr_info', 'layout_id'])
    .where('store_code', '=', storeCode)
    .orderBy('op_id', 'desc')
    .execute()
}
const rename = (text: string) => `def decorate(product, tag, ctx):\n    product['prInfo'][1] = '${text}'\n`

test('what is decorated is what comes to the glass and what the history tells', async () => {
  const { storeCode, show, price } = await newShelf()
  const [plain] = await show()
  await save('tag-data-decorator', storeCode, rename('Decorated'))
  await price(['2.00'])
  const [decorated] = await show()
  expect(hashOf(decorated)).not.toBe(hashOf(plain))
  const [row] = await ledger(storeCode)
  expect(row).toMatchObject({ outcome: 'SHOWN', pr_info: ['1', 'Decorated', '', '2.00'] })
  // The product itself is what it was.
  expect((await api('GET', `/product/1/store/${storeCode}`)).body.prInfo).toEqual(['1', 'Milk 1', '', '2.00'])
  // The same as a product that was always called so.
  await save('tag-data-decorator', storeCode, '', { useType: 'OFF' })
  await api('POST', '/product', {
    storeCode,
    productList: [{ prCode: '1', prInfo: ['', 'Decorated', '', '2.00'], layoutId: 'SHELF_PRICE' }],
  })
  expect(await show()).toEqual([])
  expect((await ledger(storeCode))[0]).toMatchObject({ outcome: 'SAME' })
})

test('the script may choose the layout, and knows the tag, its size and the day in the store', async () => {
  const { storeCode, macs, show, price } = await newShelf()
  const code = [
    'def decorate(product, tag, ctx):',
    "    name = '|'.join([tag['tagMac'], tag['size'], str(tag['width']), ctx['storeCode'], ctx['today'], str(ctx['alias']['PRICE']), product['layoutId']])",
    "    return {'prInfo': {'NAME2': name}, 'layoutId': 'PROMOTION', 'nfc': 'https://shop.example/1'}",
  ].join('\n')
  await save('tag-data-decorator', storeCode, code)
  await price(['2.00'])
  await show()
  const [row] = await ledger(storeCode)
  expect(row).toMatchObject({
    layout_id: 'PROMOTION',
    pr_info: ['1', 'Milk 1', `${macs[0]}|2p90|296|${storeCode}|2026-11-21|3|SHELF_PRICE`, '2.00'],
  })
})

test.each([
  ['empties', `product['prInfo'][3] = ' '`, 'no-price'],
  ['makes nothing of', `product['prInfo'][3] = None`, 'no-price'],
  ['makes words of', `product['prInfo'][3] = 'ask us'`, 'no-price'],
  ['answers nothing for', `return {'prInfo': {'PRICE': None}}`, 'no-price'],
  ['takes out', `del product['prInfo'][3]`, 'decorator-error'],
])('a script that %s the price leaves the old label on the glass, and the label fails', async (_, line, reason) => {
  const { storeCode, gateway, show, price, status } = await newShelf()
  await show()
  const glass = () => context.db.selectFrom('tag_glass').select('shown_hash').where('store_code', '=', storeCode).execute()
  const before = await glass()
  await save('tag-data-decorator', storeCode, `def decorate(product, tag, ctx):\n    ${line}\n`)
  // The price before stands behind the price: taken out, the one would move into the place of the other.
  const prInfo = ['', 'Milk 1', '', '2.00', '9.99']
  await api('POST', '/product', { storeCode, productList: [{ prCode: '1', prInfo, layoutId: 'SHELF_PRICE' }] })
  expect(await show()).toEqual([])
  expect((await ledger(storeCode))[0]).toMatchObject({ outcome: 'FAILED', reason })
  expect(await status()).toEqual(['NG'])
  expect(await glass()).toEqual(before)
  await save('tag-data-decorator', storeCode, '', { useType: 'OFF' })
  await price(['2.00'])
  expect(await show()).toHaveLength(1)
  expect(gateway.taken()).toEqual([])
})

describe('a decorator that fails', () => {
  const broken = `def decorate(product, tag, ctx):\n    if product['prCode'] == '2':\n        return product['prInfo'][99]\n`
  test('leaves the label as it is, says why, and raises the alarm with line and product; the others go on', async () => {
    const { storeCode, macs, show, price, status, gateway } = await newShelf(2)
    await show()
    await save('tag-data-decorator', storeCode, broken)
    await price(['2.00', '2.00'])
    const sent = await show()
    expect(sent.map((operation) => operation.tag)).toEqual([macs[0]])
    expect(await status()).toEqual(['OK', 'NG'])
    const [row] = (await ledger(storeCode)).filter((one) => one.tag_mac === macs[1])
    expect(row).toMatchObject({
      outcome: 'FAILED',
      reason: 'decorator-error',
      detail: 'Product 2: IndexError: list index out of range (script line 3)',
    })
    expect(await alarms(storeCode)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ type: 'DECORATOR EXCEPTION', subject: 'tag-data-decorator', line: 3, prCode: '2' }),
      ]),
    )
    expect(gateway.taken()).toEqual([])
  })
  test('is mended by saving another one, without a person sending the labels again', async () => {
    const { storeCode, macs, show, price, status, apply } = await newShelf(2)
    await show()
    await apply()
    await save('tag-data-decorator', storeCode, broken)
    await apply()
    await show()
    await price(['2.00', '2.00'])
    await show()
    expect(await status()).toEqual(['OK', 'NG'])
    await save('tag-data-decorator', storeCode, rename('Mended'))
    expect((await alarms(storeCode)).filter((one) => one.type === 'DECORATOR EXCEPTION')).toEqual([])
    await apply()
    expect((await show()).map((operation) => operation.tag).toSorted()).toEqual(macs)
    expect(await status()).toEqual(['OK', 'OK'])
  })
  test('and by a retry of its task, when the data was to blame', async () => {
    const { storeCode, macs, show, status } = await newShelf(2)
    await show()
    await save(
      'tag-data-decorator',
      storeCode,
      `def decorate(product, tag, ctx):\n    float(product['prInfo'][1][5:])\n    return {'prInfo': {'NAME2': 'ok'}}\n`,
    )
    await api('POST', '/product', { storeCode, productList: [{ prCode: '2', prInfo: ['', 'Milk x', '', '2.00'] }] })
    await show()
    expect(await status()).toEqual(['OK', 'NG'])
    const [task] = (await api('POST', '/history/task/search', { filter_storeCode: storeCode })).body.data
    await save('tag-data-decorator', storeCode, rename('Mended'))
    expect((await api('POST', `/retry/task/${String(task?.taskId)}/store/${storeCode}`, {})).status).toBe(200)
    expect((await show()).map((operation) => operation.tag)).toEqual([macs[1]])
  })
  test.each([
    ['a number', 'return 7', 'TypeError: decorate() gave int'],
    ['a list of lists', 'return [[1]]', 'prInfo[0] is a list'],
    ['a layout of another kind', "return {'layoutId': {}}", 'layoutId is a dict'],
    ['a NUL', "return ['1', 'a\\x00']", 'has a control character'],
    ['what is no JSON', "return {'prInfo': [float('nan')]}", 'ValueError'],
    ['a layout that is not there', "return {'layoutId': 'NOPE'}", 'Layout NOPE has no drawing'],
  ])('%s is not drawn', async (_, statement, message) => {
    const { storeCode, show, price } = await newShelf()
    await show()
    await save('tag-data-decorator', storeCode, `def decorate(product, tag, ctx):\n    ${statement}\n`)
    await price(['2.00'])
    expect(await show()).toEqual([])
    expect((await ledger(storeCode))[0]).toMatchObject({ outcome: 'FAILED', detail: expect.stringContaining(message) })
  })
})

test('breakdowns in a row suspend the script until it is saved again', async () => {
  const { storeCode, show, price, status } = await newShelf()
  await show()
  await save('tag-data-decorator', storeCode, "def decorate(product, tag, ctx):\n    x = 'a'\n    while True: x += x\n")
  const script = async () => (await api('GET', `/tag/decorator/store/${storeCode}`)).body
  for (const [place, amount] of ['2.00', '3.00', '4.00'].entries()) {
    expect((await script()).suspended).toBeNull()
    await price([amount])
    await show()
    expect(await status()).toEqual(['NG'])
    expect((await ledger(storeCode))[0]?.detail).toContain('MemoryError')
    if (place === 2) expect((await script()).suspended).toMatchObject({ why: expect.stringContaining('MemoryError') })
  }
  await price(['5.00'])
  await show()
  expect((await ledger(storeCode))[0]?.detail).toContain('The script is suspended until it is saved again.')
  await save('tag-data-decorator', storeCode, rename('Fast'))
  expect((await script()).suspended).toBeNull()
  await price(['6.00'])
  expect(await show()).toHaveLength(1)
})

describe('saving a decorator', () => {
  test('draws the labels anew that would show something else, and no others', async () => {
    const { storeCode, macs, show, apply } = await newShelf(3)
    await show()
    await save(
      'tag-data-decorator',
      storeCode,
      "def decorate(product, tag, ctx):\n    if product['prCode'] == '2': product['prInfo'][1] = 'Only this'\n",
    )
    expect(await apply()).toBe(1)
    const [task] = (await api('POST', '/history/task/search', { filter_storeCode: storeCode })).body.data
    expect(task).toMatchObject({ taskType: 'UPDATE', totalTags: 1 })
    expect((await show()).map((operation) => operation.tag)).toEqual([macs[1]])
    // Said once.
    expect(await apply()).toBe(0)
    await save('tag-data-decorator', storeCode, '', { useType: 'OFF' })
    expect(await apply()).toBe(1)
    expect((await show()).map((operation) => operation.tag)).toEqual([macs[1]])
  })
  test('of all stores concerns those that use it', async () => {
    const [one, other] = [await newShelf(), await newShelf()]
    await one.show()
    await other.show()
    await save('tag-data-decorator', other.storeCode, '', { useType: 'OFF' })
    await save('tag-data-decorator', 'default', rename('Everywhere'))
    await one.apply()
    expect(await one.show()).toHaveLength(1)
    expect(await other.show()).toEqual([])
    await save('tag-data-decorator', 'default', '', { useType: 'OFF' })
    await one.apply()
    await one.show()
  })
  test('a promotion that ends leaves the glass at the end of its day in the store', async () => {
    const { storeCode, show, apply } = await newShelf()
    const info = ['', 'Milk', '', '0.99', '1.29', '', '', '', '', '', '', '', '2026-11-21']
    await api('POST', '/product', { storeCode, productList: [{ prCode: '1', prInfo: info, layoutId: 'SHELF_PRICE' }] })
    await save('tag-data-decorator', storeCode, sale)
    await apply()
    await show()
    expect((await ledger(storeCode))[0]).toMatchObject({ layout_id: 'PROMOTION' })
    expect((await ledger(storeCode))[0]?.pr_info?.[10]).toBe('-23%')
    // 22:00 in Berlin, then past midnight.
    clock.advance(12 * 3600)
    expect(await apply()).toBe(0)
    clock.advance(3 * 3600)
    expect(await apply()).toBe(1)
    await show()
    await engine.pass(1)
    const [row] = await ledger(storeCode)
    expect(row).toMatchObject({ layout_id: 'SHELF_PRICE' })
    expect(row?.pr_info?.[3]).toBe('1.29')
  })
})

test('the dry run of a file and the check of labels say what the script would do wrong', async () => {
  const { storeCode, show } = await newShelf()
  await show()
  await save('tag-data-decorator', storeCode, "def decorate(product, tag, ctx):\n    if product['prInfo'][3] == '9.99': 1 / 0\n")
  const { body } = await upload('/product/file/check', storeCode, 'a.csv', 'PRODUCT_CODE,PRICE\n1,9.99\n')
  expect(body).toMatchObject({
    tagCount: 1,
    problemCount: 1,
    problems: [{ reason: 'decorator-error', detail: expect.stringContaining('ZeroDivisionError') }],
  })
  const labels = ['1.00', '9.99'].map((price) => ({ tagType: 'B5', products: [{ prCode: '1', prInfo: ['1', 'Milk', '', price] }] }))
  const checked = await checkLabels(context, { storeCode, labels })
  expect(checked.map((one) => one.problems[0]?.reason)).toEqual([undefined, 'decorator-error'])
  expect(await alarms(storeCode)).toEqual([])
})

describe('a trial', () => {
  const attempt = (storeCode: string, code: string, sample: object) =>
    api('POST', `/script/tag-data-decorator/store/${storeCode}/try`, { code, sample: { storeCode, ...sample } })
  test('on a tag: its product before and after, and both labels', async () => {
    const { storeCode, macs, show } = await newShelf()
    await show()
    const { body } = await attempt(storeCode, `print('looked at')\n${rename('Tried')}`, { tagMac: macs[0] })
    expect(body).toMatchObject({
      fault: null,
      log: 'looked at\n',
      file: null,
      products: [
        {
          prCode: '1',
          before: { prInfo: ['1', 'Milk 1', '', '1.00'] },
          after: { prInfo: ['1', 'Tried', '', '1.00'], layoutId: 'SHELF_PRICE' },
          fault: null,
        },
      ],
    })
    const { before, after } = body.label as { before: string; after: string }
    expect(Buffer.from(before, 'base64').subarray(1, 4).toString()).toBe('PNG')
    expect(after).not.toBe(before)
    expect(await show()).toEqual([])
  })
  test('on a product without a tag; a fault says its line', async () => {
    const { storeCode } = await newShelf()
    const { body } = await attempt(storeCode, "def decorate(product, tag, ctx):\n    return tag['nothing']\n", {
      prCode: '1',
      tagType: 'B5',
    })
    expect(body).toMatchObject({ products: [{ after: null, fault: { type: 'KeyError', line: 2 } }], label: { after: null } })
    expect((await attempt(storeCode, 'x', { prCode: 'no such' })).status).toBe(404)
  })
  test('of the signage decorator, on a device that one thinks of', async () => {
    const { storeCode } = await newShelf()
    const code = scriptExamples['plus-data-decorator'][0]?.code ?? ''
    const body = { code, sample: { storeCode, prCode: '1', device: { name: 'Shelf 1', model: 'S', width: 1920, height: 158 } } }
    await api('POST', '/product', { storeCode, productList: [{ prCode: '1', prInfo: ['1', 'Milk', '', '1.00', '', '', '', 'Bayern'] }] })
    const answer = await api('POST', `/script/plus-data-decorator/store/${storeCode}/try`, body)
    expect(answer.body.products).toMatchObject([{ after: { prInfo: ['1', 'MILK', '', '1.00', '', '', '', ''] } }])
  })
})
