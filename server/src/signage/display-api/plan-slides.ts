/** What a display of the v0 line plays: its own slides, with their files and schedules. */
import type { Manifest } from '@endcap/contract/player'
import { brightnessMax, defaultMaxVolume } from '@endcap/contract/device-config'
import type { MediaKind } from '@endcap/contract/media'
import { drawnNumber, isDrawn } from '@endcap/signage/drawn'
import type { Slide, SlideObject } from '@endcap/signage/shows'
import type { Db } from '../../platform/db/schema.ts'
import { contentFor } from './film-for-display.ts'
import { filesOf, schedulesOf } from './manifest.queries.ts'
import type { Memo } from './memo.ts'
import type { DeviceRow } from './player.queries.ts'

/** A plan with what belongs to it. */
export interface Played {
  plan: Manifest['plan']
  /** What it was made for; a player scales that to its window. */
  screen: { width: number; height: number }
  /** Of slides, for the cards of products. */
  objects: readonly SlideObject[]
  /** Those of them that the server draws, by the number that stands for each in the plan. */
  drawn: readonly { number: number; object: SlideObject }[]
  /** `name`: as the plan names it. */
  files: readonly {
    name: string
    kind: MediaKind
    blob: string
    type: string
    bytes: string
    chunks: string[]
    width: number | null
    height: number | null
  }[]
}
export type LineSettings = Omit<Manifest['settings'], 'infoSeconds' | 'heartbeatSeconds' | 'offlineDot' | 'proofOfPlay'>

const isNumber = (id: string) => /^\d{1,18}$/.test(id)

/**
 * Texts, shapes and codes are to a display what a product is in a place of their own: a picture that changes where it is. So players that know
 * nothing of them show them, too. What is for editors alone would only make a display begin a slide anew.
 */
function forDisplay(object: SlideObject, number: number): SlideObject {
  const { group: _, locked: __, ...seen } = object
  if (!isDrawn(object)) return seen
  const { left, top, width, height, index, opacity, shadow } = object
  return { type: 'product', id: String(number), left, top, width, height, index, opacity, shadow }
}

export async function readSlidePlan(tx: Db, device: DeviceRow, storeCode: string, memo: Memo): Promise<Played> {
  const slides: readonly Slide[] = device.given_show?.show ?? []
  const objects = slides.flatMap((slide) => slide.object)
  const numbers = (ids: readonly string[]) => [...new Set(ids)].filter(isNumber)
  const fileIds = numbers(objects.filter(({ type }) => ['image', 'video', 'widget'].includes(type)).map(({ id }) => id))
  const scheduleIds = numbers(slides.flatMap(({ schedule }) => schedule))
  const files = await memo(`files ${storeCode} ${fileIds.join()}`, () => filesOf(tx, storeCode, fileIds))
  const schedules = await memo(`schedules ${storeCode} ${scheduleIds.join()}`, () => schedulesOf(tx, storeCode, scheduleIds))
  return {
    screen: {
      width: device.given_show?.screenWidth ?? device.screen_width,
      height: device.given_show?.screenHeight ?? device.screen_height,
    },
    objects,
    drawn: slides.flatMap((slide, index) =>
      slide.object.flatMap((object, at) => (isDrawn(object) ? [{ number: drawnNumber(index, at), object }] : [])),
    ),
    plan: {
      line: 'v0',
      slides: slides.map((slide, index) => ({
        ...slide,
        object: slide.object.map((object, at) => forDisplay(object, drawnNumber(index, at))),
        schedule: [...slide.schedule],
      })),
      schedules: Object.fromEntries(schedules.map(({ schedule_id, period, days, time }) => [schedule_id, { period, days, time }])),
      showIdx: device.show_idx,
    },
    files: files.map(({ file_id, kind, ...file }) => ({ name: `${kind}:${file_id}`, kind, ...contentFor(device, file) })),
  }
}

export function slideSettings({ config }: DeviceRow, storeZone: string): LineSettings {
  return {
    timeZone: config.tz === undefined || config.tz === '' ? storeZone : config.tz,
    volume: Math.min(1, (config.volume ?? 0) / (config.maxVolume ?? defaultMaxVolume)),
    brightness: (config.brightness ?? brightnessMax) / brightnessMax,
    opentime: '',
    closetime: '',
    screenshotSeconds: 0,
    orientation: 0,
    autoUpdate: false,
    bluetooth: null,
    nfc: null,
    autorun: null,
    timeserver: config.localNtpServer ?? '',
  }
}
