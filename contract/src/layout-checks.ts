/** Checks of a draft: it is drawn for every product that has its layout. */
import * as z from 'zod'
import { panelPalettes } from './colour-classes.ts'
import { rev } from './layout-drawings.ts'
import { finding } from './layout-findings.ts'
import { epochSeconds } from './schemas.ts'

export const checkStates = ['RUNNING', 'DONE', 'CANCELLED', 'FAILED'] as const
export const check = z.object({
  checkId: z.string(),
  drawingId: z.string(),
  rev,
  state: z.enum(checkStates),
  /** Labels to look at, and how many have been. */
  total: z.int(),
  checked: z.int(),
  /** No product has the layout yet: these are others, which may get it. */
  others: z.boolean(),
  /** Labels with errors, and with warnings alone. */
  errors: z.int(),
  warnings: z.int(),
  by: z.string(),
  startedAt: epochSeconds,
  endedAt: epochSeconds.nullable(),
})
export interface LayoutCheck extends z.infer<typeof check> {}
export const checkRow = finding.extend({
  /** Tells it from the others of the check. */
  findingId: z.string(),
  storeCode: z.string(),
  prCode: z.string(),
  /** Of a label with several: in the order of their places, `prCode` the first. */
  prCodes: z.array(z.string()).nullable(),
  name: z.string(),
  /** The panel's colours that it was drawn in. */
  modelClass: z.enum(panelPalettes),
  /** The size of the panel that it was refitted to; null: its own. */
  panel: z.string().nullable(),
})
export interface LayoutCheckRow extends z.infer<typeof checkRow> {}
