/** A laser scanner and a keyboard for tests of dialogs. */

/** A laser scanner: its characters also run into the field with the focus. */
export async function shoot(code: string, atMs: number): Promise<void> {
  for (const [place, key] of [...code, 'Enter'].entries()) {
    const field = document.activeElement
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: atMs + place * 4 })
    ;(field ?? document.body).dispatchEvent(event)
    if (key.length === 1 && field instanceof HTMLInputElement && !field.readOnly && !event.defaultPrevented) type(field, field.value + key)
    // A browser draws what a key changed before it takes the next one.
    await Promise.resolve()
  }
}
export function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
