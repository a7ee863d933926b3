/**
 * Makes shows, sets and timelines of playlists (docs/decisions/0030-playlists-are-made-into-timelines.md). For each size of screens that a
 * playlist is on there is a show for each run of contents between two lists of prices, and one set of them. Displays with the same playlists
 * and the same size are in one timeline, whose rows are the hours of these playlists, the weakest first.
 */
import { rotations } from '@endcap/contract/shows'
import { showOfItems } from '@endcap/signage/playlist'
import { priceEntry, type SetEntry } from '@endcap/signage/shows'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { dropSets, storeSet } from '../show-sets/show-sets.service.ts'
import { dropShows, storeShow } from '../shows/shows.service.ts'
import { dropTimelines, leaveTimelines, storeTimeline } from '../timelines/timelines.service.ts'
import { displaysIn, emptyTimelines, noteSet, noteShow, noteTimeline, setsMadeOf, showsMadeOf, timelinesMadeOf } from './made.queries.ts'
import { giveSlidesBack, placesOf, screensOf, type Placed, type Screen } from './members.queries.ts'
import { findPlaylists, type PlaylistRecord } from './playlists.queries.ts'

/** A playlist that no display plays is made for this screen: what it names is in use, and others see what it would be. */
const anyScreen: Screen = { width: 1920, height: 1080, rotation: 0 }
const keyOf = ({ width, height, rotation }: Screen) => `${width}x${height}${rotation === 0 ? '' : `/${rotation}`}`
const longestName = 100
/** What is made is called by its playlists and the screen. */
const nameOf = (playlists: string, screen: string, more = '') => {
  const behind = ` · ${screen.replace('x', ' × ')}${more}`
  return `${playlists.slice(0, longestName - behind.length)}${behind}`
}

interface Making {
  tx: Db
  context: Pick<Context, 'clock'>
  session: Session
}

const isPrice = (item: SetEntry | undefined) => item?.id === priceEntry
/** Contents between two lists of prices are one show; a list of prices stands alone. */
function runsOf(items: readonly SetEntry[]): SetEntry[][] {
  const runs: SetEntry[][] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (last === undefined || isPrice(item) || isPrice(last[0])) runs.push([item])
    else last.push(item)
  }
  return runs
}
const secondsOf = (items: readonly SetEntry[]) => items.reduce((sum, { duration }) => sum + duration, 0)

const showOf = (screen: Screen, name: string, items: readonly SetEntry[]) => ({
  name,
  ...showOfItems({ ...screen, rotation: rotations.find((one) => one === screen.rotation) ?? 0 }, items),
})

/** Shows and set of a playlist for one screen: those that are there are written over. */
async function makeSet({ tx, context, session }: Making, playlist: PlaylistRecord, screen: Screen): Promise<string> {
  const { playlist_id: id, name, items } = playlist
  const key = keyOf(screen)
  const shows = (await showsMadeOf(tx, id)).filter((one) => one.screen === key)
  const list: SetEntry[] = []
  const runs = runsOf(items)
  const several = runs.filter(([first]) => !isPrice(first)).length > 1
  let number = 0
  for (const run of runs) {
    if (isPrice(run[0])) {
      list.push(...run)
      continue
    }
    const there = shows[number++]
    const given = showOf(screen, nameOf(name, key, several ? ` · ${number}` : ''), run)
    const show = await storeShow(tx, context, session, { ...given, ...(there !== undefined && { id: there.id }) })
    await noteShow(tx, id, { id: show.show_id, screen: key, at: show.updated_at })
    list.push({ id: show.show_id, duration: secondsOf(run) })
  }
  const there = (await setsMadeOf(tx, id)).find((one) => one.screen === key)
  const set = await storeSet(tx, context, session, { name: nameOf(name, key), list, ...(there !== undefined && { id: there.id }) })
  await noteSet(tx, id, { id: set.set_id, screen: key, at: set.updated_at })
  // Fewer runs than before.
  await dropShows(
    tx,
    shows.slice(number).map((one) => one.id),
  )
  return set.set_id
}

/** Its sets by their screens: all of them anew where its contents changed, else those that are not there yet. */
async function setsFor(making: Making, playlist: PlaylistRecord, anew: boolean): Promise<Map<string, string>> {
  const { tx } = making
  const needed = await screensOf(tx, playlist.playlist_id)
  const made = await setsMadeOf(tx, playlist.playlist_id)
  const sets = new Map(made.map(({ id, screen }) => [screen, id]))
  for (const screen of needed.length === 0 ? [anyScreen] : needed)
    if (anew || !sets.has(keyOf(screen))) sets.set(keyOf(screen), await makeSet(making, playlist, screen))
  return sets
}

type Group = Placed & { key: string; list: string; macs: string[] }
/** Displays of one screen with the same playlists. */
function groupsOf(places: readonly Placed[]): Group[] {
  const groups = new Map<string, Group>()
  for (const place of places) {
    const [key, list] = [keyOf(place), place.playlists.join()]
    const group = groups.get(`${key} ${list}`) ?? { ...place, key, list, macs: [] }
    group.macs.push(place.mac)
    groups.set(`${key} ${list}`, group)
  }
  return [...groups.values()]
}

interface Changes {
  /** Displays that may have to play something else. */
  macs: readonly string[]
  /** Playlists whose contents or hours are others. */
  anew: ReadonlySet<string>
  /** Of displays that may be in no playlist any more: what they played before. */
  lines: ReadonlyMap<string, 'v0' | 'v1'>
  /** Playlists that were written. */
  ids: readonly string[]
}
/** Brings what is made in step with the playlists as they are written. */
export async function makeAll(making: Making, { macs, anew, lines, ids }: Changes): Promise<void> {
  const { tx, context, session } = making
  const groups = groupsOf(await placesOf(tx, macs))
  const playlists = new Map(
    (await findPlaylists(tx, [...new Set([...ids, ...groups.flatMap((group) => group.playlists)])])).map((one) => [one.playlist_id, one]),
  )
  const sets = new Map<string, Map<string, string>>()
  for (const [id, playlist] of playlists) sets.set(id, await setsFor(making, playlist, anew.has(id)))
  const known = await timelinesMadeOf(tx, [...playlists.keys()])
  const moving = new Set(macs)
  for (const { key, list, macs: arriving, playlists: layers } of groups.filter((group) => group.list !== '')) {
    const there = known.find((one) => one.screen === key && one.playlists === list)
    const rows = layers.flatMap((id) => rowsOf(playlists.get(id), sets.get(id)?.get(key)))
    const names = layers.toReversed().flatMap((id) => playlists.get(id)?.name ?? [])
    const stay = there === undefined ? [] : (await displaysIn(tx, session.stores, there.id)).filter((mac) => !moving.has(mac))
    const { saved } = await storeTimeline(tx, context, session, {
      ...(there !== undefined && { id: there.id }),
      ...((there === undefined || layers.some((id) => anew.has(id))) && { name: nameOf(names.join(' + '), key), schedule: rows }),
      device: [[...stay, ...arriving]],
    })
    // What was changed by hand stays marked as such.
    if (there?.changed !== true) await noteTimeline(tx, list, { id: saved.timeline_id, screen: key, at: saved.updated_at })
  }
  const free = groups.filter((group) => group.list === '').flatMap((group) => group.macs)
  await leaveTimelines(tx, session, free, context.clock.now())
  await giveSlidesBack(
    tx,
    free.filter((mac) => lines.get(mac) === 'v0'),
    context.clock.now(),
  )
}

const always = [{ days: [], time: [] }]
const rowsOf = (playlist: PlaylistRecord | undefined, set: string | undefined) =>
  playlist === undefined || set === undefined
    ? []
    : (playlist.hours.length === 0 ? always : playlist.hours).map(({ days, time }) => ({
        id: set,
        period: playlist.period,
        days: [...days],
        time: [...time],
      }))

/** Drops what no playlist needs any more: timelines without displays, sets and shows of screens that are gone. */
export async function dropUnneeded({ tx, session }: Making, { timelines, ids }: { timelines: readonly string[]; ids: readonly string[] }) {
  const empty = await emptyTimelines(tx, timelines)
  if (empty.length > 0) await dropTimelines(tx, session, empty)
  for (const id of ids) {
    const needed = await screensOf(tx, id)
    const keys = new Set((needed.length === 0 ? [anyScreen] : needed).map(keyOf))
    await dropParts(
      tx,
      (await setsMadeOf(tx, id)).filter((one) => !keys.has(one.screen)).map((one) => one.id),
      (await showsMadeOf(tx, id)).filter((one) => !keys.has(one.screen)).map((one) => one.id),
    )
  }
}
/** What something else names stays, on its own. */
export async function dropParts(tx: Db, sets: readonly string[], shows: readonly string[]): Promise<void> {
  await dropSets(tx, sets)
  await dropShows(tx, shows)
}
