/** Ticked rows of a page, with ranges by Shift. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

export function useSelection<Row>(rows: readonly Row[] | undefined, rowId: (row: Row) => string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef({ rows, rowId })
  latest.current = { rows, rowId }
  const anchor = useRef(0)

  // Rows that are gone are no longer ticked.
  useEffect(() => {
    if (rows === undefined) return
    const present = new Set(rows.map(rowId))
    setIds((before) =>
      before.size === 0 || [...before].every((id) => present.has(id)) ? before : new Set([...before].filter((id) => present.has(id))),
    )
  }, [rows, rowId])

  const select = useCallback((index: number, range: boolean) => {
    const { rows: all = [], rowId: idOf } = latest.current
    const [from, to] = range ? [Math.min(anchor.current, index), Math.max(anchor.current, index)] : [index, index]
    anchor.current = index
    setIds((before) => {
      const next = new Set(before)
      const id = all[index] === undefined ? '' : idOf(all[index])
      const on = range || !before.has(id)
      for (const row of all.slice(from, to + 1)) {
        if (on) next.add(idOf(row))
        else next.delete(idOf(row))
      }
      return next
    })
  }, [])
  const selectAll = useCallback(() => {
    const { rows: all = [], rowId: idOf } = latest.current
    setIds(new Set(all.map(idOf)))
  }, [])
  const toggleAll = useCallback(() => {
    const { rows: all = [], rowId: idOf } = latest.current
    setIds((before) => (before.size === all.length ? new Set() : new Set(all.map(idOf))))
  }, [])
  const selected = useMemo(() => (rows ?? []).filter((row) => ids.has(rowId(row))), [rows, ids, rowId])
  return { ids, selected, select, selectAll, toggleAll, clear: useCallback(() => setIds(new Set()), []) }
}
