/** Android packages among widgets: no player of this product plays them, a display with Android may say that it does. */
import { androidPackageType } from '@endcap/contract/media'
import { sql, type Expression, type RawBuilder } from 'kysely'
import { ApiError, conflict } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Which displays are asked: one, those of a store, or all. */
interface Where {
  storeCode?: string
  mac?: string
}
const isSomePlayer = ({ storeCode, mac }: Where): RawBuilder<boolean> =>
  sql`exists (select from plus_devices a where (a.caps->>'androidWidgets')::boolean
    and a.store_code = ${storeCode ?? sql`a.store_code`} and a.mac = ${mac ?? sql`a.mac`})`
/** Whether one of them plays files of the type. */
export const isPlayable = (type: Expression<unknown>, where: Where = {}): RawBuilder<boolean> =>
  sql`(${type} <> ${androidPackageType} or ${isSomePlayer(where)})`
export const canPlayAndroid = async (db: Db, where: Where = {}): Promise<boolean> =>
  (await sql<{ can: boolean }>`select ${isSomePlayer(where)} as can`.execute(db)).rows[0]?.can === true

/** 400 with the place, such as `show.0.object.2`. */
export const androidPackageAt = (field: string, name: string) =>
  new ApiError(400, {
    code: 'android-widget',
    message: `${field}: ${name} is an Android package, which no display here can play`,
    field,
    values: { name },
  })

/** What plays the widget that is replaced would be black. */
export async function refuseAndroidInstead(tx: Db, { before, after }: { before: string; after: string }, where: Where = {}): Promise<void> {
  if (after === androidPackageType && before !== androidPackageType && !(await canPlayAndroid(tx, where)))
    throw conflict('No display here can play an Android package: it does not take the place of a file that they can.', 'android-instead')
}
