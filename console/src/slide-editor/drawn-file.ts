/** Texts, shapes, codes, clocks, tickers and effects out of a file, in the limits of the server. */
import {
  codeLevels,
  conditionKinds,
  maskKinds,
  mayBeMasked,
  shapeKinds,
  textSizes,
  textWeights,
  type CodeLook,
  type DrawnLooks,
  type Effects,
  type ShapeLook,
  type TextCondition,
  type TextLook,
} from '@endcap/signage/drawn'
import { clockDates, clockHours, clockTimes, tickerDirections, tickerSpeeds, type ClockLook, type TickerLook } from '@endcap/signage/moving'
import { isRecord } from '../form/json.ts'

/** What is wrong in it makes the whole no such file. */
class NoLook extends Error {}
function right<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new NoLook()
  return value
}
const limits = { words: 500, field: 80, value: 200, conditions: 10, length: 2000, away: 200 }

const oneOf = <Value extends string | number>(all: readonly Value[], value: unknown): Value => right(all.find((one) => one === value))
const words = (value: unknown, longest: number): string => right(typeof value === 'string' && value.length <= longest ? value : undefined)
export const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
const colour = (value: unknown): string => right(isColour(value) ? value : undefined)
const number = (min: number, max: number) => (value: unknown) =>
  right(typeof value === 'number' && value >= min && value <= max ? value : undefined)
const flag = (value: unknown): boolean => right(typeof value === 'boolean' ? value : undefined)
const length = number(0, limits.length)
const fontId = (value: unknown): string => right(typeof value === 'string' && /^\d{1,18}$/.test(value) ? value : undefined)
/** Undefined where it is absent. */
const maybe = <Value>(value: unknown, read: (value: unknown) => Value): Value | undefined => (value === undefined ? undefined : read(value))
const record = (value: unknown): Record<string, unknown> => right(isRecord(value) ? value : undefined)

function conditionsOf(value: unknown): TextCondition[] {
  if (!Array.isArray(value) || value.length > limits.conditions) throw new NoLook()
  return value.map(record).map((one) => ({
    field: words(one.field, limits.field),
    is: oneOf(conditionKinds, one.is),
    value: maybe(one.value, (text) => words(text, limits.value)),
  }))
}
function textOf(value: unknown): TextLook {
  const look = record(value)
  return {
    text: words(look.text, limits.words),
    font: maybe(look.font, fontId),
    size: maybe(look.size, number(textSizes.least, textSizes.most)),
    weight: oneOf(textWeights, look.weight),
    align: oneOf(['left', 'center', 'right'], look.align),
    valign: oneOf(['top', 'middle', 'bottom'], look.valign),
    colour: colour(look.colour),
    strike: maybe(look.strike, flag),
    smallCents: maybe(look.smallCents, flag),
    leading: maybe(look.leading, number(0.5, 3)),
    background: maybe(look.background, colour),
    padding: maybe(look.padding, length),
    when: maybe(look.when, conditionsOf),
  }
}
function shapeOf(value: unknown): ShapeLook {
  const look = record(value)
  return {
    kind: oneOf(shapeKinds, look.kind),
    fill: maybe(look.fill, colour),
    fillTo: maybe(look.fillTo, colour),
    angle: maybe(look.angle, number(0, 360)),
    border: maybe(look.border, colour),
    borderWidth: maybe(look.borderWidth, length),
  }
}
function codeOf(value: unknown): CodeLook {
  const look = record(value)
  return {
    value: words(look.value, limits.words),
    level: oneOf(codeLevels, look.level),
    colour: colour(look.colour),
    background: colour(look.background),
  }
}
function clockOf(value: unknown): ClockLook {
  const look = record(value)
  const [time, date] = [oneOf(clockTimes, look.time), oneOf(clockDates, look.date)]
  const hours = maybe(look.hours, (given) => oneOf(clockHours, given))
  return right(time === 'none' && date === 'none' ? undefined : { time, date, hours })
}
/** A clock has neither words nor conditions. */
function textOfClock(value: unknown): TextLook {
  const look = textOf(value)
  return right(look.text === '' && look.when === undefined ? look : undefined)
}
function tickerOf(value: unknown): TickerLook {
  const look = record(value)
  return { speed: number(tickerSpeeds.least, tickerSpeeds.most)(look.speed), direction: oneOf(tickerDirections, look.direction) }
}
function shadowOf(value: unknown): NonNullable<Effects['shadow']> {
  const shadow = record(value)
  const away = number(-limits.away, limits.away)
  return { x: away(shadow.x), y: away(shadow.y), blur: number(0, limits.away)(shadow.blur), colour: colour(shadow.colour) }
}

/** How an object of a file looks; undefined when that is none. */
export function looksOf(object: Record<string, unknown>): (DrawnLooks & Effects) | undefined {
  const { type } = object
  try {
    return {
      ...((type === 'text' || type === 'ticker') && { text: textOf(object.text) }),
      ...(type === 'clock' && { text: textOfClock(object.text), clock: clockOf(object.clock) }),
      ...(type === 'ticker' && { ticker: tickerOf(object.ticker) }),
      ...(type === 'shape' && { shape: shapeOf(object.shape) }),
      ...(type === 'qr' && { code: codeOf(object.code) }),
      opacity: maybe(object.opacity, number(0, 1)),
      radius: maybe(object.radius, length),
      shadow: maybe(object.shadow, shadowOf),
      mask: maybe(object.mask, (mask) => right(mayBeMasked(object) ? oneOf(maskKinds, mask) : undefined)),
    }
  } catch (error) {
    if (error instanceof NoLook) return undefined
    throw error
  }
}
