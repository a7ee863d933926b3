/** What the host program answers with, and what it is sent: JSON both ways. */
import type { IncomingMessage, ServerResponse } from 'node:http'

const maxBodyLength = 1000

export const json = (response: ServerResponse, status: number, body: object): ServerResponse =>
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body))
export const answerMessage = (response: ServerResponse, status: number, message: string): ServerResponse =>
  json(response, status, { message })

/** The body of a request, which is short. Throws when it is not, and when it is no JSON. */
export async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > maxBodyLength) throw new Error('This is too long.')
  }
  return JSON.parse(text)
}
