/** One HTTP endpoint, declared once: the server binds it, the clients call it, OpenAPI and the access tests read it. */
import type * as z from 'zod'
import type { Privilege } from './privileges.ts'

/** The narrow core type: comparing a schema with it costs the compiler far less than with `z.ZodType`. */
export type Schema = z.core.$ZodType
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call. `public`: no session. `gateway`: a gateway with its own secret. `device`: a display with its token. `bridge`: a bridge with its token. `session`: any signed-in account.
 * Otherwise the privilege that the account's role must hold.
 */
export type Access = 'public' | 'gateway' | 'device' | 'bridge' | 'session' | Privilege

/**
 * Where the call names its store, so that the binding can refuse stores that are not the account's.
 * `account`: the handler itself limits what it answers to the account's stores. `none`: nothing of a store is touched.
 */
export type StorePlace = `params.${string}` | 'body.storeCode' | 'account' | 'none'

/** `'/store/:code/gw/:mac'` → `'code' | 'mac'` */
type ParamName<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
export type Params<P extends string> = { [K in ParamName<P>]: string }

/** How the payload travels: JSON both ways, a multipart upload in, a file out, an upload in and a file out, or by the tus protocol. */
export type EndpointKind = 'json' | 'upload' | 'file' | 'converted' | 'tus'

/** `Call` is what a caller passes, `Request` what the handler gets once it is checked, `Result` what comes back. */
export interface Endpoint<Call = unknown, Request = unknown, Result = unknown> {
  kind: EndpointKind
  method: Method
  path: string
  access: Access
  store: StorePlace
  /** What may stand in the store's place and means all of them. */
  allStores?: string | undefined
  /** Other names of the body's fields, as the specification writes them: its name → ours. */
  alsoNamed?: Readonly<Record<string, string>> | undefined
  /** The field that a body means which is nothing but a list. */
  bareList?: string | undefined
  /** A call that names no store means the only one that the account has. */
  onlyStore?: boolean | undefined
  /** One sentence for the API page. */
  summary: string
  query: Schema | undefined
  body: Schema | undefined
  response: Schema | undefined
  /** Calls allowed in one minute from one address; unlimited when absent. */
  perMinute?: number | undefined
  /** Changes something that is recorded under the caller's name, where that cannot be told from method and privilege (`isWrite`). */
  writes?: boolean | undefined
  /** Reads many rows: it waits its turn among the lists of its account, and ends within their time. */
  likeList?: boolean | undefined
  /** For people alone: programs with an API token are refused. */
  people?: boolean | undefined
  /** Works also for who must change the password, or set up a second factor, before anything else; `'password'`: for the former alone. */
  duringSetUp?: true | 'password' | undefined
  /** Of an upload: larger files are refused with 413. */
  maxBytes?: number | undefined
  /** Types only: never present at run time. */
  types?: { call: Call; request: Request; result: Result }
}
export type Domain = Record<string, Endpoint>

/** Whether a call changes something: the audit log has every such call. */
export const isWrite = ({ method, access, writes }: Endpoint): boolean => writes ?? (method !== 'GET' && access.endsWith('.write'))

export type CallOf<E extends Endpoint> = NonNullable<E['types']>['call']
export type RequestOf<E extends Endpoint> = NonNullable<E['types']>['request']
export type ResultOf<E extends Endpoint> = NonNullable<E['types']>['result']

type In<S> = S extends Schema ? S['_zod']['input'] : undefined
type Out<S> = S extends Schema ? S['_zod']['output'] : undefined
type Call<P extends string, Q, B> = ([ParamName<P>] extends [never] ? {} : { params: Params<P> }) &
  (undefined extends Q ? {} : { query: In<Q> }) &
  (undefined extends B ? {} : { body: In<B> })
interface Request<P extends string, Q, B> {
  params: Params<P>
  query: Out<Q>
  body: Out<B>
}

interface Rules {
  access: Access
  store: StorePlace
  allStores?: string
  alsoNamed?: Readonly<Record<string, string>>
  bareList?: string
  onlyStore?: boolean
  summary: string
  perMinute?: number
  writes?: boolean
  likeList?: boolean
  people?: boolean
  duringSetUp?: true | 'password'
}

/** A call with JSON in and out. */
export function endpoint<
  const P extends string,
  R extends Schema,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(method: Method, path: P, spec: Rules & { response: R; query?: Q; body?: B }): Endpoint<Call<P, Q, B>, Request<P, Q, B>, Out<R>> {
  const { query, body, response, ...rules } = spec
  return { kind: 'json', method, path, ...rules, query, body, response }
}

/** The one file of a multipart upload, as the handler gets it: a stream that must be read to its end. */
export interface UploadedFile {
  name: string
  type: string
  stream: AsyncIterable<Uint8Array>
}
/** What a client passes as the file: the browser's File or a Blob with a name. */
export interface FileToSend {
  name: string
  content: Blob
}

/**
 * A multipart upload of one file in the field `file`, with text fields checked by `fields`.
 * Clients send the text fields before the file, so that they are known when the file's stream begins.
 */
export function upload<const P extends string, R extends Schema, F extends Schema, Q extends Schema | undefined = undefined>(
  path: P,
  spec: Rules & { fields: F; response: R; maxBytes: number; query?: Q },
): UploadEndpoint<P, F, R, Q> {
  const { fields, response, maxBytes, query, ...rules } = spec
  return { kind: 'upload', method: 'POST', path, ...rules, query, body: fields, response, maxBytes }
}
export interface UploadEndpoint<
  P extends string = string,
  F extends Schema = Schema,
  R extends Schema = Schema,
  Q extends Schema | undefined = undefined,
> extends Endpoint<Call<P, Q, F> & { file: FileToSend }, { params: Params<P>; query: Out<Q>; body: Out<F>; file: UploadedFile }, Out<R>> {
  kind: 'upload'
  maxBytes: number
}

/** An upload that answers a file made of the one that was sent. The answer begins when all of that has come. */
export function converted<const P extends string, F extends Schema>(
  path: P,
  spec: Rules & { fields: F; maxBytes: number },
): Endpoint<
  Call<P, undefined, F> & { file: FileToSend },
  { params: Params<P>; query: undefined; body: Out<F>; file: UploadedFile },
  FileAnswer
> {
  const { fields, maxBytes, ...rules } = spec
  return { kind: 'converted', method: 'POST', path, ...rules, query: undefined, body: fields, response: undefined, maxBytes }
}

/** A request of the tus protocol (contract/src/resumable.ts): what it says stands in its headers, text fields in `Upload-Metadata`. */
export function tus<const P extends string, F extends Schema | undefined = undefined>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: P,
  spec: Rules & { fields?: F },
): Endpoint<Call<P, undefined, undefined>, Request<P, undefined, F>, void> {
  const { fields, ...rules } = spec
  return { kind: 'tus', method, path, ...rules, query: undefined, body: fields, response: undefined }
}

/** The content of a `file` answer. */
export interface FileAnswer {
  name: string
  type: string
  content: Uint8Array | NodeJS.ReadableStream
  /** Content never changes under this address: let clients keep it. */
  immutable?: boolean
  /** For large files: any part of the content instead of `content`, both ends within. */
  parts?: { bytes: number; open: (start: number, end: number) => NodeJS.ReadableStream } | undefined
}
/** A file that is made of what the body asks for. */
export function made<const P extends string, const B extends Schema>(
  path: P,
  spec: Rules & { body: B },
): Endpoint<Call<P, undefined, B>, Request<P, undefined, B>, FileAnswer> {
  const { body, ...rules } = spec
  return { kind: 'file', method: 'POST', path, ...rules, query: undefined, body, response: undefined }
}
/** A download: the handler answers bytes with a name and a media type. */
export function file<const P extends string, Q extends Schema | undefined = undefined>(
  path: P,
  spec: Rules & { query?: Q },
): Endpoint<Call<P, Q, undefined>, Request<P, Q, undefined>, FileAnswer> {
  const { query, ...rules } = spec
  return { kind: 'file', method: 'GET', path, ...rules, query, body: undefined, response: undefined }
}
