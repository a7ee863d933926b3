/** The inbox: what is put into a store's folder is taken in once, whatever happens, and nothing leads out of it. */
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { storesWithoutFile } from '../../people/notifications/notifications.queries.ts'
import { seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createInbox } from './inbox.ts'
import { clearDeadImports, holdImport, insertFile, releaseImport } from '../file-imports/file-imports.service.ts'

const { context, api } = await startTestApp()
const { db, clock } = context.context
const root = mkdtempSync(join(tmpdir(), 'endcap-inbox-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const newInbox = (holder = 'worker-1') => createInbox(context.context, { root, holder })
let inbox = newInbox()
let storeCode = ''
let next = 0

beforeEach(async () => {
  storeCode = `S${++next}`
  await seedStore(context.context, storeCode)
  inbox = newInbox()
  await inbox.work()
})

const header = 'PRODUCT_CODE,NAME,PRICE'
const at = (...path: string[]) => join(root, storeCode, ...path)
const put = (name: string, content: string) => writeFileSync(at(name), content)
/** Long enough for what lies there to be at rest. */
async function rest(...inboxes: (typeof inbox)[]) {
  const all = inboxes.length === 0 ? [inbox] : inboxes
  await Promise.all(all.map((one) => one.work()))
  context.clock.advance(6)
  await Promise.all(all.map((one) => one.work()))
}
const names = (folder: string) => (existsSync(at(folder)) ? readdirSync(at(folder)).toSorted() : [])
const logs = (folder: string) =>
  names(folder)
    .filter((name) => name.endsWith('.log.txt'))
    .map((name) => readFileSync(at(folder, name), 'utf8'))
const files = () => db.selectFrom('files').selectAll().where('store_code', '=', storeCode).orderBy('file_id').execute()
const history = () => db.selectFrom('product_history').select('pr_code').where('store_code', '=', storeCode).execute()
async function priceOf(prCode: string) {
  const row = await db
    .selectFrom('products')
    .select('pr_info')
    .where('store_code', '=', storeCode)
    .where('pr_code', '=', prCode)
    .executeTakeFirst()
  return row?.pr_info[3]
}
const change = (prCode: string, price: string) =>
  api('POST', '/product', { storeCode, productList: [{ prCode, prInfo: [prCode, 'a', '', price] }] })

test('every store has a folder; a file that has come to rest is taken in and stands in done with its log', async () => {
  expect(existsSync(at())).toBe(true)
  put('prices.csv', `${header}\n1,Milk,198\n2,Bread,250\n`)
  await inbox.work()
  expect(await files()).toEqual([])
  context.clock.advance(4)
  await inbox.work()
  expect(await files()).toEqual([])
  context.clock.advance(2)
  await inbox.work()
  expect(await priceOf('2')).toBe('250')
  const [file] = await files()
  expect(file).toMatchObject({ source: 'folder', file_name: 'prices.csv', file_type: 'product', changed_count: 2, error_count: 0 })
  expect(names('done')).toEqual([`${file?.file_id}-prices.csv`, `${file?.file_id}-prices.csv.log.txt`])
  expect(logs('done')[0]).toContain('2 rows, 2 changed; no label shows what changed.')
  expect(readdirSync(at()).toSorted()).toEqual(['.taking', 'done'])
  expect(names('.taking')).toEqual([])
})

test('a file that grows is left alone until it has come to rest', async () => {
  put('prices.csv', `${header}\n1,Milk,198\n`)
  for (let n = 2; n < 6; n++) {
    await inbox.work()
    context.clock.advance(4)
    appendFileSync(at('prices.csv'), `${n},more,1\n`)
  }
  await inbox.work()
  expect(await files()).toEqual([])
  await rest()
  expect((await files())[0]).toMatchObject({ data_count: 5 })
})

test('a file that is renamed when it is complete is taken at once; under its first name never', async () => {
  put('prices.csv.part', `${header}\n1,Milk,198\n`)
  await rest()
  expect(await files()).toEqual([])
  renameSync(at('prices.csv.part'), at('prices.csv'))
  await inbox.work()
  expect(await priceOf('1')).toBe('198')
})

test('a file that is written on while it is read is read again later', async () => {
  put('prices.csv', `${header}\n1,Milk,198\n`)
  const real = context.context.blobs.receive
  context.context.blobs.receive = (content) => {
    context.context.blobs.receive = real
    return real(
      (async function* () {
        for await (const chunk of content) {
          yield chunk
          const [name = ''] = readdirSync(at('.taking'))
          appendFileSync(at('.taking', name), '2,Bread,250\n')
        }
      })(),
    )
  }
  await rest()
  expect([await files(), await priceOf('1')]).toEqual([[], undefined])
  await inbox.work()
  expect((await files())[0]).toMatchObject({ data_count: 2, error_count: 0 })
})

test('a wrong file stands in failed with a log that names its lines; nothing is changed', async () => {
  await change('1', '100')
  put('prices.csv', `${header}\n1,Milk,198\n2,Bread,cheap\n3,Tea\n`)
  put('prices.xlsx', 'no text')
  await rest()
  expect(await priceOf('1')).toBe('100')
  const [upload] = await files()
  expect(names('failed').filter((name) => !name.endsWith('.log.txt'))).toEqual([
    `${upload?.file_id}-prices.csv`,
    expect.stringMatching(/^\d+-prices\.xlsx$/),
  ])
  const text = logs('failed').join('\n')
  expect(text).toContain('refused, 2 errors. Nothing was changed.')
  expect(text).toContain('line 3 has "cheap" for PRICE, which must be a number')
  expect(text).toContain('line 4 has 2 columns instead of 3')
  expect(text).toContain('Invalid file format')
  expect(await files()).toHaveLength(1)
})

test('families, paper labels and second codes have folders of their own', async () => {
  await change('1', '100')
  for (const folder of [at('family'), at('paper'), join(root, '_all', 'secondCode')]) mkdirSync(folder, { recursive: true })
  const { familyProductItemCount: places } = (await api('GET', '/config/system')).body as { familyProductItemCount?: number }
  const codes = Array.from({ length: places ?? 8 }, (_, place) => (place === 0 ? '1' : ''))
  put('family/f.csv', `F1,${codes.join(',')},MULTI\n`)
  put('paper/p.csv', 'nonsense\n')
  writeFileSync(join(root, '_all', 'secondCode', `${storeCode}.csv`), `prCode,secondCode\n1,second-${storeCode}\n`)
  await rest()
  const types = (await files()).map((file) => file.file_type)
  expect(types.toSorted()).toEqual(['family', 'paper'])
  expect(names('paper')).toEqual(['.taking', 'failed'])
  const second = await db
    .selectFrom('files')
    .select(['file_type', 'source', 'error_count'])
    .where('file_name', '=', `${storeCode}.csv`)
    .execute()
  expect(second).toEqual([{ file_type: 'secondCode', source: 'folder', error_count: 0 }])
})

test('a folder named after no store raises INVALID STORE CODE once, and is taken in when the store is there', async () => {
  const code = `NEW${next}`
  mkdirSync(join(root, code))
  writeFileSync(join(root, code, 'prices.csv'), `${header}\n1,Milk,198\n`)
  for (let n = 0; n < 3; n++) await rest()
  const alarms = await db.selectFrom('alarms').select(['type', 'repeats']).where('subject', '=', code).execute()
  expect(alarms).toEqual([{ type: 'INVALID STORE CODE', repeats: 0 }])
  expect(existsSync(join(root, code, 'prices.csv'))).toBe(true)
  await seedStore(context.context, code)
  await rest()
  expect(readdirSync(join(root, code, 'done'))).toHaveLength(2)
})

test('several processes take each file once', async () => {
  for (let n = 0; n < 12; n++) put(`${n}.csv`, `${header}\n${n},Milk,198\n`)
  const processes = ['a', 'b', 'c'].map((name) => newInbox(name))
  for (let n = 0; n < 4; n++) await rest(...processes)
  expect(await files()).toHaveLength(12)
  expect(await history()).toHaveLength(12)
  expect(names('done').filter((name) => name.endsWith('.csv'))).toHaveLength(12)
})

test('a store that another upload is read for: the file waits', async () => {
  put('prices.csv', `${header}\n1,Milk,198\n`)
  await holdImport(db, storeCode, 'someone', 60)
  await rest()
  expect([await files(), names('failed')]).toEqual([[], []])
  await releaseImport(db, storeCode, 'someone')
  await inbox.work()
  expect((await files())[0]).toMatchObject({ changed_count: 1 })
})

test('a store that hears nothing any more is told of; files of the folder count as received', async () => {
  put('prices.csv', `${header}\n1,Milk,198\n`)
  await rest()
  const silent = async (seconds: number) =>
    (await storesWithoutFile(db, new Date(clock.now().getTime() - seconds * 1000))).some((store) => store.storeCode === storeCode)
  expect(await silent(4 * 3600)).toBe(false)
  context.clock.advance(4 * 3600 + 60)
  expect(await silent(4 * 3600)).toBe(true)
  put('prices.csv', `${header}\n1,Milk,198\n`)
  await rest()
  expect(await silent(4 * 3600)).toBe(false)
})

const beginReading = (fileId: string) =>
  insertFile(db, { fileId, storeCode, fileName: 'prices.csv', fileType: 'product', source: 'folder', blob: 'none', at: clock.now() })

/** What a kill leaves, at each step: what follows must be the same as without it. */
const steps: Record<string, (content: string) => Promise<void>> = {
  'when it was put aside': async (content) => {
    const fileId = String((await files()).length + 900_000 + next)
    writeFileSync(at('.taking', `${fileId}~prices.csv`), content)
  },
  'while it was read': async (content) => {
    const fileId = String(800_000 + next)
    await beginReading(fileId)
    writeFileSync(at('.taking', `${fileId}~prices.csv`), content)
  },
  'while it was read, and the server has started again since': async (content) => {
    const fileId = String(700_000 + next)
    await beginReading(fileId)
    await clearDeadImports(db, clock.now())
    writeFileSync(at('.taking', `${fileId}~prices.csv`), content)
  },
}
test.each(Object.keys(steps))('killed %s: it is taken in once', async (step) => {
  mkdirSync(at('.taking'), { recursive: true })
  await steps[step]?.(`${header}\n1,Milk,198\n`)
  inbox = newInbox('worker-2')
  await rest()
  expect(await priceOf('1')).toBe('198')
  expect(await history()).toHaveLength(1)
  expect(names('.taking')).toEqual([])
  expect(names('done')).toHaveLength(2)
})

test('killed when it was applied and not yet put to done: it is not applied again', async () => {
  put('prices.csv', `${header}\n1,Milk,198\n`)
  await rest()
  const [file] = await files()
  rmSync(at('done', `${file?.file_id}-prices.csv.log.txt`))
  renameSync(at('done', `${file?.file_id}-prices.csv`), at('.taking', `${file?.file_id}~prices.csv`))
  // What an account changes meanwhile stays.
  await change('1', '205')
  inbox = newInbox('worker-2')
  await rest()
  expect(await priceOf('1')).toBe('205')
  expect(await files()).toHaveLength(1)
  expect(names('done')).toEqual([`${file?.file_id}-prices.csv`, `${file?.file_id}-prices.csv.log.txt`])
})

test('a process that was given up comes back too late: what it read is not applied', async () => {
  put('prices.csv', `${header}\n1,Milk,198\n`)
  const real = context.context.blobs.read
  context.context.blobs.read = (hash) => {
    context.context.blobs.read = real
    async function* late() {
      // Another process finds the store's hold run out, and tells of the file as not applied.
      await db
        .updateTable('files')
        .set({ finished_at: clock.now(), errors: ['The server stopped while the file was read. Nothing was changed.'], error_count: 1 })
        .where('store_code', '=', storeCode)
        .execute()
      yield* real(hash)
    }
    return Readable.from(late(), { objectMode: false })
  }
  await rest()
  expect([await priceOf('1'), await history()]).toEqual([undefined, []])
  // It is taken in by the next look, once.
  await inbox.work()
  expect([await priceOf('1'), (await history()).length]).toEqual(['198', 1])
})

test('links lead nowhere, and names stay in their folder', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'endcap-outside-'))
  afterAll(() => rmSync(outside, { recursive: true, force: true }))
  writeFileSync(join(outside, 'secret.csv'), `${header}\nsecret,Milk,198\n`)
  symlinkSync(join(outside, 'secret.csv'), at('link.csv'))
  symlinkSync(outside, at('family'))
  symlinkSync(outside, join(root, `LINK${next}`))
  put(`a\\..\\${'長'.repeat(60)}\u0007.csv`, `${header}\n1,Milk,198\n`)
  await rest()
  expect(await priceOf('secret')).toBeUndefined()
  expect(await priceOf('1')).toBe('198')
  expect(readdirSync(outside)).toEqual(['secret.csv'])
  expect(logs('failed').join()).toContain('Links are not followed')
  expect(names('failed').some((name) => name.endsWith('-link.csv') && lstatSync(at('failed', name)).isSymbolicLink())).toBe(true)

  rmSync(at('done'), { recursive: true })
  symlinkSync(outside, at('done'))
  put('prices.csv', `${header}\n1,Milk,300\n`)
  await rest()
  expect(readdirSync(outside)).toEqual(['secret.csv'])
  // A link in the place of a folder goes the way of other links; the file is taken in once, into a folder of its own.
  expect(lstatSync(at('done')).isDirectory()).toBe(true)
  expect(await files()).toHaveLength(2)
  expect(names('done')).toHaveLength(2)
})
