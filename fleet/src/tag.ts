/** A virtual tag: keeps what it shows in its own memory, drains its battery by what it does, and counts what was sent to it. */
import { blankHash } from '@endcap/gateway-link/messages'
import { decodeBitmap, type Bitmap } from '@endcap/label/bitmap'
import { modelOf } from '@endcap/label/models'
import { paletteColours } from '@endcap/label/palettes'

export interface TagSetup {
  tagMac: string
  /** Two hexadecimal characters: features and size. */
  tagType: string
  storeCode: string
  /** Seconds between check-ins, in the fleet's time. */
  checkin: number
}

export interface Light {
  /** 0 green, 1 red, 2 blue, 3 yellow, 4 cyan, 5 magenta, 6 white. */
  state: number
  brightness: number
  /** 0 shines steadily, 3 blinks fastest. */
  speed: number
  /** Milliseconds. */
  until: number
}

export interface Tag extends TagSetup {
  /** Pages as they were received: encoded bitmaps. */
  glass: Map<number, Uint8Array>
  shown: string | null
  page: number
  /** When it turns back to its main page by itself, milliseconds; undefined while it stays. */
  pageUntil: number | undefined
  /** The light while it shines or blinks. */
  light: Light | undefined
  /** Status checks it answered. */
  checks: number
  /** Changes of the glass in the tag's life. */
  updates: number
  resets: number
  battery: number
  temperature: number
  /** How often each operation was carried over the air to this tag. */
  transmissions: Map<string, number>
}

/** Volts of a fresh coin cell, and what one refresh takes of it. */
const freshVolts = 3.05
const refreshVolts = 0.00004
/** Transmissions remembered a tag: enough for tests to prove that nothing goes out twice. */
const rememberedTransmissions = 200

export function createTag(setup: TagSetup, character: { battery: number; temperature: number }): Tag {
  return {
    ...setup,
    glass: new Map(),
    shown: null,
    page: 0,
    pageUntil: undefined,
    light: undefined,
    checks: 0,
    updates: 0,
    resets: 0,
    battery: freshVolts - character.battery,
    temperature: character.temperature,
    transmissions: new Map(),
  }
}

export type ShowResult = { outcome: 'shown' | 'same' } | { outcome: 'failed'; detail: string }

/** What the tag does with an image over the air. `files` are the encoded bitmaps by page. */
export function show(tag: Tag, op: { id: string; hash: string; refresh: boolean; files: ReadonlyMap<number, Uint8Array> }): ShowResult {
  noteTransmission(tag, op.id)
  if (tag.shown === op.hash && !op.refresh) return { outcome: 'same' }
  const model = modelOf(tag.tagType)
  for (const file of op.files.values()) {
    const problem = misfit(file, model)
    if (problem !== undefined) return { outcome: 'failed', detail: problem }
  }
  tag.glass = new Map(op.hash === blankHash ? [] : op.files)
  tag.shown = op.hash
  tag.page = 0
  tag.pageUntil = undefined
  tag.updates++
  tag.battery -= refreshVolts * Math.max(1, op.files.size)
  return { outcome: 'shown' }
}

export function noteTransmission(tag: Tag, id: string): void {
  tag.transmissions.set(id, (tag.transmissions.get(id) ?? 0) + 1)
  if (tag.transmissions.size > rememberedTransmissions) tag.transmissions.delete(tag.transmissions.keys().next().value ?? '')
}

/** Milliseconds of a day, divided by a whole turn. */
const dayRadians = 86_400_000 / (2 * Math.PI)
/** Degrees Celsius that a day adds to a tag's coldest. */
const dayWarms = 5
/** How warm a tag is now: shops are colder at night. `speed`: how many times faster than life. */
export const warmthOf = (tag: Tag, now: number, speed: number): number =>
  tag.temperature + (dayWarms * (1 - Math.cos((now * speed) / dayRadians))) / 2

/** What a tag does by itself as time goes on: its light goes out, its main page comes back. */
export function catchUp(tag: Tag, now: number): void {
  if (tag.light !== undefined && tag.light.until <= now) tag.light = undefined
  if (tag.pageUntil === undefined || tag.pageUntil > now) return
  tag.page = 0
  tag.pageUntil = undefined
}

function misfit(file: Uint8Array, model: ReturnType<typeof modelOf>): string | undefined {
  try {
    const { width, height, palette } = decodeBitmap(file)
    if (model === undefined) return 'the panel is unknown'
    if (width !== model.width || height !== model.height)
      return `the image is ${width} × ${height}, the panel ${model.width} × ${model.height}`
    // A panel shows images with fewer inks than it has.
    const inks = paletteColours[model.palette]
    return paletteColours[palette].every((ink) => inks.includes(ink)) ? undefined : `the image is ${palette}, the panel ${model.palette}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** What the glass shows on a page: a white panel while it is blank, undefined for an unknown panel. */
export function glassOf(tag: Tag, page: number): Bitmap | undefined {
  const file = tag.glass.get(page)
  if (file !== undefined) return decodeBitmap(file)
  const model = modelOf(tag.tagType)
  return model === undefined || page > 0
    ? undefined
    : { width: model.width, height: model.height, palette: model.palette, pixels: new Uint8Array(model.width * model.height) }
}
