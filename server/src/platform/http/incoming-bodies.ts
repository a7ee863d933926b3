/** Files and large lists on their way in: one account, display or gateway sends some at once. Bodies that stall hold memory, disk and connections. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../base/errors.ts'

export const maxConcurrentBodies = 10
/** Larger ones are counted, and those that do not say how large they are. */
const smallBytes = 64_000
/** Seconds: a stalled body is ended after half a minute. */
const retryAfter = 30

export interface IncomingBodies {
  /** Before the body of a call that may be made; 429 when too many of the same caller are coming in already. */
  enter(request: FastifyRequest, reply: FastifyReply): void
}

export function createIncomingBodies(): IncomingBodies {
  const coming = new Map<string, number>()
  return {
    enter: ({ raw, session, device, gateway }, reply) => {
      const caller = session?.email ?? device?.mac ?? gateway?.gwMac
      const { 'content-length': length, 'transfer-encoding': chunked } = raw.headers
      if (caller === undefined || (chunked === undefined && Number(length ?? 0) <= smallBytes)) return
      const before = coming.get(caller) ?? 0
      if (before >= maxConcurrentBodies)
        throw new ApiError(
          429,
          { code: 'too-many-uploads', message: 'Several of your files are being sent already. Try again when one of them has arrived.' },
          retryAfter,
        )
      coming.set(caller, before + 1)
      let here = true
      const leave = () => {
        if (!here) return
        here = false
        const left = (coming.get(caller) ?? 1) - 1
        if (left === 0) coming.delete(caller)
        else coming.set(caller, left)
      }
      // It has come in whole, its sender has left, or it was answered before its end.
      raw.once('close', leave)
      reply.raw.once('close', leave)
    },
  }
}
