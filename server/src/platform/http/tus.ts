/** Requests and answers of the tus protocol 1.0: what they say stands in headers. */
import { tusVersion } from '@endcap/contract/resumable'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, invalid } from '../base/errors.ts'

/** The type of a part of a file. */
export const tusContent = 'application/offset+octet-stream'

export interface Exchange {
  version: string | undefined
  /** Upload-Length. */
  length(): number
  /** Upload-Offset. */
  offset(): number
  /** Upload-Metadata: pairs of a name and a text in base64. */
  metadata(): Record<string, string>
  /** Of the content, as it says. */
  type: string | undefined
  content: AsyncIterable<Uint8Array>
  /** The last part of the address, for addresses beside it. */
  lastSegment: string
  answer(status: 200 | 201 | 204, headers: Record<string, string | number>): void
}

const maxMetadata = 8000
const wholeNumber = (name: string, given: unknown): number => {
  if (typeof given !== 'string' || !/^\d{1,15}$/.test(given)) throw invalid(`The header ${name} must be a whole number.`, name)
  return Number(given)
}

export function exchangeOf({ raw, url }: FastifyRequest, reply: FastifyReply): Exchange {
  const { headers } = raw
  const given = (name: string) => wholeNumber(name, headers[name.toLowerCase()])
  return {
    version: headers['tus-resumable']?.toString(),
    length: () => given('Upload-Length'),
    offset: () => given('Upload-Offset'),
    metadata: () => metadataOf(headers['upload-metadata']?.toString() ?? ''),
    type: headers['content-type'],
    content: raw,
    lastSegment: url.replace(/\?.*$/, '').split('/').at(-1) ?? '',
    answer: (status, said) => void reply.code(status).headers({ 'tus-resumable': tusVersion, 'cache-control': 'no-store', ...said }),
  }
}

/** 412 of another version. */
export function requireTus(exchange: Exchange): Exchange {
  if (exchange.version === tusVersion) return exchange
  throw new ApiError(412, { code: 'tus-version', message: `Send the header Tus-Resumable: ${tusVersion}.`, field: 'Tus-Resumable' })
}

/** `filename Zi5tcDQ=,id MQ==` */
function metadataOf(header: string): Record<string, string> {
  if (header.length > maxMetadata) throw invalid('The header Upload-Metadata is too long.', 'Upload-Metadata')
  const pairs = header.split(',').map((pair) => pair.trim().split(' '))
  return Object.fromEntries(
    pairs.filter(([name]) => name !== '').map(([name = '', text = '']) => [name, Buffer.from(text, 'base64').toString()]),
  )
}
