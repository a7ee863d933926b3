/** What people do with displays (specification 3 §2, §4, §7). */
import { timingSafeEqual } from 'node:crypto'
import { brightnessMax, defaultMaxVolume, type DeviceConfig } from '@endcap/contract/device-config'
import type { DeviceInfo, OverriddenDisplay } from '@endcap/contract/displays'
import type { CommandType } from '@endcap/contract/player'
import { isTimeZone } from '@endcap/signage/local-time'
import { slotsOf } from '@endcap/signage/models'
import { sql } from 'kysely'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { ApiError, conflict, invalid, notFound } from '../../platform/base/errors.ts'
import {
  askDevices,
  checkOf,
  endDisplayAlarms,
  findDevice,
  findScreen,
  holdDevice,
  readFailing,
  readLeftOut,
  usualInfoSeconds,
} from '../display-api/player.service.ts'
import { codesOfSite } from '../../settings/settings.service.ts'
import { readUnplayable } from '../media/unplayable-films.ts'
import type { Session } from '../../platform/http/session.ts'
import { findListed, overriddenOf, ownMacs } from './displays.queries.ts'

export { countDisplays } from './display-list.queries.ts'

export interface Place {
  storeCode: string
  mac: string
}
const subject = (mac: string) => ({ kind: 'display', id: mac })
const changed = ({ signals }: Context, storeCode: string) => signals.notify('changed', { storeCode, changes: ['signage'] })
const missing = (mac: string) => notFound(`There is no display ${mac} in this store.`)

export async function readInfo(context: Context, { storeCode, mac }: Place): Promise<DeviceInfo> {
  const { db } = context
  const [listed, row] = [await findListed(db, storeCode, mac), await findDevice(db, mac)]
  if (listed === undefined || row === undefined) throw missing(mac)
  const { config, report } = row
  const shot = await findScreen(db, mac)
  return {
    ...listed,
    storeCode: row.store_code ?? '',
    volume: config.volume ?? 0,
    maxVolume: config.maxVolume ?? defaultMaxVolume,
    brightness: config.brightness ?? brightnessMax,
    tz: config.tz ?? '',
    localNtpServer: config.localNtpServer ?? '',
    infoSeconds: config.infoSeconds ?? usualInfoSeconds,
    networks: { rssi: report.rssi ?? null },
    ip: row.ip,
    versions: row.versions,
    slots: slotsOf(row.screen_width),
    report,
    failing: await readFailing(db, storeCode, report),
    unplayable: await readUnplayable(db, { stores: [storeCode], mac }),
    leftOut: (await readLeftOut(context, { storeCode, mac })).map(({ prCode, reason }) => ({ prCode, reason })),
    screenshotAt: shot === undefined ? null : toEpoch(shot.taken_at),
    screenCheck: shot === undefined ? null : checkOf(shot),
  }
}

const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Takes a display that waits into a store: the person who does it has read the code on its screen. */
export async function accept(context: Context, place: Place, { code, name }: { code: string; name: string | undefined }): Promise<void> {
  const { db, clock } = context
  const { storeCode, mac } = place
  await inTransaction(db, async (tx) => {
    const row = await holdDevice(tx, mac)
    if (row === undefined || (row.store_code === null && (row.requested_store ?? storeCode) !== storeCode)) throw missing(mac)
    if (row.store_code !== null) throw conflict('This display is in a store already.', 'in-a-store')
    if (!same(row.code ?? '', code.trim()))
      throw new ApiError(400, { code: 'wrong-screen-code', message: 'code: is not what the screen shows', field: 'code' })
    await tx
      .updateTable('plus_devices')
      .set({
        store_code: storeCode,
        requested_store: null,
        code: null,
        status: 'OFFLINE',
        updated_at: clock.now(),
        awaited_since: clock.now(),
        ...(name !== undefined && name !== '' && { name }),
      })
      .where('mac', '=', mac)
      .execute()
    await recordChange(tx, { subject: { ...subject(mac), storeCode }, before: null, after: { storeCode, name: name ?? row.name } })
  })
  changed(context, storeCode)
}

/** The next display that announces itself under this address takes its place: for one that was replaced, or has lost its memory. */
export async function pair(context: Context, { storeCode, mac }: Place): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const row = await holdDevice(tx, mac)
    if (row?.store_code !== storeCode) throw missing(mac)
    const at = context.clock.now()
    await tx
      .updateTable('plus_devices')
      .set({ claim_hash: null, token_hash: null, status: 'OFFLINE', awaited_since: at })
      .where('mac', '=', mac)
      .execute()
    await tx.deleteFrom('plus_usage').where('mac', '=', mac).execute()
    await tx.deleteFrom('plus_screenshots').where('mac', '=', mac).execute()
    await endDisplayAlarms(tx, { mac, storeCode, at })
    await recordChange(tx, { subject: subject(mac), before: { paired: true }, after: { paired: false } })
  })
  changed(context, storeCode)
}

export async function remove(context: Context, { storeCode, mac }: Place): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const row = await holdDevice(tx, mac)
    if (row === undefined || (row.store_code ?? row.requested_store ?? storeCode) !== storeCode) throw missing(mac)
    await tx.deleteFrom('plus_devices').where('mac', '=', mac).execute()
    await endDisplayAlarms(tx, { mac, storeCode, at: context.clock.now() })
    await recordChange(tx, { subject: subject(mac), before: { name: row.name, model: row.model, storeCode: row.store_code }, after: null })
  })
  changed(context, storeCode)
}

interface Asked {
  storeCode: string
  macs: readonly string[]
  type: CommandType
  args?: Record<string, unknown>
}
/** All of them or none: the first that is not of this store is named. */
async function allOwn(tx: Db, storeCode: string, macs: readonly string[]): Promise<string[]> {
  const own = await ownMacs(tx, storeCode, macs)
  const stranger = macs.find((mac) => !own.includes(mac))
  if (stranger !== undefined) throw missing(stranger)
  return own
}

export async function ask(context: Context, { email }: Session, { storeCode, macs, type, args }: Asked): Promise<number> {
  const count = await inTransaction(context.db, async (tx) => {
    const own = await allOwn(tx, storeCode, macs)
    // What was held back is sent now.
    if (type === 'sync')
      await tx
        .updateTable('plus_devices')
        .set({ given_show: sql<string | null>`show` })
        .where('mac', 'in', own)
        .execute()
    await askDevices(tx, context, { macs: own, type, by: email, ...(args && { args }) })
    return own.length
  })
  changed(context, storeCode)
  return count
}

/** The place of the product flashes on every display that has it. */
export async function blink(
  context: Context,
  { email }: Session,
  { storeCode, prCode: given }: { storeCode: string; prCode: string },
): Promise<number> {
  const [prCode = given] = await codesOfSite(context.db, [given])
  const count = await inTransaction(context.db, async (tx) => {
    const places = await tx
      .selectFrom('plus_device_products as p')
      .innerJoin('plus_devices as d', 'd.mac', 'p.mac')
      .select(['p.mac', 'p.slot'])
      .where('p.store_code', '=', storeCode)
      .where('d.store_code', '=', storeCode)
      .where('p.pr_code', '=', prCode)
      .orderBy('p.mac')
      .execute()
    if (places.length === 0) throw notFound('This product is on no display.')
    for (const { mac, slot } of places) await askDevices(tx, context, { macs: [mac], type: 'blink', args: { slot }, by: email })
    return new Set(places.map(({ mac }) => mac)).size
  })
  changed(context, storeCode)
  return count
}

/** Displays that something was set for, and those that go on with something else. */
export interface SetFor {
  devices: number
  overridden: OverriddenDisplay[]
}
/** A change of the same columns for several displays of a store. */
export async function setFor(
  context: Context,
  { storeCode, macs }: { storeCode: string; macs: readonly string[] | 'all' },
  set: { mode?: 'normal' | 'product' | 'off'; show_idx?: number | null },
): Promise<SetFor> {
  const answer = await inTransaction(context.db, async (tx) => {
    const all =
      macs === 'all'
        ? (await tx.selectFrom('plus_devices').select('mac').where('store_code', '=', storeCode).execute()).map(({ mac }) => mac)
        : macs
    const own = await allOwn(tx, storeCode, all)
    for (const mac of own) {
      const before = await findDevice(tx, mac)
      await tx
        .updateTable('plus_devices')
        .set({ ...set, updated_at: context.clock.now() })
        .where('mac', '=', mac)
        .execute()
      const was = set.mode === undefined ? { show_idx: before?.show_idx ?? null } : { mode: before?.mode }
      await recordChange(tx, { subject: subject(mac), before: was, after: set })
    }
    // Products and black lie over everything: only who asks for what is played may see something else.
    const asksToPlay = set.mode === undefined || set.mode === 'normal'
    const overridden = asksToPlay ? await overriddenOf(tx, own, { anyMode: set.mode === undefined }) : []
    return { devices: own.length, overridden }
  })
  changed(context, storeCode)
  return answer
}

/** Info pages stay for so long from now on, and are shown at once for that time. */
export async function showInfo(
  context: Context,
  session: Session,
  { storeCode, macs, seconds }: { storeCode: string; macs: readonly string[]; seconds: number },
) {
  await inTransaction(context.db, async (tx) => {
    for (const mac of await allOwn(tx, storeCode, macs)) await writeConfig(tx, mac, { infoSeconds: seconds })
  })
  return ask(context, session, { storeCode, macs, type: 'info', args: { seconds } })
}

async function writeConfig(tx: Db, mac: string, config: Partial<DeviceConfig>): Promise<void> {
  const row = await holdDevice(tx, mac)
  if (row === undefined) throw missing(mac)
  await tx
    .updateTable('plus_devices')
    .set({ config: JSON.stringify({ ...row.config, ...config }) })
    .where('mac', '=', mac)
    .execute()
}

export async function saveConfig(
  context: Context,
  { storeCode, mac }: Place,
  config: Partial<Omit<DeviceConfig, 'maxVolume' | 'infoSeconds'>>,
) {
  const { tz, name, volume } = config
  if (tz !== undefined && tz !== '' && !isTimeZone(tz)) throw invalid(`tz: there is no time zone ${tz}`, 'tz')
  await inTransaction(context.db, async (tx) => {
    const row = await holdDevice(tx, mac)
    if (row?.store_code !== storeCode) throw missing(mac)
    const maxVolume = row.config.maxVolume ?? defaultMaxVolume
    if (volume !== undefined && volume > maxVolume) throw invalid(`volume: must be at most ${maxVolume}`, 'volume')
    const { name: _, ...rest } = config
    const was = { ...row.config, name: row.name }
    await writeConfig(tx, mac, rest)
    if (name !== undefined)
      await tx.updateTable('plus_devices').set({ name, updated_at: context.clock.now() }).where('mac', '=', mac).execute()
    await recordChange(tx, { subject: subject(mac), before: was, after: { ...was, ...config } })
  })
  changed(context, storeCode)
}
