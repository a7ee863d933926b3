/** Schedules: saved and removed (specification 3 §5). */
import type { Schedule } from '@endcap/contract/schedules'
import { problemOf } from '@endcap/signage/schedule'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { invalid, notFound } from '../../platform/base/errors.ts'
import { isNumber, refuseInUse, usersOf } from '../media/media.service.ts'
import { findSchedule, sameSchedule, toSchedule } from './schedules.queries.ts'

const subject = (id: string) => ({ kind: 'display-schedule', id })
const missing = () => notFound('There is no such schedule.')
/** What is wrong with a rule, said behind its place. */
export const problemWords = {
  'nothing-set': 'must have a period, a day or a time',
  date: 'must be a date such as 2026-03-29',
  order: 'must not be before the first day',
  day: 'must be each day once',
  time: 'must be a time such as 09:30',
} as const

export async function readSchedule(db: Db, storeCode: string, id: string): Promise<Schedule> {
  const row = await findSchedule(db, storeCode, id)
  if (row === undefined) throw missing()
  return toSchedule(row)
}

type Given = Omit<Schedule, '_id' | 'updatedAt'> & { _id?: string | undefined }
export async function saveSchedule({ db, clock, signals }: Context, storeCode: string, given: Given): Promise<string> {
  const { _id, name, period, days, time } = given
  const problem = problemOf(given)
  if (problem !== undefined)
    throw invalid(
      [problem.at, problemWords[problem.problem]].filter(Boolean).join(': ').replace(/^must/, 'A schedule must'),
      problem.at || 'period',
    )
  const row = {
    store_code: storeCode,
    name,
    period: period && JSON.stringify(period),
    days: days.toSorted((one, other) => one - other),
    time: JSON.stringify(time),
    updated_at: clock.now(),
  }
  const id = await inTransaction(db, async (tx) => {
    const before = _id === undefined ? undefined : await findSchedule(tx, storeCode, _id, { lock: true })
    if (_id !== undefined && before === undefined) throw missing()
    const after =
      before === undefined
        ? await tx.insertInto('plus_schedules').values(row).returningAll().executeTakeFirstOrThrow()
        : await tx
            .updateTable('plus_schedules')
            .set(row)
            .where('schedule_id', '=', before.schedule_id)
            .returningAll()
            .executeTakeFirstOrThrow()
    await recordChange(tx, {
      subject: subject(after.schedule_id),
      before: before === undefined ? null : toSchedule(before),
      after: toSchedule(after),
    })
    return after.schedule_id
  })
  signals.notify('changed', { storeCode, changes: ['signage'] })
  return id
}

export async function removeSchedule({ db, signals }: Context, storeCode: string, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await findSchedule(tx, storeCode, id, { lock: true })
    if (row === undefined) throw missing()
    refuseInUse('schedule', await usersOf(tx, storeCode, { kind: 'schedule', id }))
    await tx.deleteFrom('plus_schedules').where('schedule_id', '=', id).execute()
    await recordChange(tx, { subject: subject(id), before: toSchedule(row), after: null })
  })
  signals.notify('changed', { storeCode, changes: ['signage'] })
}

/** Schedules of one store in another one, by their ids there: one of the same name and hours is taken as it is. */
export async function copySchedules(tx: Db, ids: readonly string[], { from, to, at }: { from: string; to: string; at: Date }) {
  const copied = new Map<string, string>()
  for (const id of new Set(ids.filter(isNumber))) {
    const row = await findSchedule(tx, from, id)
    if (row === undefined) continue
    const { name, days } = row
    const values = { store_code: to, name, days, period: row.period && JSON.stringify(row.period), time: JSON.stringify(row.time) }
    const there = await sameSchedule(tx, values)
    const copy =
      there ??
      (await tx
        .insertInto('plus_schedules')
        .values({ ...values, updated_at: at })
        .returningAll()
        .executeTakeFirstOrThrow())
    copied.set(id, copy.schedule_id)
    if (there !== undefined) continue
    await recordChange(tx, { subject: { ...subject(copy.schedule_id), storeCode: to }, before: null, after: toSchedule(copy) })
  }
  return copied
}
