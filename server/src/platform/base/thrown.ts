/** Reads what was thrown, which need not be an `Error`. */

/** What it says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
/** Itself, or an error with its text. */
export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
