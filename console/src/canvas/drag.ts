/** Follows the pointer from taking something until it is let go. */
import type { PointerEvent as ReactPointerEvent } from 'react'

/** A click is no drag: the pointer has to go so far first, pixels of the screen. */
const dragFrom = 3

interface Drag {
  /** Once the pointer has gone far enough to be no click. */
  onMove: (now: PointerEvent) => void
  /** Once, at the end. Given up: by Escape, or by the browser. */
  onEnd: (how: 'done' | 'given up') => void
}

/** Begins with the event of the pointer that takes something, and ends by itself. Escape gives it up. */
export function followPointer(event: ReactPointerEvent<HTMLElement>, { onMove, onEnd }: Drag): void {
  const element = event.currentTarget
  const { pointerId, clientX, clientY } = event
  const listeners = new AbortController()
  let begun = false
  const end = (how: 'done' | 'given up') => {
    listeners.abort()
    if (element.hasPointerCapture(pointerId)) element.releasePointerCapture(pointerId)
    onEnd(how)
  }
  const { signal } = listeners
  const move = (now: PointerEvent) => {
    if (now.pointerId !== pointerId) return
    begun ||= Math.hypot(now.clientX - clientX, now.clientY - clientY) >= dragFrom
    if (begun) onMove(now)
  }
  const endAs = (how: 'done' | 'given up') => (now: PointerEvent) => now.pointerId === pointerId && end(how)
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', endAs('done'), { signal })
  element.addEventListener('pointercancel', endAs('given up'), { signal })
  document.addEventListener(
    'keydown',
    (now) => {
      if (now.key !== 'Escape') return
      // What was held is gone: no pointer will end this, and the key is for others.
      if (!element.isConnected) return listeners.abort()
      now.preventDefault()
      now.stopPropagation()
      end('given up')
    },
    { capture: true, signal },
  )
  element.setPointerCapture(pointerId)
}
