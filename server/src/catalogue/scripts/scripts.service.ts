/** Scripts as people write them: read, saved as versions, and taken up again. */
import { administratorRoleId } from '@endcap/contract/privileges'
import { defaultScope, listedVersions, type ScriptKind, type StoredScript, type UseType } from '@endcap/contract/scripts'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { done } from '../../platform/http/done.ts'
import { ApiError, conflict, forbidden, invalid, notFound } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { createReadier } from './in-use.ts'
import { formatFault, ScriptFailure, TooManyTrials } from '../../platform/script-runner/runner.ts'
import { clearScriptAlarms, findScript, findVersion, insertVersion, listVersions, type ScriptRow } from './scripts.queries.ts'

/** Which script is meant. */
export interface ScriptPlace {
  kind: ScriptKind
  /** As calls write it: a store's code, or `default`. */
  storeCode: string
}

/**
 * The store code under which a script stands. What holds for all stores, and who may sign in, is for role 0 alone; there is no
 * authentication of a single store.
 */
export function scopeFor(session: Session, { kind, storeCode }: ScriptPlace): string {
  if (storeCode === defaultScope) {
    if (session.roleId !== administratorRoleId) throw forbidden('Only an administrator may do this.')
    return ''
  }
  if (kind === 'third-party-authentication') throw notFound('Third-party authentication has one script, for all stores.')
  return storeCode
}

const unsaved = (scope: string): UseType => (scope === '' ? 'OFF' : 'DEFAULT')

async function describe({ db }: Pick<Context, 'db'>, scope: string, kind: ScriptKind, row: ScriptRow | undefined): Promise<StoredScript> {
  const standard = scope === '' ? row : await findScript(db, '', kind)
  return {
    code: row?.code ?? '',
    useType: row?.useType ?? unsaved(scope),
    version: row?.version ?? 0,
    updatedAt: row === undefined ? null : toEpoch(row.updatedAt),
    updatedBy: row?.updatedBy ?? null,
    suspended: row?.suspendedAt == null ? null : { at: toEpoch(row.suspendedAt), why: row.suspendedReason ?? '' },
    hasDefault: standard?.useType === 'OWN',
  }
}

export async function readScript(context: Pick<Context, 'db'>, session: Session, place: ScriptPlace): Promise<StoredScript> {
  const scope = scopeFor(session, place)
  return describe(context, scope, place.kind, await findScript(context.db, scope, place.kind))
}

export interface ToSave {
  code: string
  useType?: UseType | undefined
  version?: number | undefined
}

/** Saves a version. The script is loaded first, so that one that cannot even begin is never stored. */
export async function saveScript(
  context: Context,
  session: Session,
  place: ScriptPlace,
  given: ToSave,
  restoredFrom: number | null = null,
): Promise<StoredScript & { message: string }> {
  const scope = scopeFor(session, place)
  const { db, clock, signals } = context
  const code = given.code.replaceAll('\r\n', '\n')
  const isBlank = code.trim() === ''
  const useType = given.useType ?? (isBlank ? unsaved(scope) : 'OWN')
  if (scope === '' && useType === 'DEFAULT') throw invalid('The default script itself is OFF or OWN.', 'useType')
  if (isBlank && useType === 'OWN') throw invalid('Write a script first, or choose another use.', 'code')
  if (!isBlank) await checkScript(context, { kind: place.kind, scope, code, account: session.email })
  const at = clock.now()
  const { kind } = place
  const alarmed = await inTransaction(db, async (tx) => {
    const before = await findScript(tx, scope, kind)
    const standing = before?.version ?? 0
    const written =
      (given.version === undefined || given.version === standing) &&
      (await insertVersion(tx, {
        storeCode: scope,
        kind,
        version: standing + 1,
        code,
        useType,
        restoredFrom,
        updatedBy: session.email,
        at,
      }))
    if (!written) {
      const by = before === undefined ? '' : ` by ${before.updatedBy}`
      throw conflict(`The script was changed${by} in the meantime. Nothing was saved.`, 'script-changed-since')
    }
    await recordChange(tx, {
      subject: { kind: 'script', id: `${kind}/${scope === '' ? defaultScope : scope}`, ...(scope !== '' && { storeCode: scope }) },
      before: before === undefined ? null : { useType: before.useType, version: before.version, code: before.code },
      after: { useType, version: standing + 1, code },
    })
    return clearScriptAlarms(tx, { scope, kind, at })
  })
  for (const storeCode of alarmed) signals.notify('changed', { storeCode, changes: ['alarms'] })
  signals.notify('scripts', {})
  return { ...(await describe(context, scope, kind, await findScript(db, scope, kind))), ...done }
}

/** Says it to the account when it has too many trials waiting. */
export async function orTooMany<T>(trial: Promise<T>): Promise<T> {
  try {
    return await trial
  } catch (error) {
    if (!(error instanceof TooManyTrials)) throw error
    const message = 'Scripts that you try are still waiting for their turn. Wait for one of them.'
    throw new ApiError(429, { code: 'too-many-trials', message }, 30)
  }
}

/** What stands at the head of a script runs here already, so that this is a trial like others. */
async function checkScript(
  context: Context,
  { kind, scope, code, account }: { kind: ScriptKind; scope: string; code: string; account: string },
): Promise<void> {
  const ready = await createReadier(context, scope === '' ? [] : [scope])
  try {
    await orTooMany(context.scripts.check({ ...ready({ kind, code }, scope), trial: { account } }))
  } catch (error) {
    if (!(error instanceof ScriptFailure)) throw error
    const { type, message, line, column } = error.fault
    const where = line === null ? '' : ` (line ${line}${column == null ? '' : `, column ${column}`})`
    throw new ApiError(400, {
      code: 'script-error',
      message: `${type}: ${message}${where}`,
      field: 'code',
      error: [formatFault(error.fault)],
    })
  }
}

export async function versionsOf(context: Pick<Context, 'db'>, session: Session, place: ScriptPlace) {
  const scope = scopeFor(session, place)
  const rows = await listVersions(context.db, scope, place.kind, listedVersions)
  return { versions: rows.map((row) => ({ ...row, updatedAt: toEpoch(row.updatedAt) })) }
}

export async function readVersion(context: Pick<Context, 'db'>, session: Session, place: ScriptPlace, version: number) {
  const scope = scopeFor(session, place)
  const row = await findVersion(context.db, scope, place.kind, version)
  if (row === undefined) throw notFound('There is no such version.')
  return { ...row, updatedAt: toEpoch(row.updatedAt) }
}

/** What stood then stands again, as a new version: nothing of the history is lost. */
export async function restoreScript(
  context: Context,
  session: Session,
  place: ScriptPlace,
  { restore, version }: { restore: number; version?: number | undefined },
) {
  const { code, useType } = await readVersion(context, session, place, restore)
  return saveScript(context, session, place, { code, useType, version }, restore)
}
