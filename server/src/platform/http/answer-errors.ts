/** Turns everything that is thrown into the one error shape of the API. */
import { partsOf } from '@endcap/contract/typed-object'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sqlState } from '../db/sql-state.ts'
import { ApiError, fullDisk, invalid, notFound, tooLarge, tooMany, unavailable } from '../base/errors.ts'

/** Errors of the web framework by its code. */
const frameworkErrors: Record<string, () => ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => tooLarge('The request is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => invalid('The content type is not one this call takes. Send JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => invalid('The request has no body.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => invalid('The length of the request is not what it says.'),
  FST_REQ_FILE_TOO_LARGE: () => tooLarge('The file is too large.'),
  FST_FILES_LIMIT: () => invalid('Send one file only.', 'file'),
  FST_PARTS_LIMIT: () => invalid('There are too many form fields.'),
  FST_FIELDS_LIMIT: () => invalid('There are too many form fields.'),
  FST_PROTO_VIOLATION: () => invalid('A form field has a name that is not allowed.'),
  FST_ERR_BAD_URL: () => invalid('The address is not valid.'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => invalid('Send the file as multipart/form-data in the field "file".', 'file'),
}

/** SQLSTATEs that mean the input, not the server, is wrong. */
const dataErrors: Record<string, string> = {
  '22021': 'A text contains a character that cannot be stored.',
  '22P05': 'A text contains a character that cannot be stored.',
  '22003': 'A number is too large.',
}

/** What the reader of multipart bodies says, without a code, of one that ends too early. */
const cutOff = /^(Unexpected end of multipart data|Part terminated early)/

/** What the driver and its pool say, without a code, of a database that has died, or does not answer for a while. */
const databaseGone = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

function asApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  const parts = partsOf(error)
  const [code, message, statusCode] = [textOf(parts.code), textOf(parts.message), parts.statusCode]
  const known = frameworkErrors[code]
  if (known !== undefined) return known()
  if (statusCode === 429) return tooMany(60)
  if (cutOff.test(message)) return invalid('The upload is not complete: it ends in the middle. Send it again.', 'file')
  const state = sqlState(error) ?? ''
  if (dataErrors[state] !== undefined) return invalid(dataErrors[state])
  if (state === '53100') return unavailable('The disk of the database is full: nothing can be saved until there is room.', 'disk-full')
  const full = fullDisk(code)
  if (full !== undefined) return full
  // Broken off by the time limit of a statement, without one that knows better.
  if (state === '57014') return unavailable('The database took too long for this. Try again soon.')
  if (/^(08|57P|53)/.test(state) || ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(code) || databaseGone.test(message))
    return unavailable('The database cannot be reached at the moment.')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return invalid(`The request cannot be read: ${message}`.trim())
  return undefined
}
const textOf = (part: unknown) => (typeof part === 'string' ? part : '')

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => send(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    send(notFound(`There is nothing at ${request.method} ${request.url.split('?')[0]?.slice(0, 200)}`), request, reply),
  )
}

function send(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = asApiError(error)
  // A caller that left before its answer was sent is no fault of ours.
  const left = partsOf(error).code === 'ERR_STREAM_PREMATURE_CLOSE'
  if (known === undefined) request.log[left ? 'debug' : 'error']({ err: error }, 'request failed')
  const { status, answer, retryAfter } =
    known ?? new ApiError(500, { code: 'fault', message: `Something went wrong on the server. Request ${request.id}.` })
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  return reply.code(status).send(answer)
}
