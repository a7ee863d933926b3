/**
 * Cookies of the console: its session token and the secret of the browser (known device), out of reach of scripts. CSRF rule: a cookie counts only
 * for calls with the header X-Endcap-Console, which no other site can send (it would take a CORS preflight, and none is answered), and never where the
 * browser itself says that another site began the call (Sec-Fetch-Site). The push channel, where browsers send no such header, goes by Origin.
 */
import type { IncomingMessage } from 'node:http'
import cookies from '@fastify/cookie'
import { consoleHeader } from '@endcap/contract/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const daySeconds = 86_400
/** A session ends this long after its beginning, whatever it is used for. */
export const maxSessionDays = 30
/** A browser that was not used for so long is a stranger again; also the longest that browsers keep a cookie. */
export const maxDeviceDays = 400
const kinds = {
  session: { name: 'endcap', maxAge: maxSessionDays * daySeconds },
  device: { name: 'endcap-device', maxAge: maxDeviceDays * daySeconds },
}
type Kind = keyof typeof kinds

/** The prefix binds a cookie to this very host and to encryption: browsers take it from no other sender. */
const nameOf = (kind: Kind, secure: boolean): string => (secure ? '__Host-' : '') + kinds[kind].name

/** Whether the console itself calls, and not a page of another site in the same browser. */
const isConsole = ({ headers }: FastifyRequest): boolean =>
  headers[consoleHeader] !== undefined && (headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'same-origin')

export const useCookies = (app: FastifyInstance) => app.register(cookies)

/** The cookie of a call; undefined where there is none, or where it does not count. */
export function cookieOf(request: FastifyRequest, kind: Kind): string | undefined {
  return isConsole(request) ? request.cookies[nameOf(kind, request.protocol === 'https')] : undefined
}

/** The session cookie that a web socket was opened with, by the console of this very host. */
export function cookieOfSocket({ headers }: IncomingMessage, publicUrl: string | undefined): string | undefined {
  const { origin, host, cookie } = headers
  if (origin === undefined || cookie === undefined || !URL.canParse(origin)) return undefined
  const own = new URL(origin).host === host || (publicUrl !== undefined && new URL(publicUrl).origin === origin)
  if (!own) return undefined
  const given = cookies.parse(cookie)
  return given[nameOf('session', true)] ?? given[nameOf('session', false)]
}

/** The browser of a call: what it keeps, where it is the console's. */
export interface Browser {
  device?: string | undefined
  keep?: ((secrets: { accessToken: string; device: string }) => void) | undefined
}

export function browserOf(request: FastifyRequest, reply: FastifyReply): Browser {
  const secure = request.protocol === 'https'
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  const set = (kind: Kind, value: string) => void reply.setCookie(nameOf(kind, secure), value, { ...options, maxAge: kinds[kind].maxAge })
  if (!isConsole(request)) return {}
  return {
    device: cookieOf(request, 'device'),
    keep: ({ accessToken, device }) => {
      set('session', accessToken)
      set('device', device)
    },
  }
}
