/** What a tag told of itself over time: battery, restarts, temperature (specification 1 §2, §3, §7). Written when it moved, and once a day. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { epochSeconds } from './schemas.ts'
import { tableEndpoint } from './table.ts'

const batteryReading = z.object({
  updatedAt: epochSeconds,
  /** Volts. */
  battery: z.number(),
})
const temperatureReading = z.object({
  updatedAt: epochSeconds,
  /** Degrees Celsius. */
  temperature: z.number(),
})
/** The specification's names: how often the tag has begun anew in its life, and when it first told so. */
const resetReading = z.object({ last_time: epochSeconds, cnt: z.int() })

/** What a label showed at a time, by the last word that the tag had given by then. */
const shownAt = z.object({
  /** `unknown`: nothing was confirmed by then, or it is not kept any more. */
  glass: z.enum(['label', 'blank', 'unknown']),
  /** Something was sent after that and not confirmed by then: the glass may have shown it already. */
  inDoubt: z.boolean(),
  /** false: the device took the picture by then, and its kind never says what stands on the glass. */
  confirmed: z.boolean(),
  deliveryId: z.string().nullable(),
  taskId: z.string().nullable(),
  prCode: z.string().nullable(),
  prInfo: z.array(z.string()),
  layoutId: z.string().nullable(),
  /** Confirmed then; and until then, when something else was. */
  since: epochSeconds.nullable(),
  until: epochSeconds.nullable(),
  /** PNG in base64, null when the picture is not kept any more. */
  encodedImage: z.string().nullable(),
  subPage: z.array(z.string()),
})
export interface ShownAt extends z.infer<typeof shownAt> {}

/** Points of a chart at most: the newest of the range. */
export const chartPoints = 2000

export const tagHistory = {
  battery: tableEndpoint('/history/battery/store/:storeCode/tag/:tagMac/search', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'Battery history of a tag.',
    row: batteryReading,
    filters: ['battery'],
  }),
  reset: tableEndpoint('/history/reset/store/:storeCode/tag/:tagMac/search', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'Reset-count history of a tag: a row for each change.',
    row: resetReading,
    filters: ['cnt'],
  }),
  temperature: tableEndpoint('/history/temperature/store/:storeCode/tag/:tagMac/search', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'Temperature history of a tag.',
    row: temperatureReading,
    filters: ['temperature'],
  }),
  shownAt: endpoint('GET', '/history/update/store/:storeCode/tag/:tagMac/at/:at', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'What a label showed at a time (epoch seconds), with the picture.',
    response: shownAt,
  }),
}
