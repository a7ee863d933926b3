/** Receives the one file of a multipart upload as a stream, after its text fields. */
import type { Writable } from 'node:stream'
import type { Endpoint, UploadedFile } from '@endcap/contract/endpoint'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { invalid, tooLarge } from '../base/errors.ts'

const maxFields = 20
const maxFieldBytes = 10_000

export async function receiveUpload(
  request: FastifyRequest,
  // The binding calls this for uploads alone, which all have a limit.
  { maxBytes = 0 }: Endpoint,
): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  if (!request.isMultipart()) throw invalid('Send the file as multipart/form-data in the field "file".', 'file')
  const limits = { fileSize: maxBytes, files: 1, fields: maxFields, fieldSize: maxFieldBytes, parts: maxFields + 1 }
  const fields: Record<string, string> = Object.create(null)
  // Left open behind the file: only its end tells that nothing else came with it.
  const parts = request.parts({ limits })
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
    const part = next.value
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
      continue
    }
    if (part.fieldname !== 'file') {
      part.file.resume()
      throw invalid(`The file must be in the field "file", not in "${part.fieldname}".`, 'file')
    }
    const { file: stream } = part
    return { fields: { ...fields }, file: { name: part.filename, type: part.mimetype, stream: limited(stream, maxBytes, parts) } }
  }
  throw invalid('There is no file in the field "file".', 'file')
}

async function* limited(
  stream: AsyncIterable<Uint8Array> & { truncated?: boolean },
  maxBytes: number,
  parts: AsyncIterator<Multipart>,
): AsyncGenerator<Uint8Array> {
  yield* stream
  if (stream.truncated === true) throw tooLarge(`The file is larger than ${Math.round(maxBytes / 1_000_000)} MB.`)
  // A second file fails here. A field that was read too late to count must not be passed over: it may name another store.
  for (let next = await parts.next(); next.done !== true; next = await parts.next())
    if (next.value.type === 'field') throw invalid(`The field "${next.value.fieldname}" must stand before the file.`, next.value.fieldname)
}

/** Until a parser of the content takes more, or is closed and takes nothing any more. */
export function drained(parser: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      parser.off('drain', done)
      parser.off('close', done)
      resolve()
    }
    parser.once('drain', done)
    parser.once('close', done)
  })
}
