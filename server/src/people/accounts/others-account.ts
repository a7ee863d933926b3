/** Accounts of other people: which of them a session sees, and which it may manage. */
import { sql, type RawBuilder } from 'kysely'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import { forbidden, notFound, type ApiError } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { administratorRoleId } from '@endcap/contract/privileges'
import { findAccount, type AccountRow } from './account-rows.ts'
import { refusalToManage } from './authorise-managing.ts'

export const own = () => forbidden('You cannot lock, delete or demote your own account: ask another administrator.', 'own-account')
const noAccount = () => notFound('This account does not exist.')

/** Whose list it is. */
export interface Reader {
  email: string
  stores: 'all' | readonly string[]
}

/** Who has the whole chain sees every account; others those of their stores alone, and those that are nowhere yet. */
export function visible(reader: Reader): RawBuilder<boolean> {
  if (reader.stores === 'all') return sql`true`
  return sql`(a.email = ${reader.email} or (not a.enable_whole_store and a.role_id is distinct from 0 and (
    not exists (select 1 from account_stores s where s.email = a.email)
    or exists (select 1 from account_stores s where s.email = a.email and ${ofStores(reader.stores, 's.store_code')}))))`
}

export async function isVisible(db: Db, reader: Reader, email: string): Promise<boolean> {
  const result = await sql`select 1 from accounts a where a.email = ${email} and ${visible(reader)}`.execute(db)
  return result.rows.length > 0
}

/** Holds the account until the end of the transaction, so that rules judged by it stay true. */
export async function holdAccount(tx: Db, email: string): Promise<void> {
  await tx.selectFrom('accounts').select('email').where('email', '=', email).forUpdate().execute()
}

/** The account of this address; 404 where there is none. */
export async function accountOf(db: Db, email: string): Promise<AccountRow> {
  const account = await findAccount(db, email)
  if (account === undefined) throw noAccount()
  return account
}

/** Whom this session does not see, it does not hear of by a refusal either: neither that there is one, nor what it may do. */
export async function refusalFor(tx: Db, session: Session, account: AccountRow): Promise<ApiError | undefined> {
  const refusal = refusalToManage(session, account)
  if (refusal === undefined || account.roleId === administratorRoleId || account.wholeStore) return refusal
  return (await isVisible(tx, session, account.email)) ? refusal : noAccount()
}

/** An account that this session may manage and that is another one than its own, held until the end of the transaction. */
export async function othersAccount(tx: Db, session: Session, email: string): Promise<AccountRow> {
  await holdAccount(tx, email)
  const account = await accountOf(tx, email)
  const refusal = email === session.email ? own() : await refusalFor(tx, session, account)
  if (refusal !== undefined) throw refusal
  return account
}
