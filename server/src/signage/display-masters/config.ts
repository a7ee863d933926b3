/** A display's v1 settings: where it stands, how loud and bright it is, when it is on, and who may use its menu (specification 3 §3, §5). */
import type { MasterConfig } from '@endcap/contract/display-masters'
import { isTimeZone } from '@endcap/signage/local-time'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { forbidden, invalid, notFound, unknownStore } from '../../platform/base/errors.ts'
import { endDisplayAlarms, findDevice, holdDevice, type DeviceRow } from '../display-api/player.service.ts'
import { masterSettingsOf } from '../display-api/master-settings.ts'
import { notifyLibrary } from '../library/reach.ts'
import { leaveTimelines } from '../timelines/timelines.service.ts'
import { hashPassword } from '../../people/session/passwords.ts'
import type { Session } from '../../platform/http/session.ts'
import { findStore } from '../../chain/stores/stores.service.ts'
import { leaveStore, listMasters, replaceProducts } from './display-masters.queries.ts'

export const missing = (mac: string) => notFound(`There is no display ${mac} in your stores.`)
export const subject = (mac: string) => ({ kind: 'display', id: mac })

const configOf = (row: DeviceRow): MasterConfig => ({
  ...masterSettingsOf(row),
  code: row.code_name,
  name: row.name,
  category: row.category,
  section: row.section,
  shelfID: row.shelf_id,
  position: row.position,
  adminPwd: '',
  managerPwd: '',
})

export async function readConfig({ db }: Context, { stores }: Session, mac: string) {
  const [device] = await listMasters(db, stores, [mac])
  const row = await findDevice(db, mac)
  if (device === undefined || row === undefined) throw missing(mac)
  const pins = { admin: row.admin_pin !== null, manager: row.manager_pin !== null }
  return { config: configOf(row), ipAddress: row.ip, pins, device }
}

/** What becomes of a code: null takes it off, empty leaves it. */
const pinOf = async (given: string | null, before: string | null): Promise<string | null> =>
  given === null ? null : given === '' ? before : hashPassword(given)
const changeOf = (given: string | null) => (given === null ? 'removed' : given === '' ? undefined : 'changed')

interface Given {
  mac: string
  config: MasterConfig
  line: 'v0' | 'v1'
}
/**
 * Saves them. With another store the display goes there, without the products, slides and alarms of the one that it leaves; of line v0 it
 * leaves its timeline.
 */
export async function saveConfig(context: Context, session: Session, { mac, config, line }: Given): Promise<void> {
  const { db, clock } = context
  const { code, name, storeCode, category, section, shelfID, position, timezone, adminPwd, managerPwd, ...rest } = config
  if (timezone !== '' && !isTimeZone(timezone)) throw invalid(`config.timezone: there is no time zone ${timezone}`, 'config.timezone')
  if (!session.allows(storeCode)) throw forbidden('This store is not one of yours.', 'other-store')
  if ((await findStore(db, storeCode)) === undefined) throw unknownStore(storeCode, 'config.storeCode')
  // Hashing takes its time: not while others wait for the transaction.
  const hashed = { admin: await pinOf(adminPwd, ''), manager: await pinOf(managerPwd, '') }
  const from = await inTransaction(db, async (tx) => {
    const before = await holdDevice(tx, mac)
    if (before?.store_code == null || !session.allows(before.store_code)) throw missing(mac)
    const at = clock.now()
    const moves = before.store_code !== storeCode
    const products = moves ? await leave(tx, before.store_code, mac, at) : undefined
    if (line === 'v0') await leaveTimelines(tx, session, [mac], at)
    await tx
      .updateTable('plus_devices')
      .set({
        code_name: code,
        name,
        store_code: storeCode,
        category,
        section,
        shelf_id: shelfID,
        position,
        time_zone: timezone,
        line,
        v1_config: JSON.stringify(rest),
        updated_at: at,
        admin_pin: hashed.admin === '' ? before.admin_pin : hashed.admin,
        manager_pin: hashed.manager === '' ? before.manager_pin : hashed.manager,
      })
      .where('mac', '=', mac)
      .execute()
    const { adminPwd: _, managerPwd: __, ...was } = configOf(before)
    await recordChange(tx, {
      subject: { ...subject(mac), storeCode },
      before: { ...was, line: before.line, ...(products && { products }) },
      after: {
        code,
        name,
        storeCode,
        category,
        section,
        shelfID,
        position,
        timezone,
        ...rest,
        line,
        adminPin: changeOf(adminPwd),
        managerPin: changeOf(managerPwd),
        ...(products && { products: [], slides: 'removed' }),
      },
    })
    return before.store_code
  })
  notifyLibrary(context, [from, storeCode])
}

async function leave(tx: Parameters<typeof leaveStore>[0], storeCode: string, mac: string, at: Date): Promise<string[]> {
  await endDisplayAlarms(tx, { mac, storeCode, at })
  await leaveStore(tx, mac)
  return replaceProducts(tx, { mac, storeCode }, [])
}
