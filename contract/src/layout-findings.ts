/** What a layout looks like with products, where its elements stand, and what is wrong with it. */
import * as z from 'zod'

/** A detail as the key of a sentence (`label/src/sentences.ts`) and what is filled in; null for what only the English words say. */
const translatable = z.object({ sentence: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable()
/** What is wrong with a label, and where; a page and an element of it are counted from 0 and 1: element `2.1` is the first inside of the second. */
export const finding = z.object({
  kind: z.string(),
  level: z.enum(['error', 'warning']),
  page: z.int(),
  element: z.string(),
  /** In English. */
  detail: z.string(),
  translatable,
})
export interface LayoutFinding extends z.infer<typeof finding> {}
const mark = z.object({
  page: z.int(),
  element: z.string(),
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  size: z.number().nullable(),
  text: z.string().nullable(),
})
export interface LayoutMark extends z.infer<typeof mark> {}
export const drawn = z.object({
  /** Indexed BMPs in base64: the main page, then the sub pages. A page whose condition does not hold is left out. */
  pages: z.array(z.string()),
  /** For each of them which page of the layout it is, from 0. */
  shown: z.array(z.int()),
  findings: z.array(finding),
  marks: z.array(mark),
})
export interface DrawnLayout extends z.infer<typeof drawn> {}
