import { useCallback, useEffect, useRef } from 'react'
import type { Size } from '../canvas/geometry.ts'
import { keysAreTaken } from '../ui/key-focus.ts'
import { pasted, withObject, withoutObject, type EditorObject } from './slides.ts'
import type { Editor } from './use-editor.ts'

/** What keys do with the object that is selected: copy, paste, duplicate. */
export function useObjectActions(editor: Editor, screen: Size, readOnly: boolean) {
  const { change, selectObject, slide, object } = editor
  const copied = useRef<{ object: EditorObject; from: string }>(undefined)
  const add = useCallback(
    (source: EditorObject, onSameSlide: boolean) => {
      if (slide === undefined) return
      const { slide: next, key } = withObject(slide, pasted(source, screen, onSameSlide))
      change(() => next)
      selectObject(key)
    },
    [slide, change, selectObject, screen],
  )
  const duplicate = useCallback(() => {
    if (object !== undefined) add(object, true)
  }, [object, add])
  const remove = useCallback(
    (key: string) => {
      change((now) => withoutObject(now, key))
      selectObject(undefined)
    },
    [change, selectObject],
  )
  useEffect(() => {
    if (readOnly) return
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || keysAreTaken(event)) return
      const key = event.key.toLowerCase()
      if (key === 'c' && object !== undefined && slide !== undefined && getSelection()?.isCollapsed !== false)
        copied.current = { object, from: slide.key }
      else if (key === 'v' && copied.current !== undefined) {
        const { object: source, from } = copied.current
        add(source, from === slide?.key)
        // Each of several lies a little farther away.
        if (from === slide?.key) copied.current = { object: { ...source, ...pasted(source, screen, true) }, from }
      } else if (key === 'd' && object !== undefined) duplicate()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [readOnly, object, slide, add, duplicate, screen])
  return { remove, duplicate }
}
