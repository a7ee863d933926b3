/** What lies over what is played: something that flashes, how bright the screen is, whether the server is out of reach. */
import type { Manifest } from '@endcap/contract/player'
import { lightLeft } from '@endcap/signage/brightness'
import { element } from '../element.ts'
import { productView } from './texts.ts'

const showMs = 10_000

export interface Overlay {
  /** Another thing is on the screen: what flashes finds its place anew. */
  moved(): void
  /** The box of a product where it is on the screen, else the product as large as the screen; all of the screen without a slot. */
  blink(manifest: Manifest, slot: number | null): void
  identify(manifest: Manifest): void
  brightness(part: number): void
  offline(shown: boolean): void
  /** Something of it covers what is played. */
  covers(): boolean
}

export function createOverlay(): Overlay {
  const layer = element('div', 'overlay')
  const dim = element('div', 'dim')
  const dot = element('div', 'offline')
  dot.hidden = true
  document.body.append(layer, dot, dim)
  let timer: ReturnType<typeof setTimeout> | undefined
  let make: (() => HTMLElement[]) | undefined
  /** What fills the screen is turned as what it covers. */
  const fill = () => {
    const made = make?.() ?? []
    const turn = document.querySelector<HTMLElement>('.view.shown')?.dataset.turn
    for (const one of made) if (turn !== undefined && one.classList.contains('view')) one.dataset.turn = turn
    layer.replaceChildren(...made)
  }
  const show = (shown: () => HTMLElement[]) => {
    clearTimeout(timer)
    make = shown
    fill()
    timer = setTimeout(() => {
      make = undefined
      fill()
    }, showMs)
  }
  const over = ({ left, top, width, height }: DOMRect | { left: number; top: number; width: number; height: number }) => {
    const mark = element('div', 'blink')
    mark.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`
    return mark
  }
  function marks({ products }: Manifest, slot: number | null): HTMLElement[] {
    const boxes = slot === null ? [] : [...document.querySelectorAll<HTMLElement>(`.shown [data-content="product:${slot}"]`)]
    if (boxes.length > 0) return boxes.map((box) => over(box.getBoundingClientRect()))
    const product = products.find((one) => one.slot === slot)
    return [product === undefined ? over({ left: 0, top: 0, width: innerWidth, height: innerHeight }) : productView(product)]
  }
  return {
    moved: () => {
      if (make !== undefined) fill()
    },
    blink: (manifest, slot) => show(() => marks(manifest, slot)),
    identify: ({ device }) => {
      const name = element('p', '', device.name === '' ? device.model : device.name)
      show(() => [element('div', 'view identify', [name, element('p', 'mono', device.mac)])])
    },
    brightness: (part) => {
      dim.style.opacity = String(1 - lightLeft(part))
    },
    offline: (shown) => {
      dot.hidden = !shown
    },
    covers: () => make !== undefined,
  }
}
