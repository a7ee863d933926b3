/** What each database of domain tests begins with: all tables, and what a server puts in at its start. Copying it is quicker than making it. */
import { seedAliases } from '../catalogue/aliases/aliases.service.ts'
import { seedLayouts } from '../labels/layouts/layouts.service.ts'
import { migrate } from '../platform/db/migrate.ts'
import { preparePartitions } from '../platform/db/partitions.ts'
import type { Db } from '../platform/db/schema.ts'

/** When domain tests begin, by their clock. */
export const testsBegin = new Date('2026-11-21T09:00:00Z')

export async function fillTemplate(db: Db): Promise<void> {
  await migrate(db)
  await preparePartitions(db, testsBegin)
  await seedAliases(db)
  await seedLayouts(db)
}
