/** Headings of a table that are dragged to another place. */
import { useState, type DragEvent } from 'react'

/** What a heading needs to be dragged, and to have others put beside it. Nothing where columns do not move. */
export function useDraggedColumn(onMove: ((field: string, to: string) => void) | undefined) {
  const [held, setHeld] = useState<string>()
  const [over, setOver] = useState<string>()
  const letGo = () => {
    setHeld(undefined)
    setOver(undefined)
  }
  return (field: string) =>
    onMove === undefined
      ? {}
      : {
          draggable: true,
          'data-held': held === field || undefined,
          'data-over': (held !== undefined && held !== field && over === field) || undefined,
          onDragStart: (event: DragEvent) => {
            event.dataTransfer.effectAllowed = 'move'
            // Firefox drags nothing without data.
            event.dataTransfer.setData('text/plain', field)
            setHeld(field)
          },
          onDragOver: (event: DragEvent) => {
            if (held === undefined) return
            event.preventDefault()
            setOver(field)
          },
          onDrop: (event: DragEvent) => {
            event.preventDefault()
            if (held !== undefined && held !== field) onMove(held, field)
            letGo()
          },
          onDragEnd: letGo,
        }
}
