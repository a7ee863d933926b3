/**
 * Layouts: what labels look like. A layout has a name that products and files call it by, and a **drawing** for each size and colour class;
 * a drawing has a draft that is worked on, and versions that were published. What a drawing consists of is checked by the server
 * (`label/src/layout.ts`): here it is carried as it is.
 */
import * as z from 'zod'
import { colourClasses, panelPalettes } from './colour-classes.ts'
import { endpoint, made, upload } from './endpoint.ts'
import { check, checkRow } from './layout-checks.ts'
import { definition, drawing, drawingVersion, layoutCard, layoutId, openDrawing, rev, version, versionTask } from './layout-drawings.ts'
import { drawn } from './layout-findings.ts'
import { ruled, ruleList } from './layout-rules.ts'
import { done, epochSeconds, numberId, prCode, storeCode, tagType } from './schemas.ts'
import { tableEndpoint } from './table.ts'

/** `2.90` of tags, `A6` of paper, `400x300` of a place on a display. */
const size = z.string().min(1).max(20)
/** A minute on the clocks of the stores. */
const localMinute = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'must be a time such as 2026-12-01T06:00')

export const layoutInfo = z.object({
  layoutId: z.string(),
  /** Sizes it has a drawing for. */
  sizes: z.array(z.string()),
  updatedAt: epochSeconds,
})
const prInfo = z.array(z.string().max(2000)).max(255)
const sample = z.object({
  prCode: z.string(),
  prInfo: z.array(z.string()),
  /** Why it was chosen. */
  why: z.enum(['asked', 'longest', 'dearest', 'cheapest', 'empty', 'japanese', 'korean', 'latin', 'promotion', 'any']),
})
export interface LayoutSample extends z.infer<typeof sample> {}

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
  library: tableEndpoint('/layout/search', {
    ...read,
    summary: 'The layouts by name, each with its drawings that the filter leaves, and how much it is used.',
    filters: ['layoutId', 'storeCode', 'size', 'modelClass', 'kind', 'updatedBy', 'state'],
    row: layoutCard,
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
    summary: 'Saves the draft. 409 `changed-meanwhile` when it was saved since `rev`.',
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
      /** Refitted to this size, as labels are for panels that have no drawing. */
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
