/** What people do with displays of the v1 line, over all their stores (specification 3 §2, §7). */
import { productsOfScans } from '../../catalogue/scans/scans.service.ts'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { askDevices, endDisplayAlarms } from '../display-api/player.service.ts'
import { notifyLibrary } from '../library/reach.ts'
import type { Session } from '../../platform/http/session.ts'
import { missing, subject } from './config.ts'
import { deleteDisplays, holdOwn, replaceProducts } from './display-masters.queries.ts'

export { readConfig, saveConfig } from './config.ts'

/** All of them or none: the first that is not of the account's stores is named. */
async function allOwn(tx: Db, { stores }: Session, macs: readonly string[]) {
  const own = await holdOwn(tx, stores, macs)
  const stranger = macs.find((mac) => !own.some((one) => one.mac === mac))
  if (stranger !== undefined) throw missing(stranger)
  return own
}

/** A code that is named twice stands where it is named first. */
export async function assign(
  context: Context,
  session: Session,
  { mac, product }: { mac: string; product: readonly string[] },
): Promise<void> {
  const scanned = product.map((code, index) => ({ code, field: `product.${index}` }))
  const stores = await inTransaction(context.db, async (tx) => {
    const own = await allOwn(tx, session, [mac])
    for (const { storeCode } of own) {
      const found = await productsOfScans(tx, { storeCode, codes: scanned, at: context.clock.now() })
      const codes = [...new Set(product.map((code) => found.get(code) ?? code))]
      const before = await replaceProducts(tx, { mac, storeCode }, codes)
      await recordChange(tx, { subject: { ...subject(mac), storeCode }, before: { product: before }, after: { product: codes } })
    }
    return own.map(({ storeCode }) => storeCode)
  })
  notifyLibrary(context, stores)
}

export async function remove(context: Context, session: Session, macs: readonly string[]): Promise<number> {
  const gone = await inTransaction(context.db, async (tx) => {
    const own = await allOwn(tx, session, macs)
    await deleteDisplays(tx, macs)
    for (const { mac, storeCode, name, model } of own) {
      await endDisplayAlarms(tx, { mac, storeCode, at: context.clock.now() })
      await recordChange(tx, { subject: { ...subject(mac), storeCode }, before: { name, model, storeCode }, after: null })
    }
    return own
  })
  notifyLibrary(
    context,
    gone.map(({ storeCode }) => storeCode),
  )
  return gone.length
}

export async function ask(context: Context, session: Session, macs: readonly string[], type: 'reboot' | 'update'): Promise<number> {
  const own = await inTransaction(context.db, async (tx) => {
    const displays = await allOwn(tx, session, macs)
    await askDevices(tx, context, { macs: displays.map(({ mac }) => mac), type, by: session.email })
    for (const { mac, storeCode } of displays)
      await recordChange(tx, { subject: { ...subject(mac), storeCode }, before: null, after: { asked: type } })
    return displays
  })
  notifyLibrary(
    context,
    own.map(({ storeCode }) => storeCode),
  )
  return own.length
}
