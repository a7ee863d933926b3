/** Makes an element: its class, its text or its children. Texts never become markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  content: string | readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.className = className
  made.append(...(typeof content === 'string' ? [content] : content))
  return made
}
