/**
 * Which page of a label is its main one (specification 2 §3, mainFromPage and mainFromMac): devices from a certain tag ID on may number their pages
 * differently, so the page holds for the tags from that ID on, and page 0 for those before.
 */
import type { Db } from '../platform/db/schema.ts'
import { getSetting } from './settings.service.ts'

export const mainPageOf = async (db: Db, tagMac: string): Promise<number> => (await mainPages(db))(tagMac)

/** The same for many tags. */
export async function mainPages(db: Db): Promise<(tagMac: string) => number> {
  const { mainFromMac, mainFromPage } = await getSetting(db, 'server')
  return (tagMac) => (tagMac >= mainFromMac ? mainFromPage : 0)
}
