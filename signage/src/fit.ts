import type { AreaItem } from './shows.ts'

/** Where something of a size comes to lie in a box: all of it seen, all of the box filled, or drawn to its shape. */
export function fitted(size: { width: number; height: number }, box: { width: number; height: number }, fit: AreaItem['fit']) {
  const [x, y] = [box.width / size.width, box.height / size.height]
  const scale = fit === 'contain' ? Math.min(x, y) : Math.max(x, y)
  const [width, height] = fit === 'fill' ? [box.width, box.height] : [size.width * scale, size.height * scale]
  return { left: (box.width - width) / 2, top: (box.height - height) / 2, width, height }
}
