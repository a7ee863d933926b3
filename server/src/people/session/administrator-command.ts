/**
 * `npm run administrator -- reset EMAIL [--without-second-factor]`: the way back in for an administrator whose password is lost, for who may use the
 * machine. Prints a link to choose a new password, good once and for 30 minutes, and unlocks the account. With the embedded database the server must be
 * stopped meanwhile; with a PostgreSQL server it may run.
 */
import { administratorRoleId } from '@endcap/contract/privileges'
import { readConfig } from '../../platform/base/config.ts'
import { ownOnly } from '../../platform/db/data-folder.ts'
import { migrate } from '../../platform/db/migrate.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { withDatabase } from '../../platform/db/with-database.ts'
import { recoverAdministrator } from './recover-administrator.ts'
import { messageOf } from '../../platform/base/thrown.ts'

const usage = 'npm run administrator -- reset EMAIL [--without-second-factor]\nnpm run administrator -- list'

async function list(db: Db): Promise<string> {
  const rows = await db
    .selectFrom('accounts')
    .select(['email', 'name'])
    .where('role_id', '=', administratorRoleId)
    .orderBy('email')
    .execute()
  return rows.length === 0
    ? 'There is no administrator: the next start makes one.'
    : rows.map((row) => `${row.email}  ${row.name}`).join('\n')
}

const [, , command, ...given] = process.argv
const email = given.find((one) => !one.startsWith('--'))
if (!(command === 'list' || (command === 'reset' && email !== undefined))) {
  console.error(usage)
  process.exit(2)
}
ownOnly()
try {
  const config = readConfig(process.env)
  await withDatabase(config, async (db) => {
    await migrate(db)
    if (email === undefined) return console.log(await list(db))
    const withoutFactor = given.includes('--without-second-factor')
    const at = new Date()
    const path = await inTransaction(db, (tx) => recoverAdministrator(tx, { email: email.trim().toLowerCase(), withoutFactor, at }))
    const address = config.publicUrl?.replace(/\/+$/, '') ?? `http://localhost:${config.port}`
    console.log(`Choose a new password within 30 minutes, once:\n${address}${path}`)
    if (config.databaseUrl === undefined) console.log('Start the server again first.')
  })
} catch (error) {
  console.error(messageOf(error))
  process.exit(1)
}
