import * as z from 'zod'
import { failureReasons } from './vocabulary.ts'

/** A product that a display does not show, and why. */
export const leftOut = z.object({ mac: z.string(), name: z.string(), prCode: z.string(), reason: z.enum(failureReasons) })
export interface LeftOut extends z.infer<typeof leftOut> {}
