/** The requests of sign-in scripts: https, to listed hosts only, at an address that was looked at, within limits, and never on to elsewhere. */
import { lookup } from 'node:dns/promises'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { ListedHost, ListedHosts } from './hosts.ts'
import type { HttpAnswer, HttpRequest } from './runner/runner.ts'

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

const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6')

/** Whether an address is one of the internet at large. */
export function isPublic(address: string): boolean {
  const kind = isIP(address)
  // An IPv4 address in the clothes of IPv6 is judged as what it is.
  const plain = /^::ffff:(?:0:)?([\d.]+)$/i.exec(address)?.[1]
  if (plain !== undefined) return isPublic(plain)
  if (kind === 6 && /^::ffff:/i.test(address)) return false
  return kind !== 0 && !notPublic.check(address, kind === 4 ? 'ipv4' : 'ipv6')
}

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
  return async (wanted: HttpRequest): Promise<HttpAnswer> => {
    const began = performance.now()
    const answer = await make(hosts, wanted).catch((error: unknown): HttpAnswer => ({
      error: error instanceof Error ? error.message : 'failed',
    }))
    const [status, problem] = 'error' in answer ? [null, answer.error] : [answer.status, '']
    made({
      method: String(wanted.method).slice(0, 10),
      url: bareUrl(wanted.url),
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

async function make(hosts: ListedHosts, wanted: HttpRequest): Promise<HttpAnswer> {
  const url = URL.parse(String(wanted.url))
  const method = String(wanted.method).toUpperCase()
  if (url === null || url.username !== '' || url.password !== '') throw new Error('this is no address that can be called')
  if (url.protocol !== 'https:') throw new Error('only https is possible')
  if (!methods.has(method)) throw new Error(`the method ${method.slice(0, 20)} is not possible`)
  const host = url.hostname.toLowerCase()
  const port = url.port === '' ? 443 : Number(url.port)
  const listed = hosts.find((one) => one.host === host && one.port === port)
  if (listed === undefined) throw new Error(`${url.host} is not among the hosts that scripts may call (ENDCAP_SCRIPT_HOSTS)`)
  const body = bodyOf(wanted)
  const headers = headersOf(wanted, body)
  return send({ url, method, headers, body, address: await addressOf(listed) })
}

async function addressOf({ host, address }: ListedHost): Promise<string> {
  if (address !== undefined) return address
  const found = await lookup(host, { all: true }).catch(() => [])
  const [first] = found
  if (first === undefined) throw new Error(`${host} has no address`)
  if (!found.every((one) => isPublic(one.address))) throw new Error(`${host} is at a private address, which is not listed`)
  return first.address
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
  if (body !== undefined) given['content-length'] = String(body.length)
  return given
}

interface ToSend {
  url: URL
  method: string
  headers: Record<string, string>
  body: Buffer | undefined
  address: string
}
function send({ url, method, headers, body, address }: ToSend): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const late = AbortSignal.timeout(longestMs)
    const request = httpsRequest(
      url,
      {
        ...{ method, headers, signal: late, agent: false },
        // The address that was judged is the one that is spoken to.
        lookup: (_host, options, found) =>
          options.all === true ? found(null, [{ address, family: isIP(address) }]) : found(null, address, isIP(address)),
      },
      (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > maxAnswer) request.destroy(new Error(`the answer has more than ${maxAnswer} bytes`))
          else parts.push(part)
        })
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
            body: Buffer.concat(parts).toString('utf8'),
          }),
        )
        response.on('error', reject)
      },
    )
    request.on('error', (error) => reject(late.aborted ? new Error(`no answer within ${longestMs / 1000} s`) : error))
    request.end(body)
  })
}
