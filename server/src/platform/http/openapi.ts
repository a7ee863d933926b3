/** The OpenAPI document, made from the contract: what the server binds is what it says. */
import { contract } from '@endcap/contract'
import type { Access, Endpoint, Schema } from '@endcap/contract/endpoint'
import { paramSchema } from '@endcap/contract/params'
import { tusVersion } from '@endcap/contract/resumable'
import { errorAnswer } from '@endcap/contract/schemas'
import { partsOf } from '@endcap/contract/typed-object'
import * as z from 'zod'
import { tusContent } from './tus.ts'

type Json = { [key: string]: unknown }

/** zod states that an integer is a safe one; that tells a reader nothing. */
function withoutSafeBounds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSafeBounds)
  return typeof value !== 'object' || value === null ? value : ofObject(value)
}
function ofObject(value: object): Json {
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([key, one]) =>
          !(key === 'maximum' && one === Number.MAX_SAFE_INTEGER) &&
          !(key === 'minimum' && one === Number.MIN_SAFE_INTEGER) &&
          key !== '$schema',
      )
      .map(([key, one]) => [key, withoutSafeBounds(one)]),
  )
}
const schemaOf = (schema: Schema, io: 'input' | 'output'): Json =>
  ofObject(z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' }))

const binary = { type: 'string', format: 'binary' }
const json = (schema: Json) => ({ 'application/json': { schema } })

function requestBody({ kind, method, body }: Endpoint): Json {
  if (kind === 'tus') return method === 'PATCH' ? { requestBody: { required: true, content: { [tusContent]: { schema: binary } } } } : {}
  if (body === undefined) return {}
  const schema = schemaOf(body, 'input')
  if (kind !== 'upload' && kind !== 'converted') return { requestBody: { required: true, content: json(schema) } }
  const properties = { ...partsOf(schema.properties), file: binary }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: { ...schema, properties } } } } }
}

/** What a request of the tus protocol says in headers. */
function tusHeaders({ kind, method, body }: Endpoint): Json[] {
  if (kind !== 'tus') return []
  const header = (name: string, description: string) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } })
  const fields = body === undefined ? [] : Object.keys(partsOf(schemaOf(body, 'input').properties))
  return [
    header('Tus-Resumable', tusVersion),
    ...(method === 'POST' ? [header('Upload-Length', 'Bytes of the whole file.')] : []),
    ...(method === 'POST' ? [header('Upload-Metadata', `Pairs of a name and a text in base64: ${fields.join(', ')}.`)] : []),
    ...(method === 'PATCH' ? [header('Upload-Offset', 'Where in the file this part begins.')] : []),
  ]
}

function parameters(endpoint: Endpoint): Json[] {
  const { path, query } = endpoint
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(paramSchema(name), 'input'),
  }))
  const fields = query === undefined ? {} : partsOf(schemaOf(query, 'input').properties)
  return [...inPath, ...Object.entries(fields).map(([name, schema]) => ({ name, in: 'query', schema })), ...tusHeaders(endpoint)]
}

/** Who may call that needs no privilege. */
const callers: Partial<Record<Access, string>> = {
  public: 'Needs no session.',
  session: 'Needs a session.',
  gateway: 'For gateways, with MAC and secret.',
  device: 'For displays, with their token.',
  bridge: 'For bridges, with their token.',
}
function describe({ access, store, people }: Endpoint): string {
  const who = callers[access] ?? `Needs the privilege ${access}.`
  const where =
    store === 'account'
      ? ' Answers only what belongs to the account’s stores.'
      : store === 'none'
        ? ''
        : ` The store in ${store} must be one of the account’s.`
  return who + (people === true ? ' For people alone: API tokens are refused.' : '') + where
}

function operation(domain: string, name: string, endpoint: Endpoint): Json {
  const { access, response, kind, method, summary } = endpoint
  const answer =
    kind === 'file' || kind === 'converted'
      ? { 'application/octet-stream': { schema: binary } }
      : json(schemaOf(response ?? z.unknown(), 'output'))
  const security =
    access === 'public'
      ? []
      : access === 'gateway'
        ? [{ gateway: [] }]
        : access === 'device' || access === 'bridge'
          ? [{ [access]: [] }]
          : [{ accessToken: [], accessEmail: [] }]
  return {
    operationId: `${domain}.${name}`,
    tags: [domain],
    summary,
    description: describe(endpoint),
    security,
    parameters: parameters(endpoint),
    ...requestBody(endpoint),
    responses: {
      ...(kind === 'tus'
        ? { [method === 'POST' ? 201 : 204]: { description: 'Done' } }
        : { 200: { description: 'Done', content: answer } }),
      default: { description: 'Refused or failed', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [domain, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const path = `/api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(domain, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Endcap', version: '1', description: 'Server for electronic shelf labels. Times are epoch seconds.' },
    paths,
    components: {
      schemas: { Error: schemaOf(errorAnswer, 'output') },
      securitySchemes: {
        accessToken: { type: 'apiKey', in: 'header', name: 'Access-Token' },
        accessEmail: { type: 'apiKey', in: 'header', name: 'Access-Email' },
        gateway: { type: 'http', scheme: 'basic' },
        device: { type: 'http', scheme: 'bearer' },
        bridge: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}
