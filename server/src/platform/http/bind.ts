/** Binds a domain of the contract to Fastify: access, rate limit, request check and response check happen here and nowhere else. */
import type { Domain, Endpoint, FileAnswer, RequestOf, ResultOf } from '@endcap/contract/endpoint'
import { entriesOf, partsOf } from '@endcap/contract/typed-object'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { GatewayAddress } from '@endcap/gateway-link/topics'
import type { CallingBridge, CallingDisplay } from './callers.ts'
import type { Session } from './session.ts'
import { browserOf, type Browser } from './cookies.ts'
import { forbidden, unauthorized, unknownStore } from '../base/errors.ts'
import { check, checkParams } from './check-request.ts'
import type { FairShare } from './fair-share.ts'
import type { IncomingBodies } from './incoming-bodies.ts'
import { sendFile } from './send-file.ts'
import { isShared, sendShared } from './shared-answer.ts'
import { storesNamed, type NamedStore } from './named-stores.ts'
import { inOurNames } from './specified-names.ts'
import { exchangeOf, requireTus, type Exchange } from './tus.ts'
import { receiveUpload } from './uploads.ts'

/** What every handler gets besides its checked request. On public endpoints no account is signed in: `session` must not be used there. */
export interface Caller {
  session: Session
  gateway: GatewayAddress | undefined
  device: CallingDisplay | undefined
  bridge: CallingBridge | undefined
  ip: string
  userAgent: string
  browser: Browser
  /** For files that are sent by the tus protocol. */
  tus: Exchange
  /** Aborted when the caller leaves before its answer. */
  left: AbortSignal
}
export type Handlers<D extends Domain> = { [K in keyof D]: (call: RequestOf<D[K]> & Caller) => Promise<ResultOf<D[K]>> }

/** Bytes of a body that is read for everyone, even before anything is found at its address: a sign-in is far smaller. */
export const publicBodyLimit = 64_000
/** Lists of 10,000 products fit; larger ones come as files. */
const signedInBodyLimit = 8_000_000

/** Where the API lives on the main port. */
export const apiPrefix = '/api'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined
    gateway: GatewayAddress | undefined
    device: CallingDisplay | undefined
    bridge: CallingBridge | undefined
  }
  interface FastifyInstance {
    /** Of the database, what lists may take (server/src/platform/http/fair-share.ts). */
    lists: FairShare
    bodies: IncomingBodies
    /** Tells which of these codes no store has. */
    knownStores: { unknownOf(codes: readonly string[]): Promise<string[]>; onlyOf(stores: Session['stores']): Promise<string | undefined> }
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

export function bind<D extends Domain>(app: FastifyInstance, domain: D, handlers: Handlers<D>): void {
  for (const [name, endpoint] of entriesOf(domain)) {
    // What it is called with below is checked by the endpoint's own schemas.
    const handle = handlers[name] as (call: unknown) => Promise<unknown>
    const { method, path: url, perMinute } = endpoint
    app.route({
      method,
      url: apiPrefix + url,
      // Asking for the headers of a file must not use up a link that is good for one fetch.
      exposeHeadRoute: endpoint.kind !== 'file',
      config: { endpoint, ...(perMinute !== undefined && { rateLimit: { max: perMinute, timeWindow: 60_000 } }) },
      ...(endpoint.access !== 'public' && { bodyLimit: signedInBodyLimit }),
      // Before the body: who may not call sends none.
      preParsing: async (request, reply) => {
        authorize(request, endpoint)
        app.bodies.enter(request, reply)
      },
      handler: async (request, reply) => {
        const params = checkParams(partsOf(request.params))
        const query = endpoint.query && check(endpoint.query, request.query)
        const isUpload = endpoint.kind === 'upload' || endpoint.kind === 'converted'
        const upload = isUpload ? await receiveUpload(request, endpoint) : undefined
        const tus = endpoint.kind === 'tus' ? requireTus(exchangeOf(request, reply)) : undefined
        const given = tus !== undefined ? tus.metadata() : (upload?.fields ?? inOurNames(endpoint, request.body ?? {}))
        const body = endpoint.body && check(endpoint.body, await withOnlyStore(app, request.session, endpoint, given))
        const storeCode = storeOf(endpoint, params, body)
        checkStore(request.session, endpoint, storeCode)
        await requireStores(app, request.session, storesNamed(endpoint, { params, query, body }))
        const caller = {
          session: request.session,
          gateway: request.gateway,
          device: request.device,
          bridge: request.bridge,
          ip: request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          browser: browserOf(request, reply),
          get tus() {
            return tus ?? exchangeOf(request, reply)
          },
          get left() {
            return leftOf(reply)
          },
        }
        const call = { endpoint, params, body, fileName: upload?.file.name, storeCode }
        const result = await app.answerAs(request, call, () => {
          const work = () => handle(Object.assign(caller, { params, query, body, file: upload?.file }))
          const { session } = request
          return ('filters' in endpoint || endpoint.likeList === true) && session !== undefined
            ? app.lists.run(session.email, work, caller.left)
            : work()
        })
        // The handler of a file answers one.
        if (endpoint.kind === 'file' || endpoint.kind === 'converted') return sendFile(request, reply, result as FileAnswer)
        if (endpoint.kind === 'tus') return reply.send()
        const write = () => z.parse(endpoint.response ?? z.never(), result)
        return isShared(result) ? sendShared(request, reply, { answer: result, write }) : write()
      },
    })
  }
}

/** Made for those alone who ask: most calls are over at once. */
function leftOf({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  if (raw.closed) left.abort()
  else raw.once('close', () => raw.writableFinished || left.abort())
  return left.signal
}

function authorize({ session, gateway, device, bridge }: FastifyRequest, { access, people, duringSetUp }: Endpoint): void {
  if (access === 'public') return
  if (access === 'gateway') {
    if (gateway === undefined) throw unauthorized('A gateway must present its MAC and its secret.')
    return
  }
  if (access === 'device') {
    if (device === undefined) throw unauthorized('A display must present its token.')
    return
  }
  if (access === 'bridge') {
    if (bridge === undefined) throw unauthorized('A bridge must present its token.')
    return
  }
  if (session === undefined) throw unauthorized()
  if (people === true && session.tokenId !== undefined) throw forbidden('An API token cannot do this: sign in.', 'token')
  if (session.factorDue && duringSetUp !== true)
    throw forbidden('Administrators need a second factor here. Set up yours first.', 'second-factor-required')
  if (session.changeDue && duringSetUp === undefined) throw forbidden('Choose a new password first.', 'password-change-required')
  if (access !== 'session' && !session.can(access)) throw forbidden()
}

/** An empty body is no call for all that there is. */
async function withOnlyStore({ knownStores }: FastifyInstance, session: Session | undefined, { onlyStore, kind }: Endpoint, body: unknown) {
  if (onlyStore !== true || session === undefined || partsOf(body).storeCode !== undefined) return body
  if (kind !== 'upload' && Object.keys(partsOf(body)).length === 0) return body
  const storeCode = await knownStores.onlyOf(session.stores)
  return storeCode === undefined ? body : { ...partsOf(body), storeCode }
}

/** A store that the account may not see is refused without saying whether it is there. */
async function requireStores({ knownStores }: FastifyInstance, session: Session | undefined, named: readonly NamedStore[]): Promise<void> {
  const asked = named.filter(({ code }) => session?.allows(code) === true)
  if (asked.length === 0) return
  const unknown = await knownStores.unknownOf(asked.map(({ code }) => code))
  const first = asked.find(({ code }) => unknown.includes(code))
  if (first !== undefined) throw unknownStore(first.code, first.field)
}

/** The store that a call names. */
function storeOf({ store }: Endpoint, params: Record<string, unknown>, body: unknown): string | undefined {
  if (store === 'none' || store === 'account') return undefined
  const code = store === 'body.storeCode' ? partsOf(body).storeCode : params[store.slice('params.'.length)]
  return typeof code === 'string' ? code : undefined
}

function checkStore(session: Session | undefined, { store }: Endpoint, storeCode: string | undefined): void {
  if (store === 'none' || store === 'account') return
  if (storeCode === undefined || session?.allows(storeCode) !== true) throw forbidden('This store is not one of yours.', 'other-store')
}
