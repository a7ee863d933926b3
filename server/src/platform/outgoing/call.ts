/** One HTTP request of this server to another: only to allowed addresses, within a time and a size, and never on to where an answer points. */
import { request as plainRequest, type IncomingHttpHeaders } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { forbiddenAddress, guardedLookup, targetOf } from './networks.ts'

export interface Call {
  url: URL
  method: string
  headers?: Record<string, string>
  body?: Buffer | string | undefined
  /** The one address that its name stands for; without it the name is looked up. */
  at?: string | undefined
  /** Judges the address that is connected to. */
  allows: (address: string) => boolean
  /** Milliseconds until the answer is complete. */
  withinMs: number
  /** Bytes of the answer; 0: its body is of no interest and is not read. */
  maxBytes: number
}
export interface CallAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}
/** Why there is no answer. The message is for the log: it tells what is in the network. */
export class CallFailed extends Error {
  readonly reason: 'not-allowed' | 'no-answer' | 'too-long' | 'not-reachable'
  constructor(reason: CallFailed['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** @throws CallFailed */
export async function callOut({ url, method, headers = {}, body, at, allows, withinMs, maxBytes }: Call): Promise<CallAnswer> {
  const { host } = targetOf(url)
  // What is written out as an address is not looked up.
  if (isIP(host) !== 0 && !allows(at ?? host)) throw new CallFailed('not-allowed', `${host} may not be called`)
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new CallFailed('not-allowed', 'Only http and https addresses without a password may be called')
  const lookup: LookupFunction = at === undefined ? guardedLookup(allows) : (_, options, found) => guardedLookup(allows)(at, options, found)
  const late = AbortSignal.timeout(withinMs)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((done, fail) => {
    const send = url.protocol === 'https:' ? secureRequest : plainRequest
    const call = send(url, { method, headers: { ...headers, ...length }, signal: late, agent: false, lookup }, (answer) => {
      const { statusCode: status = 0, headers: answerHeaders } = answer
      const parts: Buffer[] = []
      let size = 0
      if (maxBytes === 0) {
        done({ status, headers: answerHeaders, body: Buffer.alloc(0) })
        return void call.destroy()
      }
      answer.on('data', (part: Buffer) => {
        size += part.length
        if (size > maxBytes) call.destroy(new CallFailed('too-long', `the answer has more than ${maxBytes} bytes`))
        else parts.push(part)
      })
      answer.on('end', () => done({ status, headers: answerHeaders, body: Buffer.concat(parts) }))
      answer.on('error', (error) => fail(asFailure(error)))
    })
    const asFailure = (error: NodeJS.ErrnoException) => {
      if (error instanceof CallFailed) return error
      if (late.aborted) return new CallFailed('no-answer', `no answer within ${withinMs / 1000} s`)
      return new CallFailed(error.code === forbiddenAddress ? 'not-allowed' : 'not-reachable', error.message || (error.code ?? ''))
    }
    call.on('error', (error) => fail(asFailure(error)))
    call.end(body)
  })
}
