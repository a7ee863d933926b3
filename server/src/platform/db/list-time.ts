/**
 * The time of a list: its queries are cancelled in the database when they take too long together, or when who asked has left. Only a
 * PostgreSQL server can end a statement; on the embedded database its process is killed instead (decision 12).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AbortableQueryOptions } from 'kysely'
import { ApiError, unavailable } from '../base/errors.ts'

export const tooSlow = () => new ApiError(400, { code: 'too-slow', message: 'This took too long. Narrow the filter.', field: 'filter' })
const listOf = new AsyncLocalStorage<AbortSignal>()

/** Does the work of one list. Without `ms` its queries end by themselves. */
export async function withinTime<T>(ms: number | undefined, left: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (ms === undefined) return work()
  const over = new AbortController()
  const late = setTimeout(() => over.abort(tooSlow()), ms)
  const leave = () => over.abort(unavailable('The caller has left.'))
  left?.addEventListener('abort', leave, { once: true })
  if (left?.aborted === true) leave()
  try {
    return await listOf.run(over.signal, work)
  } finally {
    clearTimeout(late)
    left?.removeEventListener('abort', leave)
  }
}

/** For a query of the list under way. */
export function queryTime(): AbortableQueryOptions | undefined {
  const signal = listOf.getStore()
  return signal === undefined ? undefined : { signal, inflightQueryAbortStrategy: 'cancel query' }
}
