/** Calls of the contract with whole bodies that name a foreign shop (foreign-rows.ts), in every place where a store or a thing of one can stand. */
import { contract } from '@endcap/contract'
import type { Endpoint } from '@endcap/contract/endpoint'
import { foreign, secret } from './foreign-rows.ts'
import { bodyFor, fileFor, fixed } from './foreign-bodies.ts'
import { makeExample, type Known } from './make-example.ts'
import { multipart, tusHeaders } from './seed.ts'

export const operations = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries(all as Record<string, Endpoint>).map(([name, endpoint]) => ({ name: `${domain}.${name}`, domain, endpoint })),
)
export type Operation = (typeof operations)[number]

export interface Way {
  name: string
  /** In the path, in one field, in lists. */
  path: string
  field: string
  list: readonly string[]
  /** Beside what the contract knows. */
  smuggled?: string
  /** Lists are searched for the shop's words. */
  searched?: boolean
}
/** `own`: the store that the account has. */
export const waysOf = (own: string): Way[] => {
  const there = foreign.storeCode
  return [
    { name: 'the other store everywhere', path: there, field: there, list: [there] },
    { name: 'the other store in the path', path: there, field: own, list: [own] },
    { name: 'the other store in the body', path: own, field: there, list: [there] },
    { name: 'things of the other store under the own one', path: own, field: own, list: [own], smuggled: there },
    { name: 'both stores in lists', path: own, field: own, list: [own, there] },
    { name: 'a search for the other store', path: own, field: own, list: [own], searched: true },
  ]
}

export interface Request {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  payload: object | Buffer | undefined
  /** What was sent, as text: an answer may say it again. */
  sent: string
}

const names: Record<string, string> = {
  familyCode: foreign.fmPrCode,
  code: foreign.prCode,
  script: 'product-file-parser',
  exception: 'error',
  notification: 'gwOff1Hr',
  plusKind: 'device',
  mediaFileKind: 'image',
  mediaKind: 'image',
  resumableId: foreign.hash.slice(0, 32),
  displaySoftware: 'sw',
  mediaUse: 'findByImage',
  madeKind: 'set',
  contentGroup: 'all',
  slot: '0',
  cardSize: '320x158',
  pageRows: '10',
  cardRev: '1',
  line: '1',
  version: '1',
  scriptVersion: '1',
  at: '1795251600',
  templateName: foreign.name,
  term: foreign.name,
  abstractCode: 'AMAC1',
  serverId: 'server-1',
  uploadKey: foreign.hash,
  roleId: '777001',
}
const pathValue = (param: string, store: string): string => {
  if (param === 'storeCode' || param === 'storeCodeOrShared') return store
  return names[param] ?? (foreign as Record<string, string>)[param] ?? foreign.number
}

const knownOf = ({ field, list }: Way): Known => {
  const things: Record<string, readonly unknown[]> = {
    ...fixed,
    storeCode: [field],
    storeCodes: [list],
    store: [list, field],
    stores: [list.join(',')],
    filter_storeCode: [list.join(',')],
    filter_location: [list.join(',')],
    filter_store: [list.join(',')],
  }
  return (name) => things[name] ?? (/^(filter|condition)_|^(draw|start|length|order|columns|search)$/.test(name) ? [undefined] : [])
}

const tusCall = (fields: object, headers: Record<string, string>) => ({
  headers: { ...headers, ...tusHeaders(fields) },
  payload: Buffer.alloc(10),
})

export async function requestOf({ name, endpoint }: Operation, way: Way): Promise<Request> {
  const { method, path, kind, query, body } = endpoint
  const known = knownOf(way)
  const isList = 'filters' in endpoint
  const asked = query === undefined ? {} : (makeExample(query, known) as Record<string, string>)
  const search = new URLSearchParams({ ...asked, ...(way.smuggled !== undefined && { storeCode: way.smuggled, store: way.smuggled }) })
  const bare = path.replaceAll(/:(\w+)/g, (_, param: string) => encodeURIComponent(pathValue(param, way.path)))
  const url = `/api${bare}${search.size > 0 ? `?${search.toString()}` : ''}`
  const made = body === undefined ? undefined : (bodyFor(name, way) ?? makeExample(body, known))
  const searched = way.searched === true && isList ? { ...(made as object), search: { value: secret } } : made
  const headers: Record<string, string> = way.smuggled === undefined ? {} : { 'store-code': way.smuggled, 'x-store-code': way.smuggled }
  if (kind === 'tus') return { method, url, ...tusCall(made ?? {}, headers), sent: decodeURIComponent(url) + JSON.stringify(made ?? '') }
  if (kind !== 'upload' && kind !== 'converted') {
    const payload = method === 'GET' ? undefined : (searched ?? {})
    return { method, url, headers, payload, sent: decodeURIComponent(url) + JSON.stringify(payload ?? '') }
  }
  const file = await fileFor(name, way)
  const fields = Object.fromEntries(Object.entries(made ?? {}).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])))
  const form = multipart(fields, file)
  return {
    method,
    url,
    headers: { ...headers, ...form.headers },
    payload: form.payload,
    sent: `${decodeURIComponent(url)}${form.payload.toString()}`,
  }
}
