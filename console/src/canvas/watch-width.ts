/** Tells how wide an element is, pixels: now, and whenever that changes. What it gives back ends it. */
export function watchWidth(element: HTMLElement, onWidth: (width: number) => void): () => void {
  const measure = () => onWidth(element.clientWidth)
  measure()
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  return () => observer.disconnect()
}
