/** What others have written, looked at part by part. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parts of whatever this is, by name; none of what has none. */
export const partsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

/** A text, or undefined for anything else. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
