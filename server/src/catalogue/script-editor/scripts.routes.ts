import { defaultScope, scriptKinds, scripts as endpoints, type ScriptKind } from '@endcap/contract/scripts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import type { Session } from '../../platform/http/session.ts'
import { readRun, runsOf } from '../scripts/runs.ts'
import { orTooMany, readScript, readVersion, restoreScript, saveScript, versionsOf, type ToSave } from '../scripts/scripts.service.ts'
import { tryScript } from './try-script.ts'

/** The binding lets no other word of a path in. */
const scriptKind = z.enum(scriptKinds)

interface StoreCall {
  params: { storeCode: string }
  session: Session
}

export function scriptRoutes(app: FastifyInstance, context: Context): void {
  const read =
    (kind: ScriptKind) =>
    ({ params, session }: StoreCall) =>
      readScript(context, session, { kind, storeCode: params.storeCode })
  const save =
    (kind: ScriptKind) =>
    ({ params, body, session }: StoreCall & { body: ToSave }) =>
      saveScript(context, session, { kind, storeCode: params.storeCode }, body)
  const placeOf = ({ script, storeCode }: { script: string; storeCode: string }) => ({ kind: scriptKind.parse(script), storeCode })
  const authentication = { kind: 'third-party-authentication', storeCode: defaultScope } as const
  bind(app, endpoints, {
    productFileParser: read('product-file-parser'),
    saveProductFileParser: save('product-file-parser'),
    paperParser: read('paper-parser'),
    savePaperParser: save('paper-parser'),
    tagDecorator: read('tag-data-decorator'),
    saveTagDecorator: save('tag-data-decorator'),
    displayDecorator: read('plus-data-decorator'),
    saveDisplayDecorator: save('plus-data-decorator'),
    authentication: ({ session }) => readScript(context, session, authentication),
    saveAuthentication: ({ session, body }) => saveScript(context, session, authentication, body),
    versions: ({ params, session }) => versionsOf(context, session, placeOf(params)),
    version: ({ params, session }) => readVersion(context, session, placeOf(params), Number(params.scriptVersion)),
    restore: ({ params, body, session }) => restoreScript(context, session, placeOf(params), body),
    runs: ({ params, session }) => runsOf(context, session, placeOf(params)),
    run: ({ params, session }) => readRun(context, session, placeOf(params), params.runId),
    try: ({ params, body, session, left }) =>
      orTooMany(tryScript(context, { session, trial: { account: session.email, signal: left } }, placeOf(params), body)),
  })
}
