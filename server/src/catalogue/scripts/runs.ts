/** What scripts did in earnest: written down as they end, with the last of what they printed, for the person who looks after the script. */
import { randomUUID } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { notFound } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { findRun, retainedOutput, retainedRuns, listRuns, writeRun, type NewRun, type RunRow } from './runs.queries.ts'
import { scopeFor, type ScriptPlace } from './scripts.service.ts'

/** Characters of a detail and of a subject. */
const longest = 500
/** Runs that the list of the default script names, of all stores together. */
const listedOfAll = 50

/** A run as its script ended it; what is not known of it is left out. */
export interface Run extends Pick<NewRun, 'storeCode' | 'kind' | 'scope' | 'version' | 'subject' | 'ms' | 'outcome' | 'output'> {
  key?: string
  more?: number
  items?: number
  failed?: number
  detail?: string
  line?: number | null
}

/** Text that any database takes, of which the last characters are kept. */
const endOf = (text: string) => text.replaceAll('\0', '�').toWellFormed().slice(-retainedOutput)
const short = (text: string) => text.replaceAll('\0', '').toWellFormed().slice(0, longest)

/** Writes a run down. What became of the file, the labels or the sign-in does not depend on it: a fault is logged and no more. */
export async function noteRun({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, run: Run): Promise<void> {
  const endedAt = clock.now()
  const { key = randomUUID(), more = 0, items = 0, failed = 0, detail = '', line = null, ...rest } = run
  const ms = Math.ceil(run.ms)
  const row: NewRun = {
    ...rest,
    key,
    more,
    items,
    failed,
    line,
    ms,
    endedAt,
    startedAt: new Date(endedAt.getTime() - ms),
    subject: short(run.subject),
    detail: short(detail),
    output: endOf(run.output),
  }
  await inTransaction(db, (tx) => writeRun(tx, row)).catch((error: unknown) =>
    log.error({ err: error }, 'a run of a script was not written down'),
  )
}

const shown = ({ startedAt, endedAt, storeName, ...row }: RunRow) => ({
  ...row,
  storeName: storeName ?? '',
  startedAt: toEpoch(startedAt),
  endedAt: toEpoch(endedAt),
})

export async function runsOf(context: Pick<Context, 'db'>, session: Session, place: ScriptPlace) {
  const scope = scopeFor(session, place)
  const rows = await listRuns(context.db, { kind: place.kind, scope }, scope === '' ? listedOfAll : retainedRuns)
  return { runs: rows.map(shown) }
}

export async function readRun(context: Pick<Context, 'db'>, session: Session, place: ScriptPlace, runId: string) {
  const scope = scopeFor(session, place)
  const row = await findRun(context.db, { kind: place.kind, scope }, runId)
  if (row === undefined) throw notFound('There is no such run; only the last ones are kept.')
  return { ...shown(row), output: row.output }
}
