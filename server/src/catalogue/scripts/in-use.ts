/** Which script a store uses, and what a script is told of its surroundings. */
import type { ScriptKind } from '@endcap/contract/scripts'
import { listAliases } from '../aliases/aliases.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { localDay } from '../../people/notifications/store-clock.ts'
import { getSetting } from '../../settings/settings.service.ts'
import type { Script } from '../../platform/script-runner/runner.ts'
import { findScripts, storesOf, type ScriptRow, type ScriptStore } from './scripts.queries.ts'

export interface InUse {
  /** Store code, or empty: the default script. */
  scope: string
  kind: ScriptKind
  version: number
  code: string
  /** Who saved it. */
  updatedBy: string
  breakdowns: number
  /** Why it is suspended. */
  suspended: string | null
}

/** The script that a store uses: its own, the default one, or none. */
export function chooseScript(own: ScriptRow | undefined, standard: ScriptRow | undefined): InUse | undefined {
  const use = own?.useType ?? 'DEFAULT'
  const row = use === 'OWN' ? own : use === 'DEFAULT' && standard?.useType === 'OWN' ? standard : undefined
  if (row === undefined) return undefined
  const { storeCode, kind, version, code, updatedBy, breakdowns, suspendedReason } = row
  return { scope: storeCode, kind, version, code, updatedBy, breakdowns, suspended: suspendedReason }
}

/** Of these stores those that use a script. */
export async function scriptsInUse(db: Db, kind: ScriptKind, storeCodes: readonly string[]): Promise<Map<string, InUse>> {
  const rows = await findScripts(db, kind, storeCodes)
  if (rows.length === 0) return new Map()
  const standard = rows.find((row) => row.storeCode === '')
  return new Map(
    storeCodes.flatMap((storeCode) => {
      const chosen = chooseScript(
        rows.find((row) => row.storeCode === storeCode && storeCode !== ''),
        standard,
      )
      return chosen === undefined ? [] : [[storeCode, chosen]]
    }),
  )
}

/** What is the same for every store. */
async function common(db: Db) {
  const [{ site }, aliases] = await Promise.all([getSetting(db, 'system'), listAliases(db)])
  return { site, alias: Object.fromEntries(aliases.map(({ name, index }) => [name, index])) }
}

/**
 * A script ready to run for a store. Decorators are told the day and nothing finer: their state is kept while nothing else is said. Parsers and
 * authentication are told the time, too.
 */
export function scriptFor(script: Pick<InUse, 'kind' | 'code'>, store: ScriptStore, at: Date, shared: object, day?: string): Script {
  const { storeCode, storeName, timeZone } = store
  const decorates = script.kind.endsWith('decorator')
  const context = {
    ...shared,
    storeCode,
    storeName,
    timezone: timeZone,
    today: day ?? localDay(at, timeZone),
    ...(!decorates && { now: at.toISOString() }),
  }
  return { kind: script.kind, scope: storeCode, code: script.code, context }
}

/** Makes scripts ready for several stores with one look at what they are told. */
export async function createReadier({ db, clock }: Pick<Context, 'db' | 'clock'>, storeCodes: readonly string[]) {
  const [shared, stores] = await Promise.all([common(db), storesOf(db, storeCodes)])
  const known = new Map(stores.map((store) => [store.storeCode, store]))
  return (script: Pick<InUse, 'kind' | 'code'>, storeCode: string, day?: string): Script =>
    scriptFor(script, known.get(storeCode) ?? { storeCode, storeName: '', timeZone: 'UTC' }, clock.now(), shared, day)
}
