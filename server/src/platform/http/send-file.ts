/** Sends a file, whole or the part of it that was asked for. */
import type { FileAnswer } from '@endcap/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

export function sendFile(request: FastifyRequest, reply: FastifyReply, answer: FileAnswer) {
  const { name, type, content, immutable, parts } = answer
  const quoted = encodeURIComponent(name)
  void reply.header('content-disposition', `attachment; filename="${quoted}"; filename*=UTF-8''${quoted}`).type(type)
  void reply.header('cache-control', immutable === true ? 'private, max-age=31536000, immutable' : 'private, no-store')
  if (parts === undefined) return reply.send(content instanceof Uint8Array ? Buffer.from(content) : content)
  void reply.header('accept-ranges', 'bytes')
  const range = rangeOf(request.headers.range, parts.bytes)
  if (range === 'none') {
    void reply.header('content-range', `bytes */${parts.bytes}`)
    return reply.code(416).send()
  }
  const { start, end } = range ?? { start: 0, end: parts.bytes - 1 }
  void reply.header('content-length', end - start + 1)
  if (range !== undefined) void reply.code(206).header('content-range', `bytes ${start}-${end}/${parts.bytes}`)
  return reply.send(parts.open(start, end))
}

/** One range of bytes, both ends within; undefined for the whole, `none` when there is nothing there. Several ranges are answered whole. */
function rangeOf(header: string | undefined, bytes: number): { start: number; end: number } | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? bytes - 1 : Math.min(bytes - 1, Number(to))
  return start > end || start >= bytes ? 'none' : { start, end }
}
