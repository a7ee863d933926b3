/** A layout for another panel. */
import type { Element, LayoutDefinition, Leaf } from './layout.ts'

/** The format's smallest and largest text, and its largest lengths. */
const [smallestText, largestText, furthest, farLeft] = [6, 600, 4000, -2000]
const within = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value))

/**
 * The same layout for a panel of so many pixels (8 to 4000 each way), everything in proportion: places and lengths follow the side that
 * they lie along, sizes of text, thickness of lines and roundness of corners the side that grew less or shrank more. Text does not become
 * smaller than 6 pixels and lines not thinner than 1. What had only just enough room may lack it then: `inspect` finds that.
 */
export function scaledLayout(layout: LayoutDefinition, { width, height }: { width: number; height: number }): LayoutDefinition {
  const [across, down] = [width / layout.width, height / layout.height]
  const both = Math.min(across, down)
  const at = (value: number, ratio: number) => within(Math.round(value * ratio), farLeft, furthest)
  /** Edges are rounded, not lengths: what touched touches still. */
  const place = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) => {
    const [left, top] = [at(x, across), at(y, down)]
    return { x: left, y: top, w: within(at(x + w, across) - left, 1, furthest), h: within(at(y + h, down) - top, 1, furthest) }
  }
  const size = (value: number) => within(Math.floor(value * both), smallestText, largestText)
  const sizes = (one: { size: number; minSize?: number | undefined }) => ({
    size: size(one.size),
    ...(one.minSize !== undefined && { minSize: size(one.minSize) }),
  })
  const thick = (value: number) => within(Math.round(value * both), 1, 50)

  function leaf<One extends Leaf>(one: One): One
  function leaf(one: Leaf): Leaf {
    switch (one.type) {
      case 'text':
      case 'price':
        return { ...one, ...place(one), ...sizes(one) }
      case 'box':
        return { ...one, ...place(one), lineWidth: thick(one.lineWidth), radius: within(Math.round(one.radius * both), 0, 500) }
      case 'line': {
        const { x, y, x2, y2 } = one
        return { ...one, x: at(x, across), y: at(y, down), x2: at(x2, across), y2: at(y2, down), lineWidth: thick(one.lineWidth) }
      }
      case 'image':
      case 'barcode':
        return { ...one, ...place(one) }
    }
  }
  const element = (one: Element): Element =>
    one.type === 'repeat' ? { ...one, dx: at(one.dx, across), dy: at(one.dy, down), elements: one.elements.map(leaf) } : leaf(one)
  return { ...layout, width, height, pages: layout.pages.map((page) => ({ ...page, elements: page.elements.map(element) })) }
}
