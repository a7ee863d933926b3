/** Timelines: saved with the displays that play them, and removed (specification 3 §2, §3, §5). */
import type { RequestOf } from '@endcap/contract/endpoint'
import type { Timeline, timelines as endpoints } from '@endcap/contract/timelines'
import { problemOf } from '@endcap/signage/schedule'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { invalid, notFound } from '../../platform/base/errors.ts'
import { readUnplayable } from '../media/unplayable-films.ts'
import { refuseForeignStores, storesPlaying, notifyLibrary } from '../library/reach.ts'
import { refuseMeanwhile, savedAt } from '../library/saved.ts'
import { problemWords } from '../schedules/schedules.service.ts'
import type { Session } from '../../platform/http/session.ts'
import { placeDisplays, subject, type Changed } from './places.ts'
import {
  deleteTimelines,
  displaysOf,
  findTimeline,
  holdTimelines,
  knownSets,
  setsOf,
  writeTimeline,
  type TimelineRow,
} from './timelines.queries.ts'

export { leaveTimelines } from './places.ts'

type Given = RequestOf<(typeof endpoints)['save']>['body']
type Rows = NonNullable<Given['schedule']>
const missing = () => notFound('There is no such timeline.')
const shown = ({ name, schedule }: Pick<TimelineRow, 'name' | 'schedule'>) => ({ name, schedule })

export async function readTimeline(db: Db, { stores }: Session, id: string): Promise<Timeline> {
  const row = await findTimeline(db, id)
  if (row === undefined) throw missing()
  const [sets, displays] = [
    await setsOf(
      db,
      row.schedule.map((one) => one.id),
    ),
    await displaysOf(db, stores, id),
  ]
  const screens = Math.max(0, ...[...sets.values()].map((set) => set.screens))
  const lists = Math.max(screens, ...displays.map(({ screen }) => screen + 1))
  return {
    id,
    name: row.name,
    user: row.updated_by,
    updatedAt: toEpoch(row.updated_at),
    deviceCount: displays.length,
    scheduleCount: row.schedule.length,
    screens,
    schedule: row.schedule.map(({ id: set, period, days, time }) => ({
      id: set,
      period,
      days: [...days],
      time: [...time],
      name: sets.get(set)?.name ?? '',
      duration: sets.get(set)?.duration ?? 0,
    })),
    device: Array.from({ length: lists }, (_, screen) => displays.filter((one) => one.screen === screen).map(({ mac }) => mac)),
    deviceList: displays.map(({ screen: _, ...display }) => display),
  }
}

/** A row of a timeline may leave everything open: it always holds then. */
function checkRows(rows: Rows): void {
  for (const [index, row] of rows.entries()) {
    const found = problemOf(row)
    if (found === undefined || found.problem === 'nothing-set') continue
    const at = `schedule.${index}.${found.at}`
    throw invalid(`${at}: ${problemWords[found.problem]}`, at)
  }
}

async function refuseUnknownSets(tx: Db, rows: readonly { id: string }[]): Promise<string[]> {
  const ids = [...new Set(rows.map(({ id }) => id))]
  const known = await knownSets(tx, ids)
  const unknown = rows.findIndex(({ id }) => !known.has(id))
  if (unknown >= 0) throw invalid(`schedule.${unknown}: there is no set ${rows[unknown]?.id ?? ''}`, `schedule.${unknown}`)
  return ids
}

const plain = (rows: TimelineRow['schedule'] | Rows) =>
  JSON.stringify(
    rows.map(({ id, period, days, time }) => [id, period && [period.start, period.end], days, time.map(({ start, end }) => [start, end])]),
  )

/**
 * What is not given stays. The name and the rows belong to every store that plays it; of its displays an account places its own, whichever
 * other stores play the timeline.
 */
export async function saveTimeline(context: Context, session: Session, given: Given) {
  const { saved, changed, replayed, warnings } = await inTransaction(context.db, async (tx) => {
    const stored = await storeTimeline(tx, context, session, given)
    const warnings = await readUnplayable(tx, { stores: session.stores, timelines: [stored.saved.timeline_id] })
    return { ...stored, warnings }
  })
  await notifyDisplays(context, saved.timeline_id, { changed, replayed })
  return { id: saved.timeline_id, updatedAt: toEpoch(saved.updated_at), moved: changed?.moved ?? 0, warnings }
}

/** The same within the transaction of the caller, who tells the displays. */
export async function storeTimeline(tx: Db, { clock }: Pick<Context, 'clock'>, session: Session, given: Given) {
  const { id, device, updatedAt } = given
  const rows = given.schedule?.map((row) => ({ ...row, days: row.days.toSorted((one, other) => one - other) }))
  if (rows !== undefined) checkRows(rows)
  const before = id === undefined ? undefined : await findTimeline(tx, id, { lock: true })
  if (id !== undefined && before === undefined) throw missing()
  if (before !== undefined) refuseMeanwhile('timeline', before, updatedAt)
  const name = given.name ?? before?.name
  if (name === undefined) throw invalid('name: a new timeline needs a name', 'name')
  const schedule = rows ?? before?.schedule ?? []
  const replayed = before === undefined || plain(schedule) !== plain(before.schedule)
  if (before !== undefined && (replayed || name !== before.name)) await refuseForeignStores(tx, session, 'timeline', [before.timeline_id])
  const sets = await refuseUnknownSets(tx, schedule)
  const at = savedAt(clock.now(), before)
  const row = { name, schedule: JSON.stringify(schedule), updated_by: session.email, updated_at: at }
  const saved = await writeTimeline(tx, before?.timeline_id, row, sets)
  const changed = device === undefined ? undefined : await placeDisplays(tx, session, { timelineId: saved.timeline_id, device, at })
  await recordChange(tx, {
    subject: subject(saved.timeline_id),
    before: before === undefined ? null : { ...shown(before), ...(changed && { device: changed.before }) },
    after: { ...shown(saved), ...(changed && { device: changed.after }) },
  })
  return { saved, changed, replayed }
}

async function notifyDisplays(
  context: Context,
  id: string,
  { changed, replayed }: { changed: Changed | undefined; replayed: boolean },
): Promise<void> {
  const all = replayed ? await storesPlaying(context.db, 'timeline', [id]) : []
  notifyLibrary(context, [...all, ...(changed?.stores ?? [])])
}

/** Their displays stay of this line, and show their prices. */
export async function removeTimelines(context: Context, session: Session, ids: readonly string[]): Promise<string[]> {
  const { gone, stores } = await inTransaction(context.db, (tx) => dropTimelines(tx, session, ids))
  notifyLibrary(context, stores)
  return gone
}

/** The same within the transaction of the caller, who tells the displays of these stores. */
export async function dropTimelines(tx: Db, session: Session, ids: readonly string[]): Promise<{ gone: string[]; stores: string[] }> {
  const rows = await holdTimelines(tx, ids)
  if (rows.length === 0) throw missing()
  const gone = rows.map((row) => row.timeline_id)
  await refuseForeignStores(tx, session, 'timeline', gone)
  const stores = await storesPlaying(tx, 'timeline', gone)
  await deleteTimelines(tx, gone)
  for (const row of rows) await recordChange(tx, { subject: subject(row.timeline_id), before: shown(row), after: null })
  return { gone, stores }
}
