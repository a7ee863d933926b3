/** What a display of the v1 line plays: the rows of its timeline with their sets and shows, and the files of what its screen sees. */
import { masterBright, masterVolume } from '@endcap/contract/display-masters'
import { areasOn, priceEntry } from '@endcap/signage/shows'
import type { Db } from '../../platform/db/schema.ts'
import { contentFor } from './film-for-display.ts'
import { contentsOf, setsOf, showsOf, timelineOf } from './manifest.queries.ts'
import { masterSettingsOf } from './master-settings.ts'
import type { Memo } from './memo.ts'
import type { DeviceRow } from './player.queries.ts'
import type { LineSettings, Played } from './plan-slides.ts'

export async function readTimelinePlan(tx: Db, device: DeviceRow, memo: Memo): Promise<Played> {
  const timeline = await timelineOf(tx, device.mac)
  const rows = timeline?.schedule ?? []
  const screen = timeline?.screen ?? 0
  const setIds = unique(rows.map(({ id }) => id))
  const sets = await memo(`sets ${setIds.join()}`, () => setsOf(tx, setIds))
  const showIds = unique(sets.flatMap(({ list }) => list.map(({ id }) => id)).filter((id) => id !== priceEntry))
  const shows = await memo(`shows ${showIds.join()}`, () => showsOf(tx, showIds))
  const seen = shows.flatMap(({ show }) => areasOn(show, screen).flatMap(({ items }) => items.map(({ id }) => id)))
  const contentIds = unique(seen)
  const contents = await memo(`contents ${contentIds.join()}`, () => contentsOf(tx, contentIds))
  return {
    screen: { width: device.screen_width, height: device.screen_height },
    objects: [],
    drawn: [],
    plan: {
      line: 'v1',
      rows: rows.map(({ id, period, days, time }) => ({ id, period, days: [...days], time: time.map((range) => ({ ...range })) })),
      sets: Object.fromEntries(sets.map(({ set_id, list }) => [set_id, { list: list.map(({ id, duration }) => ({ id, duration })) }])),
      shows: Object.fromEntries(
        shows.map(({ show_id, show: { width, height, duration, device: panels, contentArea, timeline: areas } }) => [
          show_id,
          {
            width,
            height,
            duration,
            device: [...panels],
            contentArea: [...contentArea],
            timeline: areas.map((items) => [...items]),
          },
        ]),
      ),
      screen,
    },
    files: contents.map(({ content_id, kind, ...content }) => ({ name: `content:${content_id}`, kind, ...contentFor(device, content) })),
  }
}
const unique = (ids: readonly string[]) => [...new Set(ids)]

/** As they were saved; of a display whose settings were never saved, as they begin. */
export function masterSettings(device: DeviceRow, storeZone: string): LineSettings {
  const { v1_config } = device
  const { timezone, volume, bright, orientation, opentime, closetime, screenInterval, autoupdate, timeserver } = masterSettingsOf(device)
  return {
    timeZone: timezone === '' ? storeZone : timezone,
    volume: volume / masterVolume.max,
    brightness: bright / masterBright.max,
    opentime,
    closetime,
    orientation,
    screenshotSeconds: screenInterval,
    autoUpdate: autoupdate,
    timeserver,
    // Until settings are saved, it is not said what they are to be.
    bluetooth: v1_config.bt ?? null,
    nfc: v1_config.nfc ?? null,
    autorun: v1_config.autorun ?? null,
  }
}
