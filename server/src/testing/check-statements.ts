/**
 * Tries on the embedded database every statement that domain tests sent to PostgreSQL: `check-statements.ts <folder>`. It understands a
 * statement when it can prepare it: all tables, columns, functions and types are known, in the version of PostgreSQL that it is.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connect } from '../platform/db/connect.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { createDatabase, startPostgres } from './postgres-server.ts'
import { compareStatements, readStatements } from './statements.ts'
import { fillTemplate } from './template.ts'

/** Fewer mean that they were not noted. */
const minimum = 1000

async function openPrepare(url: string) {
  const db = connect(url, { poolSize: 1 })
  await fillTemplate(db)
  await db.destroy()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const prepare = async (text: string) => {
    await client.query(`prepare tried as ${text}`)
    await client.query('deallocate tried')
  }
  return { prepare, close: () => client.end() }
}

const [, , statements = ''] = process.argv
const texts = readStatements(statements)
const folder = mkdtempSync(join(tmpdir(), 'endcap-test-'))
const server = await startPostgres()
if (server === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
const embedded = await startEmbedded({ folder })
const onServer = await openPrepare(await createDatabase(server.url, 'statements'))
const onEmbedded = await openPrepare(embedded.url)
const { understood, leftOut, refused } = await compareStatements(texts, [onServer.prepare, onEmbedded.prepare])
await Promise.all([onServer.close(), onEmbedded.close()])
await Promise.all([server.stop(), embedded.stop()])
rmSync(folder, { recursive: true })
console.log(`${understood} statements of domain tests are understood by both databases, ${leftOut} are left out`)
for (const { text, why } of refused) console.error(`The embedded database: ${why}\n  ${text}`)
if (understood < minimum) console.error(`They are fewer than ${minimum}: were they noted?`)
if (refused.length > 0 || understood < minimum) process.exitCode = 1
