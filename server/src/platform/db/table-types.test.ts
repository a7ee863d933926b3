import { afterAll, beforeAll, expect, test } from 'vitest'
import { actualShapes, declaredShapes, differences } from '../../testing/table-shapes.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

test('the types of the tables are those of the migrated database', async () => {
  const declared = declaredShapes()
  const actual = await actualShapes(context.context.db)
  expect(Object.keys(actual).length).toBeGreaterThan(100)
  expect(differences(declared, actual)).toEqual([])
})

test('a column that only one side has, or has otherwise, is told', () => {
  const actual = { shelves: { code: 'text', place: 'number null', seen_at: 'timestamptz', tries: 'number default' } }
  const reported = (columns: Record<string, string>) => differences({ shelves: columns }, actual)
  expect(reported({ ...actual.shelves })).toEqual([])
  expect(reported({ ...actual.shelves, colour: 'text' })).toEqual(['shelves.colour: the types say text, the database nothing'])
  expect(reported({ ...actual.shelves, place: 'number' })).toEqual(['shelves.place: the types say number, the database number null'])
  expect(reported({ ...actual.shelves, seen_at: 'text' })).toEqual(['shelves.seen_at: the types say text, the database timestamptz'])
  expect(reported({ ...actual.shelves, tries: 'number' })).toEqual(['shelves.tries: the types say number, the database number default'])
  expect(reported({ code: 'text', place: 'number null', tries: 'number default' })).toEqual([
    'shelves.seen_at: the types say nothing, the database timestamptz',
  ])
  expect(differences({}, { shelves: { code: 'text' } })).toEqual(['shelves.code: the types say nothing, the database text'])
})
