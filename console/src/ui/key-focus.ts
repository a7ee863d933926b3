/** Whom a key is for: the field or the dialog that has the focus, or the screen. */

/** A field is typed in, or a dialog is open: keys belong there. */
export function keysAreTaken(event: Event): boolean {
  const at = document.activeElement
  return (
    event.defaultPrevented ||
    document.querySelector('[role="dialog"][aria-modal="true"]') !== null ||
    at instanceof HTMLTextAreaElement ||
    at instanceof HTMLSelectElement ||
    (at instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range', 'color'].includes(at.type)) ||
    (at instanceof HTMLElement && at.isContentEditable)
  )
}

/** Whether nothing that takes keys has the focus: the page itself, or the heading that a new page begins at. */
export const isIdleFocus = (at: Element | null): boolean => at === null || at === document.body || at.matches('main, main h1')
