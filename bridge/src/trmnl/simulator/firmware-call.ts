/** One HTTP call, as the firmware makes it, and how it reads an answer. */
import { request } from 'node:http'

/** How the line to a picture breaks: it is reset, or closed as if all had come. */
export type Cut = 'reset' | 'close'

export interface Reply {
  status: number
  type: string
  /** As the answer says it. */
  length: number | undefined
  body: Buffer
}

/** Bytes that arrive of each piece on a line that breaks, and how long nothing may come, in milliseconds. */
const bytesBeforeCut = 100
const silenceMs = 15_000

/** Calls an address: no keep-alive, nothing followed. undefined without an answer; with a body it is a POST. */
export function ask(url: string, headers: Record<string, string>, cut?: Cut, body?: string): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const asked = request(
      url,
      { agent: false, method: body === undefined ? 'GET' : 'POST', headers: { ...headers, connection: 'close' }, timeout: silenceMs },
      (answer) => {
        const pieces: Buffer[] = []
        const length = answer.headers['content-length']
        const done = () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: String(answer.headers['content-type'] ?? ''),
            length: length === undefined ? undefined : Number(length),
            body: Buffer.concat(pieces),
          })
        answer.on('data', (piece: Buffer) => {
          pieces.push(cut === undefined ? piece : piece.subarray(0, bytesBeforeCut))
          if (cut === 'reset') answer.socket.resetAndDestroy()
          if (cut === 'close') answer.destroy()
        })
        answer.on('close', done)
        answer.on('error', done)
      },
    )
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(undefined))
    asked.end(body)
  })
}

/** A field that is no text is an empty one. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The fields of an answer; undefined where it is no JSON. */
export function fieldsOf(body: Buffer): Record<string, unknown> | undefined {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
