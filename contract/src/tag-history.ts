/** What a tag told of itself over time: battery, restarts, temperature (specification 1 §2, §3, §7). Written when it moved, and once a day. */
import * as z from 'zod'
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
}
