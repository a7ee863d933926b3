import { listAliases, nameSlot } from '../../catalogue/aliases/aliases.service.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Which of a product's values is its name, from 0; undefined where no alias is of that type. */
export const nameSlotOf = async (db: Db) => nameSlot(await listAliases(db))
