/**
 * Layouts: what labels look like. A layout has a name that products and files call it by, and a **drawing** for each size and colour class;
 * a drawing has a draft that is worked on, and versions that were published. What a drawing consists of is checked by the server
 * (`label/src/layout.ts`): here it is carried as it is.
 */
import * as z from 'zod'
import { endpoint, made, upload } from './endpoint.ts'
import { done, epochSeconds, numberId, prCode, storeCode, tagType } from './schemas.ts'
import { tableEndpoint } from './table.ts'
import { layoutIdForm } from './vocabulary.ts'

/** What a drawing is for: labels of tags, paper, or products on displays. It follows from its size. */
export const layoutKinds = ['tag', 'paper', 'card'] as const
export type LayoutKind = (typeof layoutKinds)[number]
export const colourClasses = ['bw', 'bwr', 'bwry'] as const
export type ColourClass = (typeof colourClasses)[number]
/** What panels can show (`label/src/palettes.ts`): drawings are made for three classes, and drawn in any of these. */
export const panelPalettes = [...colourClasses, 'bwy', 'gray4', 'gray16', 'spectra6', 'seven'] as const
export type PanelPalette = (typeof panelPalettes)[number]
/** Colour classes a panel can show, best first: a drawing for fewer colours always works. None that uses red goes to a panel without it. */
export const classesFor: Record<PanelPalette, readonly ColourClass[]> = {
  bwry: ['bwry', 'bwr', 'bw'],
  bwr: ['bwr', 'bw'],
  bw: ['bw'],
  bwy: ['bw'],
  gray4: ['bw'],
  gray16: ['bw'],
  spectra6: ['bwry', 'bwr', 'bw'],
  seven: ['bwry', 'bwr', 'bw'],
}

/** As products name it. */
export const layoutId = z.string().trim().min(1).max(40).regex(layoutIdForm, 'must be letters, digits, _ . -')
/** `2.90` of tags, `A6` of paper, `400x300` of a place on a display. */
const size = z.string().min(1).max(20)
const definition = z.looseObject({})
export type LayoutContent = Record<string, unknown>
const version = z.int().min(1)
/** How often a draft was saved: what an editor read, so that nobody writes over what somebody else did. */
const rev = z.int().min(0)
/** A minute on the clocks of the stores. */
const localMinute = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'must be a time such as 2026-12-01T06:00')

export const layoutInfo = z.object({
  layoutId: z.string(),
  /** Sizes it has a drawing for. */
  sizes: z.array(z.string()),
  updatedAt: epochSeconds,
})
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
const openDrawing = drawing.extend({
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
const versionTask = z.object({
  storeCode: z.string(),
  storeName: z.string(),
  taskId: z.string().nullable(),
  tags: z.int(),
  at: epochSeconds,
})

/** A detail as the key of a sentence (`label/src/sentences.ts`) and what is filled in; null for what only the English words say. */
const said = z.object({ sentence: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable()
/** What is wrong with a label, and where; a page and an element of it are counted from 0 and 1: element `2.1` is the first inside of the second. */
const finding = z.object({
  kind: z.string(),
  level: z.enum(['error', 'warning']),
  page: z.int(),
  element: z.string(),
  /** In English. */
  detail: z.string(),
  said,
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
const drawn = z.object({
  /** Indexed BMPs in base64: the main page, then the sub pages. A page whose condition does not hold is left out. */
  pages: z.array(z.string()),
  /** For each of them which page of the layout it is, from 0. */
  shown: z.array(z.int()),
  findings: z.array(finding),
  marks: z.array(mark),
})
export interface DrawnLayout extends z.infer<typeof drawn> {}

const prInfo = z.array(z.string().max(2000)).max(255)
const sample = z.object({
  prCode: z.string(),
  prInfo: z.array(z.string()),
  /** Why it was chosen. */
  why: z.enum(['asked', 'longest', 'dearest', 'cheapest', 'empty', 'japanese', 'korean', 'latin', 'promotion', 'any']),
})
export interface LayoutSample extends z.infer<typeof sample> {}

export const checkStates = ['RUNNING', 'DONE', 'CANCELLED', 'FAILED'] as const
const check = z.object({
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
const checkRow = finding.extend({
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

/** Operators of rules; those of a layout's elements and `matches` besides (`label/src/layout.ts`). */
export const ruleOperators = ['filled', 'empty', 'equals', 'not-equals', 'greater', 'less', 'contains', 'starts-with'] as const
/** Stands for the layout that a product names itself. */
export const layoutField = 'LAYOUT_ID'
const rule = z.strictObject({
  name: z.string().trim().max(80).default(''),
  enabled: z.boolean().default(true),
  /** All of them must hold. */
  when: z
    .array(z.strictObject({ field: z.string().trim().min(1).max(80), is: z.enum(ruleOperators), value: z.string().max(200).optional() }))
    .min(1, 'must have a condition: a rule without one would take every product')
    .max(10),
  layoutId,
  /** Also for products that name a layout themselves. */
  overrides: z.boolean().default(false),
})
export interface LayoutRule extends z.infer<typeof rule> {}
const ruleList = z.array(rule).max(100)
const ruled = z.object({
  prCode: z.string(),
  name: z.string(),
  /** What it names itself. */
  own: z.string().nullable(),
  layoutId: z.string(),
  because: z.enum(['named', 'rule', 'usual']),
  /** Place of the rule in its list, from 1, and whose list that is (null: of all stores). */
  rule: z.object({ place: z.int(), name: z.string(), storeCode: z.string().nullable() }).nullable(),
})
export interface RuledProduct extends z.infer<typeof ruled> {}

const read = { access: 'ld.read', store: 'account' } as const
const write = { access: 'ld.write', store: 'account' } as const

export const layouts = {
  names: endpoint('GET', '/layout/name', {
    access: 'session',
    store: 'account',
    summary: 'The layouts by name, with the sizes they are drawn for: shared ones and those of the account’s stores.',
    response: z.object({ layoutList: z.array(layoutInfo) }),
  }),
  search: tableEndpoint('/layout/drawing/search', {
    ...read,
    summary: 'All drawings: shared ones and those of the account’s stores.',
    filters: ['layoutId', 'storeCode', 'size', 'modelClass', 'kind', 'updatedBy', 'state'],
    row: drawing,
  }),
  read: endpoint('GET', '/layout/drawing/:drawingId', { ...read, summary: 'One drawing with its draft.', response: openDrawing }),
  create: endpoint('POST', '/layout/drawing', {
    ...write,
    summary: 'A new drawing: empty, or a copy of another one, fitted to the size. 409 `drawing-exists`.',
    body: z.object({
      layoutId,
      /** Left out: shared by all stores. */
      storeCode: storeCode.optional(),
      size,
      modelClass: z.enum(colourClasses),
      from: numberId.optional(),
    }),
    response: done.extend({ drawingId: z.string() }),
  }),
  saveDraft: endpoint('PUT', '/layout/drawing/:drawingId/draft', {
    ...write,
    summary: 'Saves the draft. 409 `changed-meanwhile` when somebody else has saved it since `rev`.',
    body: z.object({ definition, rev }),
    response: done.extend({ rev, at: epochSeconds }),
  }),
  discardDraft: endpoint('PUT', '/layout/drawing/:drawingId/discard', {
    ...write,
    summary: 'Makes the draft what the newest version is.',
    body: z.object({ rev }),
    response: done.extend({ rev }),
  }),
  archive: endpoint('PUT', '/layout/drawing/:drawingId/archive', {
    ...write,
    summary: 'Puts a drawing away, or takes it back. 409 `in-use` while labels are drawn by it.',
    body: z.object({ archived: z.boolean() }),
    response: done,
  }),
  remove: endpoint('DELETE', '/layout/drawing/:drawingId', {
    ...write,
    summary: 'Removes a drawing that was never published; 409 `published`.',
    response: done,
  }),
  exportFile: made('/layout/file/export', {
    ...read,
    summary: 'Drawings as a file, as they are drafted.',
    body: z.object({ drawingList: z.array(numberId).min(1).max(500) }),
  }),
  importFile: upload('/layout/file', {
    ...write,
    summary: 'Takes drawings from a file as drafts; nothing is published. All of them or none: 400 names each that is wrong.',
    fields: z.object({ storeCode: storeCode.optional(), replace: z.stringbool().default(false) }),
    maxBytes: 20_000_000,
    response: done.extend({
      drawingList: z.array(
        z.object({ drawingId: z.string(), layoutId: z.string(), size: z.string(), is: z.enum(['new', 'changed', 'same']) }),
      ),
    }),
  }),
  draw: endpoint('POST', '/layout/draw', {
    ...read,
    summary: 'What a label would show: a definition with products, stored or typed, in the words of a store. Nothing is stored.',
    body: z.object({
      storeCode: storeCode.optional(),
      definition,
      size,
      /** Refitted to this size, as labels of panels are that nobody has drawn for. */
      panel: size.optional(),
      modelClass: z.enum(panelPalettes),
      /** In the order of their places; without `prInfo` as it is stored. */
      products: z
        .array(z.object({ prCode, prInfo: prInfo.optional() }))
        .min(1)
        .max(20),
    }),
    response: drawn,
  }),
  samples: endpoint('POST', '/layout/sample', {
    access: 'ld.read',
    store: 'body.storeCode',
    summary: 'Products of a store that a layout is most likely to fail with.',
    body: z.object({ storeCode, prCode: prCode.optional(), search: z.string().max(100).optional() }),
    response: z.object({ sampleList: z.array(sample), tagTypes: z.array(tagType) }),
  }),

  startCheck: endpoint('POST', '/layout/drawing/:drawingId/check', {
    ...write,
    summary: 'Draws the draft for every product that has this layout, or would; goes on in the background.',
    body: z.object({ rev }),
    response: done.extend({ checkId: z.string() }),
  }),
  readCheck: endpoint('GET', '/layout/drawing/:drawingId/check', {
    ...read,
    summary: 'The newest check of the drawing; null when there was none.',
    response: z.object({ check: check.nullable() }),
  }),
  cancelCheck: endpoint('PUT', '/layout/drawing/:drawingId/check/cancel', {
    ...write,
    summary: 'Ends a check that is running.',
    body: z.object({}),
    response: done,
  }),
  searchCheck: tableEndpoint('/layout/drawing/:drawingId/check/search', {
    ...read,
    summary: 'What the newest check has found.',
    filters: ['storeCode', 'prCode', 'kind', 'level', 'detail', 'element'],
    row: checkRow,
  }),

  publish: endpoint('POST', '/layout/drawing/:drawingId/publish', {
    ...write,
    summary:
      'Makes the draft a version, at once or from a time on the stores’ clocks; the labels follow by tasks of type LAYOUT. 409 `unchecked` without a whole check of this draft, `errors-found` without a `reason`.',
    body: z.object({
      rev,
      note: z.string().trim().max(500).default(''),
      reason: z.string().trim().min(1).max(500).optional(),
      from: localMinute.optional(),
    }),
    response: done.extend({ version }),
  }),
  versions: endpoint('GET', '/layout/drawing/:drawingId/version', {
    ...read,
    summary: 'The versions of a drawing, newest first.',
    response: z.object({ versionList: z.array(drawingVersion) }),
  }),
  readVersion: endpoint('GET', '/layout/drawing/:drawingId/version/:version', {
    ...read,
    summary: 'One version with what it consists of and its tasks.',
    response: drawingVersion.extend({ definition, taskList: z.array(versionTask) }),
  }),
  rollBack: endpoint('POST', '/layout/drawing/:drawingId/version/:version/restore', {
    ...write,
    summary: 'Publishes an older version again, at once, as a new one.',
    body: z.object({ note: z.string().trim().max(500).default('') }),
    response: done.extend({ version }),
  }),
  cancelVersion: endpoint('PUT', '/layout/drawing/:drawingId/version/:version/cancel', {
    ...write,
    summary: 'Takes back a version that waits; 409 `begun` where it has begun in a store.',
    body: z.object({}),
    response: done,
  }),

  rules: endpoint('GET', '/layout/rule', {
    ...read,
    summary: 'Rules by which products get their layout: of one store, or of all.',
    query: z.object({ storeCode: storeCode.optional() }),
    response: z.object({ ruleList, rev, updatedBy: z.string().nullable(), updatedAt: epochSeconds.nullable() }),
  }),
  saveRules: endpoint('PUT', '/layout/rule', {
    ...write,
    summary: 'Replaces the rules of one store, or of all; labels that get another layout follow. 409 `changed-meanwhile`.',
    body: z.object({ storeCode: storeCode.optional(), ruleList, rev }),
    response: done.extend({ rev }),
  }),
  tryRules: endpoint('POST', '/layout/rule/try', {
    access: 'ld.read',
    store: 'body.storeCode',
    summary: 'Which layout products of a store would get by these rules, and why. Nothing is stored.',
    body: z.object({
      storeCode,
      /** In the place of the store’s own, or with `shared` of those of all stores. */
      ruleList,
      shared: z.boolean().default(false),
      /** Part of a code or name. */
      search: z.string().max(100).optional(),
    }),
    response: z.object({
      productList: z.array(ruled),
      /** Products of the store by layout, then and now. */
      counts: z.array(z.object({ layoutId: z.string(), products: z.int(), before: z.int() })),
    }),
  }),
}
