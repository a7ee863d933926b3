/** The drawings of a layout, one for each size and colour class, with their drafts and versions. */
import * as z from 'zod'
import { colourClasses } from './colour-classes.ts'
import { epochSeconds } from './schemas.ts'
import { layoutIdForm } from './vocabulary.ts'

/** As products name it. */
export const layoutId = z.string().trim().min(1).max(40).regex(layoutIdForm, 'must be letters, digits, _ . -')
/** What a drawing is for: labels of tags, paper, or products on displays. It follows from its size. */
export const layoutKinds = ['tag', 'paper', 'card'] as const
export type LayoutKind = (typeof layoutKinds)[number]
/** What a drawing consists of (`label/src/layout.ts`), carried as it is. */
export const definition = z.looseObject({})
export type LayoutContent = Record<string, unknown>
export const version = z.int().min(1)
/** How often a draft was saved: what an editor read, so that a save does not undo what another account did. */
export const rev = z.int().min(0)

export const drawing = z.object({
  drawingId: z.string(),
  layoutId: z.string(),
  /** Null: shared by all stores. */
  storeCode: z.string().nullable(),
  size: z.string(),
  modelClass: z.enum(colourClasses),
  kind: z.enum(layoutKinds),
  width: z.int(),
  height: z.int(),
  /** The newest that was published; 0 before the first. */
  version: z.int(),
  /** The draft is another one than that. */
  changed: z.boolean(),
  archived: z.boolean(),
  /** A version that waits, and when it begins. */
  waiting: z.object({ version, from: z.string() }).nullable(),
  /** Products that have this layout and labels drawn by this drawing, in the account's stores, as last counted. */
  products: z.int(),
  tags: z.int(),
  /** Stores with such labels. */
  stores: z.int(),
  countedAt: epochSeconds.nullable(),
  updatedBy: z.string().nullable(),
  updatedAt: epochSeconds,
  /** The account may change it: those that are shared are for accounts with all stores. */
  mayChange: z.boolean(),
})
export interface Drawing extends z.infer<typeof drawing> {}
/** Drawings that a card carries; the list of drawings has the others. */
export const cardDrawings = 60
/** Stores that a card names, those with the largest number of its labels first. */
export const cardStores = 8
/** A layout with its drawings: those that a list was asked for. */
export const layoutCard = z.object({
  layoutId: z.string(),
  /** How many there are of them, and the first ones. */
  drawings: z.int(),
  drawingList: z.array(drawing),
  /** Of the whole layout, whatever was asked for: its products and labels in the account's stores, as last counted. */
  products: z.int(),
  tags: z.int(),
  stores: z.int(),
  storeList: z.array(z.object({ storeCode: z.string(), storeName: z.string(), products: z.int(), tags: z.int() })),
  updatedAt: epochSeconds,
})
export interface LayoutCard extends z.infer<typeof layoutCard> {}
export const openDrawing = drawing.extend({
  draft: definition,
  rev,
  draftBy: z.string().nullable(),
  draftAt: epochSeconds,
})
export interface OpenDrawing extends z.infer<typeof openDrawing> {}

export const drawingVersion = z.object({
  version,
  author: z.string(),
  note: z.string(),
  /** Why it was published although the check had found errors. */
  reason: z.string().nullable(),
  errors: z.int().nullable(),
  /** The version that was brought back by it. */
  restores: version.nullable(),
  publishedAt: epochSeconds,
  /** On the stores' clocks; null: at once. */
  from: z.string().nullable(),
  state: z.enum(['PAST', 'LIVE', 'WAITING', 'CANCELLED']),
  /** Of its tasks so far. */
  stores: z.int(),
  tags: z.int(),
})
export interface DrawingVersion extends z.infer<typeof drawingVersion> {}
export const versionTask = z.object({
  storeCode: z.string(),
  storeName: z.string(),
  taskId: z.string().nullable(),
  tags: z.int(),
  at: epochSeconds,
})
