/** Keys of the designer beside those of the canvas, while no field has the focus; the clipboard of the system. */
import { isIdleFocus, keysAreTaken } from '../ui/key-focus.ts'
import { useEffect } from 'react'
import { useLatest } from '../ui/use-latest.ts'
import { useScreenKeys, withControl } from '../ui/use-screen-keys.ts'
import { addKeys, addKinds, type AddKind } from './new-element.ts'
import type { Actions } from './use-actions.ts'
import type { Designer } from './use-designer.ts'
import { arrangeKey } from '../canvas/ArrangeButtons.tsx'
import { zoomKey, type Zoom } from '../canvas/use-zoom.ts'

interface Parts {
  designer: Designer
  actions: Actions
  zoom: Pick<Zoom, 'step' | 'fit'>
  readOnly: boolean
  onAdd: (kind: AddKind) => void
  onHelp: () => void
}

export function useKeys(parts: Parts): void {
  const now = useLatest(parts)
  useScreenKeys((event) => (withControl(event) ? arranged(event, parts) : alone(event, parts)))
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      // Text that is marked is left to the browser to copy.
      if (keysAreTaken(event) || getSelection()?.isCollapsed === false) return
      const { actions, readOnly } = now.current
      const text = actions.copy()
      if (text === undefined) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', text)
      if (event.type === 'cut' && !readOnly) actions.remove()
    }
    const onPaste = (event: ClipboardEvent) => {
      if (keysAreTaken(event) || now.current.readOnly) return
      event.preventDefault()
      now.current.actions.paste(event.clipboardData?.getData('text/plain') ?? '')
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [now])
}

function arranged(event: KeyboardEvent, { actions, readOnly }: Parts): (() => unknown) | undefined {
  return readOnly ? undefined : arrangeKey(event, actions)
}

function alone(event: KeyboardEvent, { designer, zoom, readOnly, onAdd, onHelp }: Parts): (() => void) | undefined {
  const { key } = event
  const { chosen, scope, enter } = designer
  if (key === '?') return onHelp
  const zoomed = zoomKey(event, zoom)
  if (zoomed !== undefined) return zoomed
  const [one] = chosen
  // Escape lets go of what is selected first; the canvas does that.
  if (key === 'Escape' && one === undefined && scope.repeat !== undefined) return () => enter(undefined)
  const onCanvas = document.activeElement?.closest('[data-part=canvas]') !== null || isIdleFocus(document.activeElement)
  if (key === 'Enter' && onCanvas && one !== undefined && chosen.length === 1)
    return one.type === 'repeat' ? () => enter(one.key) : () => focusFields()
  // Letters belong to what was opened elsewhere, such as a list of fields that is about to get the focus.
  const at = document.activeElement
  if (readOnly || event.shiftKey || (!isIdleFocus(at) && at?.closest('[data-part=designer-left], [data-part=designer-main]') == null))
    return undefined
  const kind = addKinds.find((kind) => addKeys[kind] === key.toUpperCase())
  return kind === undefined ? undefined : () => onAdd(kind)
}

/** From the artboard to what there is to say of the element. */
function focusFields(): void {
  const panel = document.querySelector('[data-fields]')
  const field =
    panel?.querySelector<HTMLElement>('[data-first-field]') ?? panel?.querySelector<HTMLElement>('input, select, textarea, button')
  field?.focus()
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
}
/** And back to its box, which may be about to be drawn. */
export function focusBox(key: string | undefined): void {
  const find = () => document.querySelector<HTMLElement>(`[data-part=canvas] [data-key="${key}"]`)
  const found = find()
  if (found === null) requestAnimationFrame(() => find()?.focus())
  else found.focus()
}
