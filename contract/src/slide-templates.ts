/** Slides under a name, for several displays of one size (specification 3 §3, §5, §7). */
import { templateSizeNames } from '@endcap/signage/models'
import { slideLimits } from '@endcap/signage/shows'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { warnings } from './films.ts'
import { showRev, slide } from './slides.ts'
import { done, epochSeconds, errorAnswer, storeCode } from './schemas.ts'
import { tableEndpoint } from './table.ts'

const templateSize = z.enum(templateSizeNames)
export const slideTemplateRow = z.object({
  /** The name. */
  _id: z.string(),
  size: templateSize,
  slides: z.int(),
  /** Displays that show it. */
  devices: z.int(),
  updatedAt: epochSeconds,
})
export interface SlideTemplateRow extends z.infer<typeof slideTemplateRow> {}
const template = z.object({ _id: z.string(), size: templateSize, show: z.array(slide), updatedAt: epochSeconds, rev: showRev, warnings })
export interface SlideTemplate extends z.infer<typeof template> {}

/** Of one file. */
export const maxImportedTemplates = 500
/** Stores that one call copies to. */
export const maxCopiedStores = 50
/** `exists`: there is one of this name, and it was not to be overwritten. `refused`: `why` says why. */
export const copyResults = ['copied', 'exists', 'no-store', 'refused'] as const
export const copiedTemplate = z.object({
  storeCode: z.string(),
  result: z.enum(copyResults),
  why: errorAnswer.nullable(),
  /** Displays that follow. */
  devices: z.int(),
})
export interface CopiedTemplate extends z.infer<typeof copiedTemplate> {}
const templateName = z.string().trim().min(1).max(100)

const read = { access: 'plus.read', store: 'params.storeCode' } as const
const write = { access: 'plus.write', store: 'params.storeCode' } as const

export const slideTemplates = {
  search: tableEndpoint('/status/store/:storeCode/plus/template/search', {
    ...read,
    summary: 'The templates of a store.',
    filters: ['_id', 'size'],
    row: slideTemplateRow,
  }),
  list: endpoint('GET', '/plus/store/:storeCode/template/list', {
    ...read,
    summary: 'All templates of a store, by name.',
    response: z.object({ templateList: z.array(slideTemplateRow) }),
  }),
  read: endpoint('GET', '/plus/store/:storeCode/template/:templateName', {
    ...read,
    summary: 'One template with its slides.',
    response: template,
  }),
  copy: endpoint('POST', '/plus/store/:storeCode/template/:templateName/copy', {
    ...write,
    summary:
      'Puts a template into other stores of the account, with its files and schedules; displays that show it there follow. Each store by itself: the answer says of each how it went.',
    body: z.object({ storeList: z.array(storeCode).min(1).max(maxCopiedStores), overwrite: z.boolean().default(false) }),
    response: done.extend({ storeList: z.array(copiedTemplate) }),
  }),
  save: endpoint('POST', '/plus/store/:storeCode/template/:templateName', {
    ...write,
    summary:
      'Saves a template; the displays that show it follow. 409 `template-exists` where a new one has the name of another, `slides-changed-since` with an old `rev`.',
    body: z.object({
      size: templateSize,
      show: z.array(slide).max(slideLimits.slides),
      /** Must not be there yet. */
      create: z.boolean().optional(),
      rev: showRev.optional(),
    }),
    response: done.extend({ devices: z.int(), rev: showRev, warnings }),
  }),
  import: endpoint('POST', '/plus/store/:storeCode/template/list', {
    ...write,
    summary:
      'Saves the templates of a file, all or none; displays follow. 409 `template-exists` with the names that are taken, but for those in `overwrite`.',
    body: z.object({
      templates: z
        .array(z.object({ name: templateName, size: templateSize, show: z.array(slide).max(slideLimits.slides) }))
        .min(1)
        .max(maxImportedTemplates),
      overwrite: z.array(templateName).max(maxImportedTemplates).default([]),
    }),
    response: done.extend({ templates: z.int(), devices: z.int() }),
  }),
  remove: endpoint('DELETE', '/plus/store/:storeCode/template/:templateName', {
    ...write,
    summary: 'Removes a template; 409 `in-use` with the displays that show it.',
    response: done,
  }),
}
