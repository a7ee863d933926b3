import { ApiError } from '../base/errors.ts'

/** 400: why a file is not taken; the console has words of its own for each code. */
export const refusedFile = (code: string, message: string) => new ApiError(400, { code, message, field: 'file' })
