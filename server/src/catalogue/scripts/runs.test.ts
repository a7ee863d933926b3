/** What scripts did in earnest: written down with the last of what they printed, for those who may see the script. */
import { defaultScope } from '@endcap/contract/scripts'
import { describe, expect, test } from 'vitest'
import { caller, seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { createScripts } from '../../testing/test-scripts.ts'
import { decorateLabels } from './decorate.ts'
import { retainedRuns } from './runs.queries.ts'

const { context: test_, app, root, engine } = await startTestEngine()
const { context, clock } = test_
const { db } = context
const { api, newStore, manager, save, upload } = createScripts(test_, app, root, 'R')
const parser = `def parse(file, ctx):
    print('reading', file.name)
    for line in file.lines():
        if line == 'bad':
            file.error('is bad')
        elif line == 'worse':
            {}[line]
        else:
            yield {'prCode': line}
`
interface Run {
  runId: string
  [field: string]: unknown
}
const runsOf = async (kind: string, scope: string) => (await api('GET', `/script/${kind}/store/${scope}/run`)).body.runs as Run[]
const outputOf = async (kind: string, scope: string, runId = '') =>
  (await api('GET', `/script/${kind}/store/${scope}/run/${runId}`)).body.output as string

describe('a parser', () => {
  test('leaves what it was run for, how long, how it ended, and what it printed', async () => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, parser)
    await upload('/product/file', storeCode, 'good.txt', '1\n2\n')
    clock.advance(1)
    await upload('/product/file', storeCode, 'bad.txt', '1\nbad\n')
    clock.advance(1)
    await upload('/product/file', storeCode, 'worse.txt', '1\nworse\n')
    const runs = await runsOf('product-file-parser', storeCode)
    const common = { storeCode, kind: 'product-file-parser', scope: storeCode, version: 1, more: 0 }
    expect(runs).toMatchObject([
      { ...common, subject: 'worse.txt', outcome: 'FAILED', detail: "KeyError: 'worse'", line: 7 },
      { ...common, subject: 'bad.txt', outcome: 'REFUSED', detail: 'is bad (file line 2)', line: null, items: 2, failed: 1 },
      { ...common, subject: 'good.txt', outcome: 'OK', detail: '', line: null, items: 2, failed: 0, printed: 17 },
    ])
    expect(Number(runs[2]?.ms)).toBeGreaterThan(0)
    expect(await Promise.all(runs.map((run) => outputOf('product-file-parser', storeCode, run.runId)))).toEqual([
      'reading worse.txt\n',
      'reading bad.txt\n',
      'reading good.txt\n',
    ])
  })
  test('of paper files as well', async () => {
    const storeCode = await newStore()
    await save('paper-parser', storeCode, `def parse(file, ctx):\n    print('paper')\n    raise ValueError('no')`)
    await upload('/paper/file', storeCode, 'week.csv', 'a\n')
    const [run] = await runsOf('paper-parser', storeCode)
    expect(run).toMatchObject({ subject: 'week.csv', outcome: 'FAILED', detail: 'ValueError: no', line: 3 })
    expect(await outputOf('paper-parser', storeCode, run?.runId)).toBe('paper\n')
  })
  test('only the last of what it prints is kept, and only the last runs', async () => {
    const storeCode = await newStore()
    await save(
      'product-file-parser',
      storeCode,
      `def parse(file, ctx):\n    for n in range(50000): print('line', n)\n    yield {'prCode': file.name}`,
    )
    await upload('/product/file', storeCode, 'flood.txt', '1')
    const [run] = await runsOf('product-file-parser', storeCode)
    const output = await outputOf('product-file-parser', storeCode, run?.runId)
    expect(output.length).toBeLessThanOrEqual(65_536)
    expect(output).toMatch(/line 49998\nline 49999\n$/)
    await save('product-file-parser', storeCode, parser)
    for (let n = 0; n <= retainedRuns; n++) {
      clock.advance(1)
      await upload('/product/file', storeCode, `${n}.txt`, `${n}\n`)
    }
    const runs = await runsOf('product-file-parser', storeCode)
    expect(runs.map((one) => one.subject)).toEqual(Array.from({ length: retainedRuns }, (_, n) => `${retainedRuns - n}.txt`))
    expect((await api('GET', `/script/product-file-parser/store/${storeCode}/run/${run?.runId}`)).status).toBe(404)
  })
  test('a trial, a dry run and a look at a received file are no runs', async () => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, parser)
    await api('POST', `/script/product-file-parser/store/${storeCode}/try`, {
      code: parser,
      file: { name: 'a.txt', content: Buffer.from('1').toString('base64') },
    })
    await upload('/product/file/check', storeCode, 'a.txt', '1\n')
    expect(await runsOf('product-file-parser', storeCode)).toEqual([])
    const { body } = await upload('/product/file', storeCode, 'a.txt', '1\n')
    await api('GET', `/product/file/upload/history/detail/${String(body.historyId)}`)
    expect(await runsOf('product-file-parser', storeCode)).toHaveLength(1)
  })
})

describe('the tag data decorator', () => {
  let gateways = 0
  async function newShelf(count: number) {
    const storeCode = await newStore()
    const gateway = await engine.gateway(storeCode, `02EC5A0E${(++gateways).toString(16).padStart(4, '0').toUpperCase()}`)
    await gateway.online()
    const macs = Array.from({ length: count }, (_, n) => tagId(0xe000 + gateways * 100 + n))
    await gateway.hear(...macs.map((tag) => ({ tag })))
    const productList = macs.map((_, n) => ({ prCode: `${n}`, prInfo: ['', `Milk ${n}`], layoutId: 'SHELF_PRICE' }))
    await api('POST', '/product', { storeCode, productList })
    const assign = async (...which: number[]) =>
      (await api('POST', '/tag/assign', { storeCode, tagList: which.map((n) => ({ tagMac: macs[n], prCode: `${n}` })) })).body
    return { storeCode, assign }
  }
  const code = `def decorate(product, tag, ctx):
    print('shown', product['prCode'])
    if product['prCode'] == '2':
        {}['x']
`
  test('has a run for each task, with the product and line of the first failure', async () => {
    const { storeCode, assign } = await newShelf(3)
    await save('tag-data-decorator', storeCode, code)
    const first = await assign(0, 1)
    await engine.engine.settle()
    clock.advance(1)
    const second = await assign(2)
    await engine.engine.settle()
    const runs = await runsOf('tag-data-decorator', storeCode)
    expect(runs).toMatchObject([
      { subject: second.taskId, items: 1, failed: 1, outcome: 'FAILED', detail: "Product 2: KeyError: 'x' (script line 4)", line: 4 },
      { subject: first.taskId, items: 2, failed: 0, outcome: 'OK', version: 1 },
    ])
    expect(await outputOf('tag-data-decorator', storeCode, runs[1]?.runId)).toBe('shown 0\nshown 1\n')
    // A preview only looks.
    await api('POST', '/product/preview/encoded', { storeCode, prCode: '1', prInfo: ['1', 'a'], layoutId: 'SHELF_PRICE', tagType: 'B5' })
    expect(await runsOf('tag-data-decorator', storeCode)).toHaveLength(2)
  })
  test('batches of a task are one run', async () => {
    const storeCode = await newStore()
    await save('tag-data-decorator', storeCode, code)
    const label = (taskId: string, ...codes: string[]) => ({
      storeCode,
      taskId,
      tagType: 'B5',
      products: codes.map((prCode) => ({ prCode, prInfo: [prCode, 'Milk'], layoutId: 'SHELF_PRICE', nfc: null })),
    })
    const draw = (...labels: ReturnType<typeof label>[]) => decorateLabels(context, labels, { real: true })
    await draw(label('71', '0'), label('71', '1'))
    clock.advance(1)
    await draw(label('72', '3'))
    clock.advance(1)
    await draw(label('71', '2'))
    // Of several tasks at once, the first is named.
    clock.advance(1)
    await draw(label('73', '4'), label('74', '5'), label('74', '6'))
    const runs = await runsOf('tag-data-decorator', storeCode)
    expect(runs).toMatchObject([
      { subject: '73', more: 1, items: 3, outcome: 'OK' },
      { subject: '71', more: 0, items: 3, failed: 1, outcome: 'FAILED', line: 4 },
      { subject: '72', items: 1 },
    ])
    expect(await outputOf('tag-data-decorator', storeCode, runs[1]?.runId)).toBe('shown 0\nshown 1\nshown 2\n')
  })
})

describe('third-party authentication', () => {
  const code = `def authenticate(login, http, ctx):
    print('asked for', login['email'], login['password'])
    if login['email'].startswith('no'):
        raise AuthError('Not today, ' + login['password'])
    if login['email'].startswith('crash'):
        raise ValueError(login['password'])
    return None
`
  test('has a run for each sign-in, and no password in it', async () => {
    await api('POST', '/auth/3rd/party', { code, useType: 'OWN' })
    for (const who of ['unknown', 'no', 'crash']) {
      clock.advance(1)
      await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: `${who}@shop.example`, password: 's3cret-word' } })
    }
    const runs = await runsOf('third-party-authentication', defaultScope)
    expect(runs).toMatchObject([
      { storeCode: '', subject: 'crash@shop.example', outcome: 'FAILED', detail: 'ValueError: •••', line: 6 },
      { subject: 'no@shop.example', outcome: 'REFUSED', detail: 'Not today, •••' },
      { subject: 'unknown@shop.example', outcome: 'OK' },
    ])
    expect(await outputOf('third-party-authentication', defaultScope, runs[2]?.runId)).toBe('asked for unknown@shop.example •••\n')
    const stored = await db.selectFrom('script_runs').selectAll().where('kind', '=', 'third-party-authentication').execute()
    expect(JSON.stringify(stored)).not.toContain('s3cret')
    await api('POST', '/auth/3rd/party', { code, useType: 'OFF' })
  })
})

describe('who sees runs', () => {
  test('a store sees its own, of the default script too; an administrator those of the default script in all stores', async () => {
    const [storeCode, other] = [await newStore(), await newStore()]
    const person = caller(app, await manager(storeCode))
    await save('product-file-parser', defaultScope, parser)
    await save('product-file-parser', other, parser)
    await upload('/product/file', storeCode, 'mine.txt', '1\n')
    await upload('/product/file', other, 'theirs.txt', '1\n')
    const mine = await person('GET', `/script/product-file-parser/store/${storeCode}/run`)
    expect(mine.body.runs).toMatchObject([{ subject: 'mine.txt', scope: '', storeCode }])
    const all = await runsOf('product-file-parser', defaultScope)
    expect(all).toMatchObject([{ subject: 'mine.txt', scope: '', storeCode, storeName: expect.any(String) }])
    const [theirs] = await runsOf('product-file-parser', other)
    expect((await person('GET', `/script/product-file-parser/store/${other}/run`)).body.code).toBe('other-store')
    expect((await person('GET', `/script/product-file-parser/store/${storeCode}/run/${theirs?.runId}`)).status).toBe(404)
    expect((await person('GET', `/script/product-file-parser/store/${defaultScope}/run`)).status).toBe(403)
    expect((await person('GET', `/script/third-party-authentication/store/${defaultScope}/run`)).status).toBe(403)
    await save('product-file-parser', defaultScope, parser, { useType: 'OFF' })
  })
  test('runs go with their store', async () => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, parser)
    await upload('/product/file', storeCode, 'a.txt', 'bad\n')
    expect(await runsOf('product-file-parser', storeCode)).toHaveLength(1)
    await db.deleteFrom('files').where('store_code', '=', storeCode).execute()
    await db.deleteFrom('stores').where('store_code', '=', storeCode).execute()
    expect(await db.selectFrom('script_runs').select('run_id').where('store_code', '=', storeCode).execute()).toEqual([])
  })
})

describe('a store of the code default', () => {
  test('is not made: the word stands for all stores', async () => {
    const { status, body } = await api('POST', '/config/store', { storeCode: defaultScope, storeName: 'Default' })
    expect({ status, message: body.message, field: body.field }).toEqual({
      status: 400,
      field: 'storeCode',
      message: '“default” stands for all stores in calls. Choose another store code.',
    })
  })
  test('that is there already works on, by the default scripts, which its people cannot change', async () => {
    await seedStore(context, defaultScope)
    const person = caller(app, await manager(defaultScope))
    expect((await upload('/product/file', defaultScope, 'a.csv', 'PRODUCT_CODE,NAME\n1,Milk\n')).status).toBe(200)
    await save('product-file-parser', defaultScope, parser)
    expect((await upload('/product/file', defaultScope, 'b.txt', '2\n')).status).toBe(200)
    expect((await api('GET', `/product/2/store/${defaultScope}`)).status).toBe(200)
    // In calls the word means the scripts of all stores, whichever account asks.
    expect((await person('GET', `/product/file/parser/store/${defaultScope}`)).status).toBe(403)
    expect((await person('POST', `/product/file/parser/store/${defaultScope}`, { code: '' })).status).toBe(403)
    expect((await person('GET', `/script/product-file-parser/store/${defaultScope}/run`)).status).toBe(403)
    const otherStore = await newStore()
    expect((await api('GET', `/product/file/parser/store/${otherStore}`)).body).toMatchObject({ version: 0, hasDefault: true })
    expect((await runsOf('product-file-parser', defaultScope))[0]).toMatchObject({ subject: 'b.txt', storeCode: defaultScope, scope: '' })
    const config = await api('GET', `/config/store/${defaultScope}`)
    expect(
      (await api('PUT', '/config/store', { storeCode: defaultScope, storeName: 'Still here', version: config.body.version })).status,
    ).toBe(200)
    await save('product-file-parser', defaultScope, parser, { useType: 'OFF' })
  })
})
