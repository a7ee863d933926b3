/** The requests of sign-in scripts: https, to listed hosts only, at an address that was looked at, within limits, and never on to elsewhere. */
import { callOut, CallFailed, type Call } from '../../platform/outgoing/call.ts'
import { isPublic } from '../../platform/outgoing/networks.ts'
import type { ListedHost, ListedHosts } from '../../platform/outgoing/script-hosts.ts'
import type { HttpAnswer, HttpRequest } from '../../platform/script-runner/runner.ts'

/** Until an answer is complete, and its size. */
const longestMs = 5000
const maxAnswer = 1_000_000
const maxBody = 1_000_000
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
/** What the request itself decides. */
const ownHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'proxy-authorization',
])

/** One request as the trial of a script shows it. */
export interface RequestMade {
  method: string
  url: string
  status: number | null
  ms: number
  problem: string
}

/** Makes requests for one run; `made` is told of each. */
export function createRequester(hosts: ListedHosts, made: (request: RequestMade) => void = () => undefined) {
  return async (requested: HttpRequest): Promise<HttpAnswer> => {
    const began = performance.now()
    const answer = await make(hosts, requested).catch((error: unknown): HttpAnswer => ({
      error: error instanceof Error ? error.message : 'failed',
    }))
    const [status, problem] = 'error' in answer ? [null, answer.error] : [answer.status, '']
    made({
      method: String(requested.method).slice(0, 10),
      url: bareUrl(requested.url),
      status,
      ms: Math.round(performance.now() - began),
      problem,
    })
    return answer
  }
}

/** Without what may be a secret. */
function bareUrl(text: unknown): string {
  const url = URL.parse(String(text))
  return url === null ? String(text).slice(0, 100) : `${url.protocol}//${url.host}${url.pathname}`.slice(0, 300)
}

async function make(hosts: ListedHosts, requested: HttpRequest): Promise<HttpAnswer> {
  const url = URL.parse(String(requested.url))
  const method = String(requested.method).toUpperCase()
  if (url === null || url.username !== '' || url.password !== '') throw new Error('this is no address that can be called')
  if (url.protocol !== 'https:') throw new Error('only https is possible')
  if (!methods.has(method)) throw new Error(`the method ${method.slice(0, 20)} is not possible`)
  const host = url.hostname.toLowerCase()
  const port = url.port === '' ? 443 : Number(url.port)
  const listed = hosts.find((one) => one.host === host && one.port === port)
  if (listed === undefined) throw new Error(`${url.host} is not among the hosts that scripts may call (ENDCAP_SCRIPT_HOSTS)`)
  const body = bodyOf(requested)
  const headers = headersOf(requested, body)
  return send({ url, method, headers, body }, listed)
}

function bodyOf({ json, data }: HttpRequest): Buffer | undefined {
  const text = json !== null && json !== undefined ? JSON.stringify(json) : data
  if (text === null || text === undefined) return undefined
  const body = Buffer.from(String(text))
  if (body.length > maxBody) throw new Error(`a request has at most ${maxBody} bytes`)
  return body
}

function headersOf({ headers, json }: HttpRequest, body: Buffer | undefined): Record<string, string> {
  const given: Record<string, string> = { accept: 'application/json', 'user-agent': 'Endcap' }
  if (body !== undefined)
    given['content-type'] = json === null || json === undefined ? 'application/x-www-form-urlencoded' : 'application/json'
  for (const [name, value] of Object.entries(typeof headers === 'object' && headers !== null ? headers : {}).slice(0, 50)) {
    const key = name.toLowerCase()
    if (!/^[a-z0-9-]{1,60}$/.test(key) || ownHeaders.has(key)) throw new Error(`the header ${key.slice(0, 60)} cannot be set`)
    if (typeof value !== 'string' || value.length > 8000 || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new Error(`the header ${key} is not possible`)
    given[key] = value
  }
  return given
}

/** The address that is connected to is the listed one, or a public one of the listed name. */
const reaches = ({ address }: ListedHost, one: string) => (address === undefined ? isPublic(one) : one === address)

async function send(call: Pick<Call, 'url' | 'method' | 'headers' | 'body'>, listed: ListedHost): Promise<HttpAnswer> {
  try {
    const { status, headers, body } = await callOut({
      ...call,
      at: listed.address,
      allows: (one: string) => reaches(listed, one),
      withinMs: longestMs,
      maxBytes: maxAnswer,
    })
    return {
      status,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: body.toString('utf8'),
    }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    throw new Error(sayFailure(error.reason, listed.host), { cause: error })
  }
}

/** What a script's author is told: no words of the network itself. */
function sayFailure(reason: CallFailed['reason'], host: string): string {
  if (reason === 'no-answer') return `no answer within ${longestMs / 1000} s`
  if (reason === 'too-long') return `the answer has more than ${maxAnswer} bytes`
  if (reason === 'not-allowed') return `${host} is at a private address, which is not listed`
  return `${host} cannot be reached, or its certificate is not trusted`
}
