/** A field that is different now, in words. */
export interface Change {
  field: string
  label: string
  /** Undefined: it was not there, or is no more. */
  before?: string | undefined
  after?: string | undefined
  /** Of a list, what came and what went. */
  added?: string
  removed?: string
  /** Of a text of several lines. */
  lines?: { gone: readonly string[]; came: readonly string[] }
}
/** One side of a record. */
export type Fields = Record<string, unknown>

export const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
