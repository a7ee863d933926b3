/**
 * Speaks IPP with one printer. Whatever answers there, or does not, comes back as an answer or as a `PrinterProblem`: nothing hangs, nothing
 * is read without a limit, and nothing else is thrown.
 */
import { request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import { forbiddenAddress } from '../../../platform/outgoing/networks.ts'
import { lookupFor, whyForbidden, type ListedPrinters, type PrinterAddress } from '../../../platform/outgoing/printer-address.ts'
import { decodeAnswer, encodeRequest, NotIpp, type IppAnswer, type IppRequest } from './codec.ts'

export type ProblemKind = 'unreachable' | 'timeout' | 'not-ipp' | 'refused' | 'no-such-path'
export class PrinterProblem extends Error {
  readonly kind: ProblemKind
  /** The printer may have got the whole request. */
  readonly mayHaveArrived: boolean
  constructor(kind: ProblemKind, message: string, mayHaveArrived: boolean) {
    super(message)
    this.kind = kind
    this.mayHaveArrived = mayHaveArrived
  }
}

export interface Limits {
  connectMs: number
  totalMs: number
  answerBytes: number
}
export const defaultLimits: Limits = { connectMs: 3000, totalMs: 15_000, answerBytes: 1_000_000 }

export interface PrinterClient {
  /** `path` as of `candidatePaths`; `document` follows the request's attributes. */
  call(path: string, request: IppRequest, document?: Uint8Array): Promise<IppAnswer>
  /** The printer's own address at this path, as its requests carry it. */
  uri(path: string): string
}

export function createPrinterClient(
  address: PrinterAddress,
  { listed, limits = defaultLimits }: { listed: ListedPrinters; limits?: Limits },
): PrinterClient {
  const { secure, host, port } = address
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    uri: (path) => `${secure ? 'ipps' : 'ipp'}://${authority}${path}`,
    async call(path, request, document) {
      const forbidden = whyForbidden(address, listed)
      if (forbidden !== undefined) throw new PrinterProblem('unreachable', `${authority} ${forbidden}.`, false)
      const body = Buffer.concat([encodeRequest(request), document ?? Buffer.alloc(0)])
      const sending = (secure ? secureRequest : plainRequest)({
        host,
        port,
        path,
        method: 'POST',
        agent: false,
        lookup: lookupFor(address, listed),
        // Printers sign their own certificates; who may be addressed is decided by network.
        rejectUnauthorized: false,
        headers: { 'content-type': 'application/ipp', 'content-length': body.byteLength, accept: 'application/ipp' },
      })
      const bytes = await converse(sending, body, limits)
      try {
        return decodeAnswer(bytes)
      } catch (error) {
        if (!(error instanceof NotIpp)) throw error
        throw new PrinterProblem('not-ipp', `What answers at ${authority} is no printer: ${error.message}.`, true)
      }
    },
  }
}

/** Sends and reads within the limits. */
function converse(call: ClientRequest, body: Uint8Array, { connectMs, totalMs, answerBytes }: Limits): Promise<Uint8Array> {
  return new Promise((done, fail) => {
    let [connected, sent] = [false, false]
    const end = (problem: PrinterProblem) => {
      clearTimeout(connecting)
      clearTimeout(lasting)
      fail(problem)
      call.destroy()
    }
    const connecting = setTimeout(
      () => end(new PrinterProblem('unreachable', `No connection within ${connectMs / 1000} s.`, false)),
      connectMs,
    )
    const lasting = setTimeout(() => end(new PrinterProblem('timeout', `No answer within ${totalMs / 1000} s.`, sent)), totalMs)
    call.on('socket', (socket) => {
      socket.once(socket instanceof Object && 'encrypted' in socket ? 'secureConnect' : 'connect', () => {
        connected = true
        clearTimeout(connecting)
      })
    })
    call.on('finish', () => (sent = true))
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === forbiddenAddress) return end(new PrinterProblem('unreachable', error.message, false))
      // Bytes of another protocol where HTTP should be.
      if (error.code?.startsWith('HPE_') === true) return end(new PrinterProblem('not-ipp', 'What answers there is no printer.', true))
      return end(new PrinterProblem('unreachable', explain(error), connected && sent))
    })
    call.on('response', (answer) => {
      read(answer, answerBytes).then((bytes) => {
        clearTimeout(connecting)
        clearTimeout(lasting)
        done(bytes)
      }, end)
    })
    call.end(body)
  })
}

const words: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there',
  ECONNRESET: 'The connection broke off',
  EPIPE: 'The connection broke off',
  ENOTFOUND: 'The name is not known',
  EHOSTUNREACH: 'There is no way to it',
  ENETUNREACH: 'There is no way to it',
}
const explain = ({ code = '', message }: NodeJS.ErrnoException): string =>
  words[code] === undefined ? message : `${words[code]} (${code}).`

async function read(answer: IncomingMessage, limit: number): Promise<Uint8Array> {
  const { statusCode = 0, headers } = answer
  if (statusCode === 404) throw new PrinterProblem('no-such-path', 'The printer has no such queue.', false)
  if (statusCode === 401 || statusCode === 403)
    throw new PrinterProblem('refused', `The printer wants a sign-in (HTTP ${statusCode}).`, false)
  if (statusCode === 426) throw new PrinterProblem('refused', 'The printer wants an encrypted connection: address it as ipps://.', false)
  if (statusCode >= 500) throw new PrinterProblem('refused', `The printer answers with HTTP ${statusCode}.`, true)
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (statusCode !== 200 || type !== 'application/ipp')
    throw new PrinterProblem(
      'not-ipp',
      `What answers there is no printer (HTTP ${statusCode}, ${type ?? 'no content type'}).`,
      statusCode === 200,
    )
  const parts: Buffer[] = []
  let bytes = 0
  // Without an encoding it gives buffers.
  const body: AsyncIterable<Buffer> = answer
  try {
    for await (const part of body) {
      bytes += part.byteLength
      if (bytes > limit) throw new PrinterProblem('not-ipp', `The answer is longer than ${limit} bytes.`, true)
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof PrinterProblem) throw error
    throw new PrinterProblem('unreachable', 'The connection broke off within the answer.', true)
  }
  return Buffer.concat(parts)
}
