/** What saving and removing things of the library have in common. */
import { toEpoch } from '../../platform/base/clock.ts'
import { done } from '../../platform/http/done.ts'
import { ApiError, conflict, notFound } from '../../platform/base/errors.ts'

/** Throws 409 when it was saved since it was read; what was never read is not looked at. */
export function refuseMeanwhile(what: string, before: { updated_at: Date }, readAt: number | undefined): void {
  if (readAt !== undefined && toEpoch(before.updated_at) !== readAt)
    throw conflict(`This ${what} was changed by another account in the meantime. Open it again.`, 'changed-meanwhile')
}
/** When it is saved: times are told in seconds, and two that are saved in one second must be told apart. */
export function savedAt(now: Date, before: { updated_at: Date } | undefined): Date {
  const next = before === undefined ? 0 : (toEpoch(before.updated_at) + 1) * 1000
  return new Date(Math.max(now.getTime(), next))
}

/** What a removal of several came to. Throws when none could go: 404 when there is none of them, 409 with those that use them. */
export function removedSome(what: string, deleted: string[], inUse: { id: string; name: string; users: string[] }[]) {
  if (deleted.length === 0 && inUse.length === 0) throw notFound(`There is no such ${what}.`)
  if (deleted.length === 0)
    throw new ApiError(409, {
      code: 'in-use',
      message: inUse.length === 1 ? `This ${what} is in use and cannot be deleted.` : `These ${what}s are in use and cannot be deleted.`,
      error: inUse.map(({ name, users }) => `${name}: ${users.join(', ')}`),
    })
  return { ...done, deleted, inUse }
}
