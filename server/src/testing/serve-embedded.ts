/** A server that has an embedded database and a statement without end in it: for tests of what becomes of the two. Its argument is the folder. */
import { sql } from 'kysely'
import { connect } from '../platform/db/connect.ts'
import { startEmbedded } from '../platform/db/embedded.ts'

const [, , folder] = process.argv
const database = await startEmbedded({ folder })
const db = connect(database.url, { poolSize: 1 })
await sql`select 1`.execute(db)
sql`select count(*) from generate_series(1, 100000000000000) as a`.execute(db).catch(() => undefined)
// It runs by the time that a second connection is let in no more.
setTimeout(() => process.send?.(database.pid), 500)
process.once('SIGTERM', () => process.exit(0))
