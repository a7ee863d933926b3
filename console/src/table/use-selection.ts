/** Ticked rows of a page, with ranges by Shift. */
import { useCallback, useMemo, useRef, useState } from 'react'
import { useLatest } from '../ui/use-latest.ts'

export function useSelection<Row>(rows: readonly Row[] | undefined, rowId: (row: Row) => string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const latest = useLatest({ rows, rowId })
  const anchor = useRef(0)

  // Rows that are gone are no longer ticked, also when they come again.
  const present = useMemo(() => rows && new Set(rows.map(rowId)), [rows, rowId])
  if (present !== undefined && [...ids].some((id) => !present.has(id))) setIds(new Set([...ids].filter((id) => present.has(id))))

  /** `from`: where a range begins, without it at the row that was ticked last. */
  const select = useCallback(
    (index: number, range: boolean, from = anchor.current) => {
      const { rows: all = [], rowId: idOf } = latest.current
      const [first, last] = range ? [Math.min(from, index), Math.max(from, index)] : [index, index]
      anchor.current = index
      setIds((before) => {
        const next = new Set(before)
        const id = all[index] === undefined ? '' : idOf(all[index])
        const on = range || !before.has(id)
        for (const row of all.slice(first, last + 1)) {
          if (on) next.add(idOf(row))
          else next.delete(idOf(row))
        }
        return next
      })
    },
    [latest],
  )
  const selectAll = useCallback(() => {
    const { rows: all = [], rowId: idOf } = latest.current
    setIds(new Set(all.map(idOf)))
  }, [latest])
  const toggleAll = useCallback(() => {
    const { rows: all = [], rowId: idOf } = latest.current
    setIds((before) => (before.size === all.length ? new Set() : new Set(all.map(idOf))))
  }, [latest])
  const selected = useMemo(() => (rows ?? []).filter((row) => ids.has(rowId(row))), [rows, ids, rowId])
  return { ids, selected, select, selectAll, toggleAll, clear: useCallback(() => setIds(new Set()), []) }
}
