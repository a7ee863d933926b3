/** The calls of scripts: who may, what is kept, what is refused. */
import { defaultScope, scriptKinds } from '@endcap/contract/scripts'
import { scriptExamples } from '@endcap/contract/script-examples'
import { afterEach, describe, expect, test } from 'vitest'
import { caller } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createScripts, scriptPaths } from '../../testing/test-scripts.ts'

const { context, app, root } = await startTestApp()
const { api, newStore, manager, save } = createScripts(context, app, root, 'C')
const decorator = (text: string) => `def decorate(product, tag, ctx):\n    product['prInfo'][1] = '${text}'\n`
afterEach(async () => {
  for (const table of ['scripts', 'script_versions'] as const)
    await context.context.db.deleteFrom(table).where('store_code', '=', '').execute()
})

test('nothing is started while no script is set, and none runs for what was never saved', async () => {
  expect(context.context.scripts.size()).toBe(0)
  const storeCode = await newStore()
  for (const path of Object.values(scriptPaths)) {
    const { body } = await api('GET', `${path}/store/${storeCode}`)
    expect(body).toEqual({ code: '', useType: 'DEFAULT', version: 0, updatedAt: null, updatedBy: null, suspended: null, hasDefault: false })
  }
  const { body } = await api('POST', '/product/preview/encoded', { storeCode, prCode: '1', prInfo: ['1', 'Milk', '', '2.00'] })
  expect(body).toMatchObject({ problems: [] })
  expect(context.context.scripts.size()).toBe(0)
})

describe.each(Object.keys(scriptPaths) as (keyof typeof scriptPaths)[])('%s', (kind) => {
  const works = scriptExamples[kind][0]?.code ?? ''
  const path = scriptPaths[kind]
  test('a save is a version, and says who made it', async () => {
    const storeCode = await newStore()
    const saved = await save(kind, storeCode, works)
    expect(saved).toMatchObject({ status: 200, body: { useType: 'OWN', version: 1, updatedBy: root.email, message: 'Complete!' } })
    expect((await save(kind, storeCode, works, { useType: 'OFF' })).body).toMatchObject({ version: 2, useType: 'OFF' })
    expect((await api('GET', `${path}/store/${storeCode}`)).body).toMatchObject({ code: works, version: 2, useType: 'OFF' })
    const { body } = await api('GET', `/script/${kind}/store/${storeCode}/version`)
    expect(body.versions).toMatchObject([
      { version: 2, useType: 'OFF' },
      { version: 1, useType: 'OWN' },
    ])
  })
  test('one that cannot be loaded is refused with its line, and nothing is stored', async () => {
    const storeCode = await newStore()
    const broken = await save(kind, storeCode, `${works}\nthis is no python\n`)
    const line = works.split('\n').length + 1
    expect(broken).toMatchObject({ status: 400, body: { code: 'script-error', field: 'code' } })
    expect(broken.body.message).toContain(`(line ${line}`)
    expect((await save(kind, storeCode, 'x = 1')).body.message).toContain('the script must define')
    expect((await save(kind, storeCode, '1/0')).body.message).toContain('ZeroDivisionError')
    expect((await api('GET', `${path}/store/${storeCode}`)).body).toMatchObject({ version: 0 })
  })
})

describe('useType', () => {
  test('of a store: OWN, DEFAULT or OFF; without one, DEFAULT', async () => {
    const storeCode = await newStore()
    expect((await save('tag-data-decorator', storeCode, '')).body).toMatchObject({ useType: 'DEFAULT', hasDefault: false })
    expect(await save('tag-data-decorator', storeCode, ' ', { useType: 'OWN' })).toMatchObject({ status: 400, body: { field: 'code' } })
    await save('tag-data-decorator', defaultScope, decorator('x'))
    expect((await api('GET', `/tag/decorator/store/${storeCode}`)).body).toMatchObject({ hasDefault: true })
  })
  test('of the default itself: OFF or OWN', async () => {
    expect(await save('tag-data-decorator', defaultScope, decorator('x'), { useType: 'DEFAULT' })).toMatchObject({
      status: 400,
      body: { message: 'The default script itself is OFF or OWN.' },
    })
    expect((await save('tag-data-decorator', defaultScope, '')).body).toMatchObject({ useType: 'OFF' })
  })
  test('the preview shows what the script in use makes of a product', async () => {
    const storeCode = await newStore()
    const preview = async () => {
      const body = { storeCode, prCode: '1', prInfo: ['1', 'Milk', '', '2.00'], layoutId: 'SHELF_PRICE', tagType: 'B5' }
      return (await api('POST', '/product/preview/encoded', body)).body.encodedImage
    }
    const plain = await preview()
    await save('tag-data-decorator', defaultScope, decorator('of all'))
    const standard = await preview()
    expect(standard).not.toBe(plain)
    await save('tag-data-decorator', storeCode, decorator('own'))
    const own = await preview()
    expect(new Set([plain, standard, own]).size).toBe(3)
    await save('tag-data-decorator', storeCode, decorator('own'), { useType: 'DEFAULT' })
    expect(await preview()).toBe(standard)
    await save('tag-data-decorator', storeCode, decorator('own'), { useType: 'OFF' })
    expect(await preview()).toBe(plain)
  })
})

describe('versions', () => {
  test('an older one is taken up again as a new one, and nothing is lost', async () => {
    const storeCode = await newStore()
    const place = `/script/tag-data-decorator/store/${storeCode}`
    for (const text of ['first', 'second']) await save('tag-data-decorator', storeCode, decorator(text))
    expect((await api('GET', `${place}/version/1`)).body).toMatchObject({ version: 1, code: decorator('first'), restoredFrom: null })
    expect((await api('POST', `${place}/restore`, { restore: 1, version: 2 })).body).toMatchObject({ version: 3, code: decorator('first') })
    const { body } = await api('GET', `${place}/version`)
    expect(body.versions).toMatchObject([{ version: 3, restoredFrom: 1 }, { version: 2 }, { version: 1 }])
    expect((await api('GET', `${place}/version/9`)).status).toBe(404)
  })
  test('who edits an older state is told, and undoes nothing', async () => {
    const storeCode = await newStore()
    await save('tag-data-decorator', storeCode, decorator('mine'), { version: 0 })
    const late = await save('tag-data-decorator', storeCode, decorator('theirs'), { version: 0 })
    expect(late).toMatchObject({ status: 409, body: { code: 'script-changed-since' } })
    expect(late.body.message).toContain(`by ${root.email}`)
    expect((await api('GET', `/tag/decorator/store/${storeCode}`)).body).toMatchObject({ code: decorator('mine'), version: 1 })
  })
  test('two who save at the same moment: one is told', async () => {
    const storeCode = await newStore()
    const both = await Promise.all(['a', 'b'].map((text) => save('tag-data-decorator', storeCode, decorator(text), { version: 0 })))
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 409])
  })
  test('a change stands in the audit log', async () => {
    const storeCode = await newStore()
    await save('tag-data-decorator', storeCode, decorator('x'))
    const rows = await context.context.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject', '=', `tag-data-decorator/${storeCode}`)
      .execute()
    expect(rows).toMatchObject([{ kind: 'script', email: root.email, store_code: storeCode, before: null }])
  })
})

describe('access', () => {
  test('who writes settings of a store has its scripts, and neither the default ones nor authentication', async () => {
    const storeCode = await newStore()
    const other = await newStore()
    const person = caller(app, await manager(storeCode))
    expect((await person('POST', `/tag/decorator/store/${storeCode}`, { code: decorator('x') })).status).toBe(200)
    expect((await person('GET', `/tag/decorator/store/${other}`)).body.code).toBe('other-store')
    for (const path of Object.values(scriptPaths)) {
      expect((await person('GET', `${path}/store/default`)).status).toBe(403)
      expect((await person('POST', `${path}/store/default`, { code: '' })).status).toBe(403)
    }
    expect((await person('GET', '/auth/3rd/party')).status).toBe(403)
    expect((await person('POST', '/auth/3rd/party', { code: '' })).status).toBe(403)
    expect(
      (await person('POST', `/script/tag-data-decorator/store/${storeCode}/try`, { code: 'x', sample: { storeCode: other } })).body.code,
    ).toBe('other-store')
  })
  test('not even an account of the whole chain has the default scripts, unless it is an administrator', async () => {
    const storeCode = await newStore()
    const account = await manager(storeCode)
    await context.context.db.updateTable('accounts').set({ enable_whole_store: true }).where('email', '=', account.email).execute()
    expect((await caller(app, account)('POST', '/tag/decorator/store/default', { code: '' })).status).toBe(403)
  })
  test('of a store that is not there nothing is kept', async () => {
    expect((await save('tag-data-decorator', 'NOWHERE', decorator('x'))).status).toBe(404)
    expect((await api('GET', '/script/third-party-authentication/store/C1/version')).status).toBe(404)
  })
})

describe('the examples', () => {
  const all = scriptKinds.flatMap((kind) => scriptExamples[kind].map(({ name, code }) => ({ kind, name, code })))
  test.each(all)('$kind: $name can be saved as it is', async ({ kind, code }) => {
    const path = kind === 'third-party-authentication' ? '/auth/3rd/party' : `${scriptPaths[kind]}/store/default`
    expect(await api('POST', path, { code, useType: 'OFF' })).toMatchObject({ status: 200 })
  })
})
