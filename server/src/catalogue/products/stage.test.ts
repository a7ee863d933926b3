/** Rows on their way in stand in the stage as they came. */
import { afterAll, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-context.ts'
import { seedStore } from '../../testing/seed.ts'
import { stageRows } from './stage.queries.ts'

const { context, close } = await createTestContext()
afterAll(close)
await seedStore(context, 'STAGE')
let files = 0

test.each([
  [
    'signs of PostgreSQL',
    [
      ['1', '"a" \\ {b,c}', 'NULL', ''],
      ['null', "'"],
      ['', ','],
    ],
  ],
  [
    'the separator of values',
    [
      ['1', 'a\u001fb', '\u001f'],
      ['2', '"\\'],
    ],
  ],
  ['no value, and empty ones', [[], ['', '']]],
  ['an empty value alone', [['']]],
])('values are staged as they are: %s', async (_, values) => {
  const fileId = String(++files)
  const rows = values.map((prInfo, index) => ({
    line: index + 1,
    prCode: `${index}"\\`,
    prInfo,
    layoutId: index === 0 ? null : 'SHELF_PRICE',
    nfc: null,
    expected: index === 0 ? '0' : undefined,
  }))
  expect(await stageRows(context.db, 'STAGE', fileId, rows)).toBe(rows.length)
  const staged = await context.db.selectFrom('staged_products').selectAll().where('file_id', '=', fileId).orderBy('line').execute()
  expect(
    staged.map((row) => ({
      line: row.line,
      prCode: row.pr_code,
      prInfo: row.pr_info,
      layoutId: row.layout_id,
      nfc: row.nfc,
      expected: row.expected ?? undefined,
    })),
  ).toEqual(rows)
})
