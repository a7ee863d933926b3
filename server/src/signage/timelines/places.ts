/** Displays in timelines: a display plays one screen of one timeline, so that who takes it in takes it away from where it was. */
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Db } from '../../platform/db/schema.ts'
import { invalid } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { holdDisplays, writePlaces, type Place, type Placed } from './places.queries.ts'

export const subject = (id: string) => ({ kind: 'display-timeline', id })

function placesIn(device: readonly (readonly string[])[]): Place[] {
  const places = device.flatMap((macs, screen) => macs.map((mac, place) => ({ mac, screen, place })))
  const seen = new Set<string>()
  for (const { mac, screen, place } of places) {
    const at = `device.${screen}.${place}`
    if (seen.has(mac)) throw invalid(`${at}: ${mac} stands in the list already`, at)
    seen.add(mac)
  }
  return places
}

interface Given {
  timelineId: string
  /** For each screen its displays. */
  device: readonly (readonly string[])[]
  at: Date
}
export interface Changed {
  /** Displays that were in another timeline, or played another screen of this one. */
  moved: number
  /** Of displays that came, left or changed places. */
  stores: string[]
  before: Record<string, number>
  after: Record<string, number>
}
/**
 * Writes which displays play a timeline. Those of stores that are not the account's are not looked at and stay; a display that the account does
 * not see is refused by its place. What other timelines lose is recorded there.
 */
export async function placeDisplays(tx: Db, { stores }: Session, { timelineId, device, at }: Given): Promise<Changed> {
  const places = placesIn(device)
  const macs = places.map(({ mac }) => mac)
  const held = new Map((await holdDisplays(tx, stores, macs, timelineId)).map((one) => [one.mac, one]))
  const stranger = places.find(({ mac }) => !held.has(mac))
  if (stranger !== undefined) {
    const where = `device.${stranger.screen}.${stranger.place}`
    throw invalid(`${where}: there is no display ${stranger.mac} in your stores`, where)
  }
  const requested = new Map(places.map((one) => [one.mac, one]))
  const isHere = (one: Placed) => one.timelineId === timelineId
  const left = [...held.values()].filter((one) => isHere(one) && !requested.has(one.mac))
  const changed = places.flatMap(({ mac, screen }) => {
    const one = held.get(mac)
    return one !== undefined && (!isHere(one) || one.screen !== screen) ? [one] : []
  })
  await writePlaces(tx, { timelineId, left: left.map(({ mac }) => mac), places, at })
  await recordLeaving(
    tx,
    changed.filter((one) => !isHere(one)),
  )
  const screens = (some: Iterable<{ mac: string; screen: number | null }>) =>
    Object.fromEntries([...some].map(({ mac, screen }) => [mac, screen ?? 0]))
  return {
    moved: changed.filter(({ timelineId: from }) => from !== null).length,
    stores: [...left, ...changed].map(({ storeCode }) => storeCode),
    before: screens([...held.values()].filter(isHere)),
    after: screens(places),
  }
}

/** For each timeline that displays were taken out of. */
async function recordLeaving(tx: Db, gone: readonly Placed[]): Promise<void> {
  for (const [id, some] of Map.groupBy(gone, ({ timelineId }) => timelineId)) {
    if (id === null) continue
    const before = { name: some[0]?.timelineName, device: some.map(({ mac }) => mac) }
    await recordChange(tx, { subject: subject(id), before, after: { name: some[0]?.timelineName, device: [] } })
  }
}

/** Takes displays out of the timelines that they are in; does nothing with those that are in none. */
export async function leaveTimelines(tx: Db, session: Pick<Session, 'stores'>, macs: readonly string[], at: Date): Promise<void> {
  const placed = await holdDisplays(tx, session.stores, macs, undefined)
  for (const [timelineId, some] of Map.groupBy(placed, (one) => one.timelineId))
    if (timelineId !== null) await writePlaces(tx, { timelineId, left: some.map(({ mac }) => mac), places: [], at })
  await recordLeaving(tx, placed)
}
