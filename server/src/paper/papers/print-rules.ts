/** How long printers are waited for, and paper tasks are kept. */

/** A claim holds so long; each call to a printer ends sooner (ipp/client.ts). */
export const leaseSeconds = 40
/** Seconds before a printer that is away, silent or busy is tried again. Then the document has failed. */
export const retrySeconds = [2, 10, 30] as const
/** Seconds between two looks at a job that prints. */
export const followSeconds = 1
/** The same while the printer waits for a person, which takes minutes. */
export const personSeconds = 5
/** Before a printer whose answer was lost is asked whether it has the document: it may be slow to list it. */
export const lostAnswerSeconds = 5
/** A printer that waits for a person, or that is not heard of any more, is waited for so long; then our job is taken back. */
export const attentionSeconds = 600
/** One that only has much else to do is waited for longer. */
export const idleSeconds = 3600
/** Paper tasks are kept so long. */
export const paperTaskRetentionDays = 90
