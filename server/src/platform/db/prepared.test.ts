import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { caller } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { prepared } from './prepared.ts'

const { context, api, root } = await startTestApp()
const { db } = context.context
/** On the embedded database, where connections would share their names, nothing is prepared. */
const isServer = inject('testDatabase').kind === 'postgres'

test('a prepared statement is planned once on a connection, whatever its values', async () => {
  const uses = await db.connection().execute(async (one) => {
    for (let n = 0; n < 12; n++) {
      const found = await sql<{ n: number }>`${prepared} select ${n}::int as n`.execute(one)
      expect(found.rows).toEqual([{ n }])
    }
    const statements = await sql<{
      uses: number
    }>`select (generic_plans + custom_plans)::int as uses from pg_prepared_statements where statement like '/* prepared */%$1::int as n'`.execute(
      one,
    )
    return statements.rows
  })
  expect(uses).toEqual(isServer ? [{ uses: 12 }] : [])
})

test('who calls is such a statement', async () => {
  for (let n = 0; n < 10; n++) expect((await api('GET', '/status/store')).status).toBe(200)
  const { rows } = await sql<{
    statement: string
  }>`select statement from pg_prepared_statements where statement like '%from sessions%'`.execute(db)
  expect(rows).toHaveLength(isServer ? 1 : 0)
})

test('a statement of a table that was changed meanwhile is planned anew', async () => {
  await sql`create table changed_types (v int not null)`.execute(db)
  await sql`insert into changed_types values (7)`.execute(db)
  await db.connection().execute(async (one) => {
    const read = () => sql<{ v: unknown }>`${prepared} select v from changed_types`.execute(one)
    expect((await read()).rows).toEqual([{ v: 7 }])
    await sql`alter table changed_types alter v type text`.execute(one)
    expect((await read()).rows).toEqual([{ v: '7' }])
    expect((await read()).rows).toEqual([{ v: '7' }])
  })
})

test('a statement whose plan is gone runs all the same, as behind a pooler of connections', async () => {
  await db.connection().execute(async (one) => {
    const read = async (n: number) => (await sql`${prepared} select ${n}::int as gone`.execute(one)).rows
    expect(await read(1)).toEqual([{ gone: 1 }])
    await sql`deallocate all`.execute(one)
    expect(await read(2)).toEqual([{ gone: 2 }])
  })
})

test('an error of a prepared statement is the statement’s', async () => {
  const read = () => sql`${prepared} select 1 / ${0}::int`.execute(db)
  await expect(read()).rejects.toThrow('division by zero')
  await expect(read()).rejects.toThrow('division by zero')
})

test('a session that was ended at one server is refused by another at its next call', async () => {
  const second = await buildApp(context.context)
  const there = caller(second, root)
  for (let n = 0; n < 8; n++) {
    expect((await api('GET', '/status/store')).status).toBe(200)
    expect((await there('GET', '/status/store')).status).toBe(200)
  }
  await api('POST', '/auth/logout')
  expect((await there('GET', '/status/store')).status).toBe(401)
  expect((await api('GET', '/status/store')).status).toBe(401)
  await second.close()
})
