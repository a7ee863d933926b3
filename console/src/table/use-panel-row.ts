/** The row that the panel beside a list shows: opened, walked from, and closed. */
import { useCallback } from 'react'
import { useLatest } from '../ui/use-latest.ts'
import type { ListState } from './request.ts'

interface Options<Row> {
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  peek: string | undefined
  change: (next: Partial<ListState>) => void
}

export function usePanelRow<Row>({ rows, rowId, peek, change }: Options<Row>) {
  const latest = useLatest(change)
  const show = useCallback((row: Row) => latest.current({ peek: rowId(row) }), [latest, rowId])
  const opened = (rows ?? []).findIndex((row) => rowId(row) === peek)
  return {
    /** Its place among the rows, -1 without one. */
    opened,
    show,
    step: (by: 1 | -1) => {
      const next = rows?.[opened + by]
      if (next !== undefined) show(next)
    },
    close: () => change({ peek: undefined }),
  }
}
