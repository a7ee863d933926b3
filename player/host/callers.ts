/** Who may ask the host program for something: the page that it gave out, and no other page of the browser. */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Callers {
  /** The request is to an address of this program's, and not to another name that leads here. */
  isOurs(request: IncomingMessage): boolean
  /** Other pages of the browser may not speak to this one's addresses. */
  isSameOrigin(request: IncomingMessage): boolean
  /** It knows the token in the page. */
  hasToken(request: IncomingMessage): boolean
}

/** `origins`: the addresses of this program, such as `http://localhost:8088`. */
export function createCallers({ token, origins }: { token: string; origins: () => readonly string[] }): Callers {
  return {
    isOurs: ({ headers }) => origins().includes(`http://${headers.host ?? ''}`),
    isSameOrigin: ({ headers }) => {
      const { origin, 'sec-fetch-site': site } = headers
      return (origin === undefined || origins().includes(origin)) && (site === undefined || site === 'same-origin' || site === 'none')
    },
    hasToken: ({ headers }) => {
      const given = Buffer.from(String(headers['x-endcap-host'] ?? ''))
      const expected = Buffer.from(token)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
