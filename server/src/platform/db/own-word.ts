/** Whose word it is that a label is shown: the device's own, or that of a gateway whose devices only take their pictures. */
import { sql, type RawBuilder } from 'kysely'

/** Whether what this gateway says of a glass is its device's own word (`describe().confirms` of a bridge's driver). */
export const ownWord = (storeCode: RawBuilder<unknown>, gwMac: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`coalesce((select w.report->'device'->>'confirms' <> 'delivered' from gateways w where w.store_code = ${storeCode} and w.gw_mac = ${gwMac}), true)`
