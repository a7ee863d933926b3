/** Views on machines that stand turned: what is shown is turned back, so that people in front see it upright. */
import { element } from '../element.ts'

export type Turn = 0 | 90 | 180 | 270

/** How much room there is for a view. Turned by a quarter, width and height change places. */
export const roomOf = (turn: Turn): { width: number; height: number } =>
  turn % 180 === 0 ? { width: innerWidth, height: innerHeight } : { width: innerHeight, height: innerWidth }

/** The style (player.css) does the rest. */
export function turned<Made extends { element: HTMLElement }>(made: Made, turn: Turn): Made {
  made.element.dataset.turn = String(turn)
  return made
}

/** A view with a canvas of a size of its own, as large as there is room for it and in the middle. `release`: when it is not shown any more. */
export function canvasView(size: { width: number; height: number }): { view: HTMLElement; canvas: HTMLElement; release(): void } {
  const canvas = element('div', 'stage')
  canvas.style.cssText = `width:${size.width}px;height:${size.height}px`
  const view = element('div', 'view', [canvas])
  const room = new ResizeObserver(() =>
    canvas.style.setProperty('--scale', String(Math.min(view.clientWidth / size.width, view.clientHeight / size.height))),
  )
  room.observe(view)
  return { view, canvas, release: () => room.disconnect() }
}
