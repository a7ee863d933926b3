import { useInsertionEffect, useRef, type RefObject } from 'react'

/** What a component was given last, for listeners and timers that outlive a drawing: they read it when they are called, never while drawing. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value)
  // Before any other effect of the same drawing, which may read it.
  useInsertionEffect(() => {
    latest.current = value
  })
  return latest
}
