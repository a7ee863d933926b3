/** The light and the page of tags (specification 1 §5, §7; 2 §3, §9). Neither changes a tag's label, its status or its image ledger. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { prCode, storeCode, tagMac } from './schemas.ts'

/** What `ledState` numbers: the colour of the light (ours; the specification gives only the default 0). */
export const ledColours = ['green', 'red', 'blue', 'yellow', 'cyan', 'magenta', 'white'] as const
/** First characters of the types of tags that have a light (specification 1 §9; 9 is ours). */
export const ledFeatures = ['9', 'A', 'B', 'C', 'D'] as const
/** `ledBrightness` from weak to strong, `blinkingSpeed` from steady to fast. */
export const ledBrightnesses = [1, 2, 3] as const
export const blinkingSpeeds = [0, 1, 2, 3] as const
/** Pages a tag can hold, counted from 0: the main page. */
export const maxPages = 16
/** Minutes. */
export const longestControl = 60

/** Specification 2 §9: LED defaults. */
export const controlDefaults = { duration: 5, ledState: 0, ledBrightness: 1, blinkingSpeed: 2, pageNo: 0 } as const

/** Both calls take all settings of a control item (specification 2 §3) and use their own. */
const settings = {
  /** Minutes, also broken ones; of a light 0 puts it out, of a page 0 stays until it is told otherwise. */
  duration: z.number().min(0).max(longestControl).default(controlDefaults.duration),
  ledState: z
    .int()
    .min(0)
    .max(ledColours.length - 1)
    .default(controlDefaults.ledState),
  ledBrightness: z.int().min(1).max(ledBrightnesses.length).default(controlDefaults.ledBrightness),
  blinkingSpeed: z
    .int()
    .min(0)
    .max(blinkingSpeeds.length - 1)
    .default(controlDefaults.blinkingSpeed),
  pageNo: z
    .int()
    .min(0)
    .max(maxPages - 1)
    .default(controlDefaults.pageNo),
}
const body = z
  .strictObject({
    storeCode,
    /** Every tag that shows the product. */
    productList: z
      .array(z.strictObject({ prCode, ...settings }))
      .max(20_000)
      .default([]),
    tagList: z
      .array(z.strictObject({ tagMac, ...settings }))
      .max(20_000)
      .default([]),
  })
  .refine(({ productList, tagList }) => productList.length + tagList.length > 0, 'No row selected. Please select one or more rows.')
const response = z.object({
  /** Null when no tag shows these products ("no matching tags", which counts as success). */
  taskId: z.string().nullable(),
  tagCount: z.int(),
  message: z.string(),
})

export const tagControl = {
  led: endpoint('POST', '/tag/led', {
    access: 'tag.write',
    store: 'body.storeCode',
    summary: 'Makes the lights of tags shine or blink, or puts them out.',
    body,
    response,
  }),
  page: endpoint('POST', '/tag/page/individual', {
    access: 'tag.write',
    store: 'body.storeCode',
    summary: 'Turns tags to another page of their label.',
    body,
    response,
  }),
}
