/** Reads what was thrown, which need not be an `Error`. */

/** What it says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
/** The same, cut for a history, an alarm or an answer. */
export const shortMessageOf = (error: unknown): string => messageOf(error).slice(0, 300)
/** Itself, or an error with its text. */
export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
