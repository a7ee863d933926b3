/** What the columns of a product file mean, where its first line does not say so in the names of aliases. */
import * as z from 'zod'

/** A file with more columns needs a header of alias names. */
export const maxColumns = 200

export const columnMapping = z.strictObject({
  /** The first line names columns, and is no product. */
  hasHeader: z.boolean(),
  /** For each column of the file: the name of an alias, LAYOUT_ID or NFC; null leaves it out. */
  columns: z.array(z.string().trim().min(1).max(100).nullable()).min(1).max(maxColumns),
})
export interface ColumnMapping extends z.infer<typeof columnMapping> {}

function parsed(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('must be JSON such as {"hasHeader":true,"columns":["PRODUCT_CODE",null,"PRICE"]}')
    return z.NEVER
  }
}
/** In the field of an upload: as JSON. Left out or empty, the first line tells. */
export const columnsField = z
  .union([columnMapping, z.literal('').transform(() => undefined), z.string().max(10_000).transform(parsed).pipe(columnMapping)])
  .optional()

/** The columns of a file as they come. */
export const fileColumns = z.object({
  /** The first line could not be read: each column needs a person to say what it means. */
  needed: z.boolean(),
  /** Whether the first line looks like names of columns. */
  hasHeader: z.boolean(),
  /** Each column: its place in the first line, and values from the lines that follow. */
  columns: z.array(z.object({ first: z.string(), samples: z.array(z.string()) })),
  /** What each column could mean, as `columns` of a mapping. */
  guess: z.array(z.string().nullable()),
  /** So it was said of an earlier file with the same first line. */
  remembered: z.boolean(),
})
export interface FileColumns extends z.infer<typeof fileColumns> {}
