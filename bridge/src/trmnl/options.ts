/** Settings of the signs of a store, as the console keeps them. */
import * as z from 'zod'
import { nightPause } from './night.ts'
import { waitingLanguages } from './waiting.ts'

/** Seconds between two calls of a sign where no setting says so: half a year of battery, and a price that is at most 15 minutes old. */
export const defaultRate = 899

const mac = z.string().regex(/^[0-9A-F]{12}$/)
const rate = z.number().min(20).max(86_400)
export const signOptions = z.object({
  /** Seconds between two calls; the store's rate, then `usualRate`, where it is missing. */
  refreshSeconds: rate.optional(),
  night: nightPause.optional(),
  /** Of the store, for the night. */
  timeZone: z.string().max(60).refine(isTimeZone, 'must be a time zone as Europe/Berlin').default('UTC'),
  /** Of what signs without a product show. */
  language: z.enum(waitingLanguages).catch('en').default('en'),
  /** Single signs: their own rate, and the model that they are where they say another. */
  signs: z.record(mac, z.object({ refreshSeconds: rate.optional(), type: z.string().max(40).optional() })).default({}),
  /**
   * Signs whose next call makes a new key: they were reset, and a person says that it is they. The number is another, higher one each time,
   * such as the time in milliseconds.
   */
  readmit: z.record(mac, z.number()).default({}),
})
export type SignOptions = z.infer<typeof signOptions>

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
