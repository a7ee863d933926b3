/**
 * Which page of a label is its main one (specification 2 §3, mainFromPage and mainFromMac): devices from a certain tag ID on may number their pages
 * differently, so the page holds for the tags from that ID on, and page 0 for those before.
 */
import type { Db } from '../platform/db/schema.ts'
import { getSetting } from './settings.service.ts'

export async function mainPageOf(db: Db, tagMac: string): Promise<number> {
  const { mainFromMac, mainFromPage } = await getSetting(db, 'server')
  return tagMac >= mainFromMac ? mainFromPage : 0
}
