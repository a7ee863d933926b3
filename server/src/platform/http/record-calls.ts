/** Answers every call as an act of its caller, so that what it changes is in the audit log under that name; a write is never without a record. */
import { isWrite, type Endpoint } from '@endcap/contract/endpoint'
import { contract } from '@endcap/contract'
import { partsOf } from '@endcap/contract/typed-object'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asAct } from '../audit/act.ts'
import { recordAct } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'

export interface Call {
  endpoint: Endpoint
  params: Record<string, unknown>
  body: unknown
  /** Of an upload. */
  fileName: string | undefined
  /** The store that the call names. */
  storeCode: string | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    answerAs: <T>(request: FastifyRequest, call: Call, work: () => Promise<T>) => Promise<T>
  }
}

/** Each call of the contract by its domain and name. */
const names = new Map<Endpoint, [domain: string, name: string]>(
  Object.entries(contract).flatMap(([domain, calls]) =>
    Object.entries<Endpoint>(calls).map(([name, call]): [Endpoint, [string, string]] => [call, [domain, name]]),
  ),
)

export function recordCalls(app: FastifyInstance, { db, clock }: Context): void {
  app.decorate('answerAs', ({ session, ip }, { endpoint, params, body, fileName, storeCode }, work) => {
    const [domain, name] = names.get(endpoint) ?? [endpoint.method, endpoint.path]
    const others = Object.entries(params).filter(([param]) => endpoint.store !== `params.${param}`)
    const given = { ...params, ...partsOf(body), ...(fileName !== undefined && { file: fileName }) }
    const act = {
      email: session?.email ?? '',
      ip,
      at: clock.now(),
      action: `${domain}.${name}`,
      storeCode: storeCode ?? null,
      kind: domain,
      subject: others.map(([, value]) => String(value)).join('/'),
      given,
      recorded: !isWrite(endpoint),
    }
    return asAct(act, async () => {
      const result = await work()
      // A write that needed no transaction of its own.
      await recordAct(db)
      return result
    })
  })
}
