/** Errors that a caller can act on. Anything else that is thrown is a fault of ours and is answered without detail. */
import type { ErrorAnswer } from '@endcap/contract/schemas'

export class ApiError extends Error {
  readonly status: number
  readonly answer: ErrorAnswer
  /** Seconds after which a new attempt makes sense. */
  readonly retryAfter: number | undefined
  constructor(status: number, answer: ErrorAnswer, retryAfter?: number) {
    super(answer.message)
    this.name = 'ApiError'
    this.status = status
    this.answer = answer
    this.retryAfter = retryAfter
  }
}

/** 400: the call is wrong; `field` names where. */
export const invalid = (message: string, field?: string, error?: string[]) =>
  new ApiError(400, { code: 'invalid', message, ...(field !== undefined && { field }), ...(error !== undefined && { error }) })
export const unauthorized = (message = 'Sign in, please.', code = 'unauthorized') => new ApiError(401, { code, message })
export const forbidden = (message = 'You have no permission to do this.', code = 'forbidden') => new ApiError(403, { code, message })
export const notFound = (message: string) => new ApiError(404, { code: 'not-found', message })
/** 404: the store that a call names; the same for one that is being deleted. */
export const unknownStore = (storeCode: string, field?: string) =>
  new ApiError(404, {
    code: 'unknown-store',
    message: `There is no store ${storeCode}.`,
    values: { storeCode },
    ...(field !== undefined && { field }),
  })
export const conflict = (message: string, code = 'conflict') => new ApiError(409, { code, message })
export const tooLarge = (message: string) => new ApiError(413, { code: 'too-large', message })
export const tooMany = (retryAfter: number) =>
  new ApiError(429, { code: 'too-many', message: `Too many attempts. Try again in ${retryAfter} seconds.` }, retryAfter)
export const unavailable = (message: string, code = 'unavailable') => new ApiError(503, { code, message }, 5)
/** What is answered to a file that a full disk does not take; undefined for other errors of the system. */
export const fullDisk = (code: string): ApiError | undefined =>
  ['ENOSPC', 'EDQUOT'].includes(code)
    ? unavailable('The disk for files is full: nothing can be uploaded until there is room.', 'files-full')
    : undefined
