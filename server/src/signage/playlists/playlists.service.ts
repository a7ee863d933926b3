/** Playlists: saved together with all that is made of them, and removed. */
import type { RequestOf } from '@endcap/contract/endpoint'
import { maxPlaylistsOfDisplay, type Playlist, type playlists as endpoints } from '@endcap/contract/playlists'
import { problemOf } from '@endcap/signage/schedule'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import { ApiError, conflict, invalid, notFound } from '../../platform/base/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { readUnplayable } from '../media/unplayable-films.ts'
import { notifyLibrary, refuseForeignStores } from '../library/reach.ts'
import { refuseMeanwhile, savedAt } from '../library/saved.ts'
import { problemWords } from '../schedules/schedules.service.ts'
import { dropParts, dropUnneeded, makeAll } from './make.ts'
import { letChangedGo, setsMadeOf, showsMadeOf, timelinesMadeOf } from './made.queries.ts'
import { forgetMoved, holdOwn, linesBefore, membersOf, placesOf, writeMembers } from './members.queries.ts'
import {
  changedParts,
  contentsOf,
  deletePlaylists,
  findPlaylist,
  findPlaylists,
  holdAll,
  nextRank,
  readWhole,
  writePlaylist,
  type PlaylistRecord,
} from './playlists.queries.ts'

type Given = RequestOf<(typeof endpoints)['save']>['body']
const missing = () => notFound('There is no such playlist.')
const subject = (id: string) => ({ kind: 'display-playlist', id })
const shown = ({ name, items, hours, period }: Pick<PlaylistRecord, 'name' | 'items' | 'hours' | 'period'>) => ({
  name,
  items,
  hours,
  period,
})
const plain = ({ name, items, hours, period }: Pick<PlaylistRecord, 'name' | 'items' | 'hours' | 'period'>) =>
  JSON.stringify([
    name,
    items.map(({ id, duration }) => [id, duration]),
    hours.map(({ days, time }) => [days, time.map(({ start, end }) => [start, end])]),
    period && [period.start, period.end],
  ])

export async function readPlaylist(db: Db, { stores }: Session, id: string): Promise<Playlist> {
  const found = await readWhole(db, stores, id)
  if (found === undefined) throw missing()
  return found
}

function checkHours({ hours, period }: Pick<Given, 'hours' | 'period'>): void {
  for (const [index, rule] of [...hours, { days: [], time: [] }].entries()) {
    const found = problemOf({ ...rule, period })
    if (found === undefined || (found.problem === 'nothing-set' && index === hours.length)) continue
    const at = found.at.startsWith('period') ? found.at : [`hours.${index}`, found.at].filter(Boolean).join('.')
    throw invalid(`${at}: ${problemWords[found.problem]}`, at)
  }
}
function placesIn(device: readonly string[]): void {
  const twice = device.findIndex((mac, place) => device.indexOf(mac) !== place)
  if (twice >= 0) throw invalid(`device.${twice}: ${device[twice] ?? ''} stands in the list already`, `device.${twice}`)
}

async function refuseUnknown(tx: Db, items: Given['items']): Promise<void> {
  const known = await contentsOf(tx, items)
  const unknown = items.findIndex(({ id }) => !known.has(id))
  if (unknown >= 0) throw invalid(`items.${unknown}: there is no content ${items[unknown]?.id ?? ''}`, `items.${unknown}`)
}

/** Whether the display's list of playlists is too long is only known when all is written. */
async function refuseTooMany(tx: Db, macs: readonly string[]): Promise<void> {
  const full = (await placesOf(tx, macs)).find((one) => one.playlists.length > maxPlaylistsOfDisplay)
  if (full !== undefined) throw conflict(`${full.mac} would be in more than ${maxPlaylistsOfDisplay} playlists.`, 'too-many-playlists')
}

async function refuseChanged(tx: Db, session: Session, id: string, remake: boolean): Promise<boolean> {
  const changed = await changedParts(tx, [id])
  if (changed.length === 0) return false
  if (!remake)
    throw new ApiError(409, {
      code: 'changed-underneath',
      message: 'What was made of this playlist has been changed since.',
      error: changed.map(({ name }) => name),
    })
  await refuseForeignStores(tx, session, 'playlist', [id])
  return true
}

export async function savePlaylist(context: Context, session: Session, given: Given) {
  checkHours(given)
  placesIn(given.device)
  const { saved, stores, warnings } = await inTransaction(context.db, async (tx) => {
    const stored = await store(tx, context, session, given)
    const timelines = (await timelinesMadeOf(tx, [stored.saved.playlist_id])).map((one) => one.id)
    return { ...stored, warnings: await readUnplayable(tx, { stores: session.stores, timelines }) }
  })
  notifyLibrary(context, stores)
  return { id: saved.playlist_id, updatedAt: toEpoch(saved.updated_at), warnings }
}

async function store(tx: Db, context: Context, session: Session, given: Given) {
  const { id, device, front, remake, updatedAt } = given
  await holdAll(tx)
  await forgetMoved(tx)
  const before = id === undefined ? undefined : await findPlaylist(tx, id)
  if (id !== undefined && before === undefined) throw missing()
  if (before !== undefined) refuseMeanwhile('playlist', before, updatedAt)
  const touched = before !== undefined && (await refuseChanged(tx, session, before.playlist_id, remake))
  const replayed = before === undefined || front || touched || plain(before) !== plain(given)
  if (before !== undefined && replayed) await refuseForeignStores(tx, session, 'playlist', [before.playlist_id])
  await refuseUnknown(tx, given.items)
  const at = savedAt(context.clock.now(), before)
  const saved = await writePlaylist(tx, before?.playlist_id, {
    name: given.name,
    items: JSON.stringify(given.items),
    hours: JSON.stringify(given.hours),
    period: given.period && JSON.stringify(given.period),
    rank: before === undefined || front ? await nextRank(tx) : before.rank,
    updated_by: session.email,
    updated_at: at,
  })
  const playlistId = saved.playlist_id
  const there = await membersOf(tx, [playlistId])
  const all = await holdOwn(tx, session.stores, [...new Set([...device, ...there.map(({ mac }) => mac)])])
  const own = new Set(all.map(({ mac }) => mac))
  const stranger = device.findIndex((mac) => !own.has(mac))
  if (stranger >= 0) throw invalid(`device.${stranger}: there is no display ${device[stranger] ?? ''} in your stores`, `device.${stranger}`)
  const member = new Set(there.map(({ mac }) => mac))
  const chosen = new Set(device)
  const left = there.map(({ mac }) => mac).filter((mac) => own.has(mac) && !chosen.has(mac))
  const come = device.filter((mac) => !member.has(mac))
  const lines = await linesBefore(tx, [...own])
  await writeMembers(tx, { id: playlistId, left, come, lines })
  const macs = replayed ? [...own] : [...left, ...come]
  await refuseTooMany(tx, come)
  if (touched) await letChangedGo(tx, [playlistId])
  const earlier = await timelinesBehind(tx, macs, playlistId)
  const making = { tx, context, session }
  await makeAll(making, { macs, anew: new Set(replayed ? [playlistId] : []), lines, ids: [playlistId] })
  await dropUnneeded(making, { timelines: earlier, ids: [playlistId] })
  const devices = (some: Iterable<string>) => [...some].toSorted()
  await recordChange(tx, {
    subject: subject(playlistId),
    before: before === undefined ? null : { ...shown(before), device: devices([...member].filter((mac) => own.has(mac))) },
    after: { ...shown(saved), device: devices(chosen) },
  })
  return { saved, stores: all.map(({ storeCode }) => storeCode) }
}

/** Timelines that were made of what these displays play, and may be empty afterwards. */
async function timelinesBehind(tx: Db, macs: readonly string[], id: string): Promise<string[]> {
  const others = (await placesOf(tx, macs)).flatMap(({ playlists }) => playlists)
  return (await timelinesMadeOf(tx, [...new Set([id, ...others])])).map((one) => one.id)
}

/** Displays play their other playlists then, or what they played before. */
export async function removePlaylists(context: Context, session: Session, ids: readonly string[]): Promise<string[]> {
  const { gone, stores } = await inTransaction(context.db, async (tx) => {
    await holdAll(tx)
    await forgetMoved(tx)
    const rows = await findPlaylists(tx, ids)
    if (rows.length === 0) throw missing()
    const gone = rows.map((row) => row.playlist_id)
    await refuseForeignStores(tx, session, 'playlist', gone)
    await letChangedGo(tx, gone)
    const members = await membersOf(tx, gone)
    const macs = members.map(({ mac }) => mac)
    await holdOwn(tx, session.stores, macs)
    const lines = await linesBefore(tx, macs)
    const sets: string[] = []
    const shows: string[] = []
    for (const id of gone) {
      sets.push(...(await setsMadeOf(tx, id)).map((one) => one.id))
      shows.push(...(await showsMadeOf(tx, id)).map((one) => one.id))
    }
    const timelines = (await timelinesMadeOf(tx, gone)).map((one) => one.id)
    await deletePlaylists(tx, gone)
    const making = { tx, context, session }
    await makeAll(making, { macs, anew: new Set(), lines, ids: [] })
    await dropUnneeded(making, { timelines, ids: [] })
    await dropParts(tx, sets, shows)
    for (const row of rows) await recordChange(tx, { subject: subject(row.playlist_id), before: shown(row), after: null })
    return { gone, stores: members.map(({ storeCode }) => storeCode) }
  })
  notifyLibrary(context, stores)
  return gone
}
