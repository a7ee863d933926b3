/** The one condition that keeps a query to the stores of an account. */
import { sql, type RawBuilder } from 'kysely'

/**
 * True for the rows of `stores`; of an account that has the whole chain, for all rows. `column`: where the store's code is, with the
 * table's name where there are several. One array is one parameter, however many stores there are.
 */
export const ofStores = (stores: 'all' | readonly string[], column: string): RawBuilder<boolean> =>
  stores === 'all' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...stores]}::text[])`
