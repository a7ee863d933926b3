/** API tokens in SQL. */
import type { Privilege } from '@endcap/contract/privileges'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import type { TokenRow } from '@endcap/contract/tokens'
import { sql } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Tokens of one account, or of all. */
export const tokensOf = (db: Db, email: string | undefined) =>
  db.selectFrom('api_tokens').$if(email !== undefined, (query) => query.where('email', '=', email ?? ''))

export async function searchTokens(db: Db, email: string | undefined, request: TableRequest): Promise<TablePage<TokenRow>> {
  const query = tokensOf(db, email)
    .select([
      ...(['token_id', 'name', 'email', 'privileges', 'store_codes', 'expires_at', 'created_at', 'last_used_at', 'last_ip'] as const),
    ])
    // Written from the contract's list.
    .$narrowType<{ privileges: Privilege[] }>()
  const page = await tablePage(query, request, {
    columns: {
      name: textColumn('name'),
      email: textColumn('email'),
      expiresAt: timeColumn('expires_at'),
      createdAt: timeColumn('created_at'),
      lastUsedAt: timeColumn('last_used_at'),
      lastIp: textColumn('last_ip'),
    },
    defaultOrder: sql`created_at desc`,
    tieBreak: sql`token_id desc`,
  })
  return {
    ...page,
    data: page.data.map((row) => ({
      tokenId: row.token_id,
      name: row.name,
      email: row.email,
      storeCodes: row.store_codes,
      lastIp: row.last_ip ?? '',
      privileges: row.privileges,
      expiresAt: toEpochOrNull(row.expires_at),
      createdAt: toEpoch(row.created_at),
      lastUsedAt: toEpochOrNull(row.last_used_at),
    })),
  }
}

/** A token that has not expired. */
export const findToken = (db: Db, tokenHash: string, at: Date) =>
  db
    .selectFrom('api_tokens')
    .select(['token_id', 'email', 'privileges', 'store_codes', 'last_used_at'])
    .where('token_hash', '=', tokenHash)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', at)]))
    .executeTakeFirst()

export async function noteUse(db: Db, tokenId: string, { at, ip }: { at: Date; ip: string }): Promise<void> {
  await db.updateTable('api_tokens').set({ last_used_at: at, last_ip: ip }).where('token_id', '=', tokenId).execute()
}
