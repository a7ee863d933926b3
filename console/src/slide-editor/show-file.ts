/** Slides as a file: `show.json` of a display (specification 3 §2). What is no such file is told from what is. */
import type { ShowBody } from '@endcap/contract/slides'
import { cardStyles, type CardColours } from '@endcap/signage/cards'
import { slideDefaults, slideLimits, transitions, type Slide, type SlideObject } from '@endcap/signage/shows'
import { smallestSide } from '../canvas/geometry.ts'
import { isRecord, parseJson } from '../form/json.ts'
import { isColour, looksOf } from './drawn-file.ts'

export const showFileName = 'show.json'
/** What the server takes of one request, and of slides and objects. */
export const showFileMaxBytes = 8_000_000
const max = { ...slideLimits, schedules: 100, away: 32_768, seconds: 86_400, index: 10_000 }
const types = ['image', 'video', 'widget', 'webpage', 'product', 'text', 'shape', 'qr', 'clock', 'ticker'] as const

export const writeShow = ({ screenWidth, screenHeight, show }: ShowBody): string =>
  JSON.stringify({ screenWidth, screenHeight, show }, null, 2)

/** Undefined when the text is no such file. */
export function readShow(text: string): Slide[] | undefined {
  const value = parseJson(text)
  return isRecord(value) ? slidesOf(value.show) : undefined
}

/** The slides of a file, whole and in the limits of the server; undefined when they are not. */
export function slidesOf(value: unknown): Slide[] | undefined {
  if (!Array.isArray(value) || value.length > max.slides) return undefined
  const slides = value.map(slideOf)
  return slides.every((slide) => slide !== undefined) ? slides : undefined
}

function slideOf(value: unknown): Slide | undefined {
  if (!isRecord(value)) return undefined
  const { duration = slideDefaults.duration, bgColor = slideDefaults.bgColor, object = [], schedule = [], empty = false } = value
  const transition = transitions.find((one) => one === value.transition)
  if (value.transition !== undefined && transition === undefined) return undefined
  if (!isWhole(duration, 1, max.seconds) || typeof empty !== 'boolean') return undefined
  if (!isColour(bgColor)) return undefined
  if (!Array.isArray(object) || object.length > max.objects) return undefined
  if (!Array.isArray(schedule) || schedule.length > max.schedules || !schedule.every(isId(30))) return undefined
  const objects = object.map(objectOf)
  return objects.every((one) => one !== undefined)
    ? { duration, bgColor, object: objects, schedule, empty, ...(transition !== undefined && { transition }) }
    : undefined
}

function objectOf(value: unknown): SlideObject | undefined {
  if (!isRecord(value)) return undefined
  const { type, id, left, top, width, height, index, autoSize, group, locked, cardStyle, cardColours } = value
  const known = types.find((one) => one === type)
  if (known === undefined || !isId(2000)(id) || id === '' || !isWhole(index, 0, max.index)) return undefined
  if (![left, top].every((side) => isNumber(side, -max.away)) || ![width, height].every((side) => isNumber(side, smallestSide)))
    return undefined
  if (!isBoolean(autoSize) || !isBoolean(locked) || (group !== undefined && !isWhole(group, 1, max.index))) return undefined
  const style = cardStyles.find((one) => one === cardStyle)
  const colours = coloursOf(cardColours)
  if ((cardStyle !== undefined && style === undefined) || (cardColours !== undefined && colours === undefined)) return undefined
  const looks = looksOf(value)
  if (looks === undefined) return undefined
  const box = { left: Number(left), top: Number(top), width: Number(width), height: Number(height) }
  const look = { ...(style !== undefined && { cardStyle: style }), ...(colours !== undefined && { cardColours: colours }) }
  const editing = { ...(group !== undefined && { group }), ...(locked !== undefined && { locked }) }
  return { type: known, id, ...box, index, ...(autoSize !== undefined && { autoSize }), ...editing, ...look, ...looks }
}

function coloursOf(value: unknown): CardColours | undefined {
  if (!isRecord(value)) return undefined
  const { background, text, accent } = value
  return (background === 'none' || isColour(background)) && isColour(text) && isColour(accent) ? { background, text, accent } : undefined
}

const isBoolean = (value: unknown): value is boolean | undefined => value === undefined || typeof value === 'boolean'
const isNumber = (value: unknown, min: number) => typeof value === 'number' && value >= min && value <= max.away
const isWhole = (value: unknown, min: number, to: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= to
const isId =
  (length: number) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value.length <= length
