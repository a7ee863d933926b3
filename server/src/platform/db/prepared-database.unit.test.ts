/** A new embedded database is a copy of a prepared one (embedded-process.ts): it has to be what initdb makes of this version of PGlite. */
import { PGlite } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import { expect, onTestFinished, test } from 'vitest'

/** They tell the version of PostgreSQL to the last digit, which the tables do not depend on. */
const ofVersion = ['information_schema.sql_implementation_info', 'pg_statistic']
const tablesOfCatalogue = `
  select c.oid::regclass::text as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
  where n.nspname in ('pg_catalog', 'information_schema') and c.relkind = 'r' order by 1`

/** A hash of the rows of each table of the catalogue. */
async function readCatalogue(options: { loadDataDir?: Blob }): Promise<Record<string, string>> {
  const db = await PGlite.create(options)
  onTestFinished(() => db.close())
  const { rows } = await db.query<{ name: string }>(tablesOfCatalogue)
  const hashes: Record<string, string> = {}
  for (const { name } of rows.filter((table) => !ofVersion.includes(table.name))) {
    const { rows: found } = await db.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${name} as t`,
    )
    hashes[name] = found[0]?.hash ?? ''
  }
  return hashes
}

test('the prepared database has the catalogue that initdb makes', async () => {
  const [made, prepared] = [await readCatalogue({}), await readCatalogue({ loadDataDir: await dataDir() })]
  expect(Object.keys(made).length).toBeGreaterThan(50)
  expect(prepared).toEqual(made)
})
