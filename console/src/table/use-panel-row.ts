/** What the panel beside a list shows, a row or a part of one: opened, walked from, and closed. */
import { useCallback } from 'react'
import { useLatest } from '../ui/use-latest.ts'
import type { ListState } from './request.ts'

interface Options {
  /** All that it can show, in their order. */
  ids: readonly string[]
  peek: string | undefined
  change: (next: Partial<ListState>) => void
}

export function usePanelRow({ ids, peek, change }: Options) {
  const latest = useLatest(change)
  const show = useCallback((id: string) => latest.current({ peek: id }), [latest])
  const opened = peek === undefined ? -1 : ids.indexOf(peek)
  return {
    /** Its place among them, -1 without one. */
    opened,
    show,
    step: (by: 1 | -1) => {
      const next = opened < 0 ? undefined : ids[opened + by]
      if (next !== undefined) show(next)
    },
    close: () => change({ peek: undefined }),
  }
}
