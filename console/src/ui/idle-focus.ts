/** Whether nothing that takes keys has the focus: the page itself, or the heading that a new page begins at. */
export const isIdleFocus = (at: Element | null): boolean => at === null || at === document.body || at.matches('main, main h1')
