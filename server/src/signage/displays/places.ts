/** Products in places of displays (specification 3 §4, §5). */
import { parseDeviceId, slotsOf } from '@endcap/signage/models'
import { productsOfScans } from '../../catalogue/scans/scans.service.ts'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { ApiError } from '../../platform/base/errors.ts'
import { ownMacs } from './displays.queries.ts'

interface RequestedPlace {
  mac: string
  product: string | readonly string[]
}
const subject = (mac: string) => ({ kind: 'display', id: mac })

/** What is wrong with an entry of the list, in words that the console has in each language. */
const wrongAt = (field: string, why: string, code: string, values: Record<string, string | number> = {}) =>
  new ApiError(400, { code, message: `${field}: ${why}`, field, values })

function addressOf(text: string, index: number) {
  const parsed = parseDeviceId(text)
  if (parsed.state === 0)
    throw wrongAt(`devList.${index}.mac`, 'must be a device address: 12 hexadecimal digits, a place behind them', 'device-address')
  return { mac: parsed.mac, slot: parsed.state === 2 ? parsed.slot : undefined }
}

async function placesOf(tx: Db, mac: string): Promise<Map<number, string>> {
  const rows = await tx.selectFrom('plus_device_products').select(['slot', 'pr_code']).where('mac', '=', mac).orderBy('slot').execute()
  return new Map(rows.map((row) => [row.slot, row.pr_code]))
}

async function writePlaces(
  tx: Db,
  at: { mac: string; storeCode: string; at: Date },
  before: Map<number, string>,
  after: Map<number, string>,
) {
  const { mac, storeCode } = at
  const gone = [...before.keys()].filter((slot) => !after.has(slot))
  if (gone.length > 0) await tx.deleteFrom('plus_device_products').where('mac', '=', mac).where('slot', 'in', gone).execute()
  const rows = [...after]
    .filter(([slot, code]) => before.get(slot) !== code)
    .map(([slot, pr_code]) => ({ mac, slot, store_code: storeCode, pr_code }))
  if (rows.length > 0)
    await tx
      .insertInto('plus_device_products')
      .values(rows)
      .onConflict((old) => old.columns(['mac', 'slot']).doUpdateSet((row) => ({ pr_code: row.ref('excluded.pr_code') })))
      .execute()
  await tx.updateTable('plus_devices').set({ updated_at: at.at }).where('mac', '=', mac).execute()
  await recordChange(tx, { subject: subject(mac), before: Object.fromEntries(before), after: Object.fromEntries(after) })
}

type Scans = Parameters<typeof productsOfScans>[1]
interface Edit {
  index: number
  slot: number | undefined
  slots: number
  mac: string
  /** Of what was scanned, the product codes. */
  codes: ReadonlyMap<string, string>
}

/** Every device of the list or none; the error names the first that cannot be. */
async function change(
  { db, clock, signals }: Context,
  { storeCode, list, products = [] }: { storeCode: string; list: readonly { mac: string }[]; products?: Scans['codes'] },
  edit: (places: Map<number, string>, one: Edit) => void,
): Promise<number> {
  const requested = list.map(({ mac }, index) => ({ index, ...addressOf(mac, index) }))
  const devices = new Set(requested.map(({ mac }) => mac))
  await inTransaction(db, async (tx) => {
    const own = new Set(await ownMacs(tx, storeCode, [...devices]))
    const stranger = requested.find(({ mac }) => !own.has(mac))
    if (stranger !== undefined)
      throw new ApiError(404, {
        code: 'unknown-display',
        message: `There is no display ${stranger.mac} in this store.`,
        values: { mac: stranger.mac },
      })
    const codes =
      products.length === 0 ? new Map<string, string>() : await productsOfScans(tx, { storeCode, codes: products, at: clock.now() })
    for (const mac of devices) {
      const screen = await tx.selectFrom('plus_devices').select('screen_width as width').where('mac', '=', mac).executeTakeFirstOrThrow()
      const slots = slotsOf(screen.width)
      const before = await placesOf(tx, mac)
      const after = new Map(before)
      for (const one of requested.filter((entry) => entry.mac === mac)) edit(after, { ...one, slots, codes })
      await writePlaces(tx, { mac, storeCode, at: clock.now() }, before, after)
    }
  })
  signals.notify('changed', { storeCode, changes: ['signage'] })
  return devices.size
}

/** An address takes its list into the lowest free places, without doubles; with a place behind it, one product that replaces what is there. */
export function assign(context: Context, storeCode: string, devList: readonly RequestedPlace[]): Promise<number> {
  const products = devList.flatMap(({ product }, index) => [product].flat().map((code) => ({ code, field: `devList.${index}.product` })))
  return change(context, { storeCode, list: devList, products }, (places, { index, mac, slot, slots, codes: found }) => {
    const codes = [...new Set([devList[index]?.product ?? []].flat().map((code) => found.get(code) ?? code))]
    if (slot !== undefined) {
      const [only] = codes
      if (codes.length !== 1 || only === undefined)
        throw wrongAt(`devList.${index}.product`, `must be one product for place ${slot}`, 'one-product', { slot })
      if (slot < 1 || slot > slots)
        throw wrongAt(`devList.${index}.mac`, `${mac} has places 1 to ${slots}`, 'device-places', { mac, slots })
      places.set(slot, only)
      return
    }
    const there = new Set(places.values())
    const added = codes.filter((code) => !there.has(code))
    const free = Array.from({ length: slots }, (_, place) => place + 1).filter((place) => !places.has(place))
    if (added.length > free.length)
      throw new ApiError(409, {
        code: 'no-free-place',
        message: `${mac} has ${free.length} free places for ${added.length} products.`,
        values: { mac, free: free.length, products: added.length },
      })
    for (const [order, code] of added.entries()) places.set(free[order] ?? 0, code)
  })
}

/** Empties the place behind an address, or all of them. */
export function deassign(context: Context, storeCode: string, devList: readonly { mac: string }[]): Promise<number> {
  return change(context, { storeCode, list: devList }, (places, { slot }) =>
    slot === undefined ? places.clear() : void places.delete(slot),
  )
}
