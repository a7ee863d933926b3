/** Fields that many messages have: their units and limits. */
import * as z from 'zod'

/** What a database takes for text: one message that it does not take would hold up all those stored with it. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must be text')
/** Whole numbers that fit into 32 bits, for the same reason. */
export const count = z.int().min(0).max(2_147_483_647)

/** dBm */
export const rssi = z.int().min(-150).max(20)
/** Volts. */
export const battery = z.number().min(0).max(10)
/** Degrees Celsius. */
export const temperature = z.number().min(-60).max(100)

export const at = z.number()
export const tagMac = z.string().regex(/^[0-9A-F]{16}$/)
export const hash = z.string().regex(/^[0-9a-f]{64}$/)
/** Id of an operation: unique in the whole system, digits, within 64 bits. */
export const op = z.string().regex(/^\d{1,18}$/)
