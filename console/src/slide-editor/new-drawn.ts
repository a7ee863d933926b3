/** Texts, shapes, codes, clocks and tickers as they are put on a slide first. */
import { contrastOf } from '@endcap/signage/cards'
import { noSlot, type DrawnType } from '@endcap/signage/drawn'
import { slideDefaults } from '@endcap/signage/shows'
import type { Size } from '../canvas/geometry.ts'
import type { Picked } from './pick.modal.tsx'

const [white, black] = ['#ffffff', '#000000']

/** Legible on the slide. */
export function newDrawn(type: DrawnType, ground: string = slideDefaults.bgColor, words: string): Picked {
  const colour = contrastOf(white, ground) >= contrastOf(black, ground) ? white : black
  if (type === 'shape') return { type, id: noSlot, shape: { kind: 'rectangle', fill: colour } }
  if (type === 'qr') return { type, id: noSlot, code: { value: 'https://', level: 'M', colour: black, background: white } }
  const text = { text: words, weight: 600, align: 'left', valign: 'middle', colour } as const
  if (type === 'clock') return { type, id: noSlot, text: { ...text, text: '', align: 'center' }, clock: { time: 'minutes', date: 'none' } }
  if (type === 'ticker') return { type, id: noSlot, text, ticker: { speed: 100, direction: 'left' } }
  return { type, id: noSlot, text }
}

/** In the middle, with room around it. */
export function boxOfNew(type: DrawnType, { width, height }: Size): Size {
  const high = Math.round(Math.min(height * 0.8, width * 0.4))
  const side = Math.min(high, Math.round(width * 0.8))
  // Over the whole width, at any height.
  if (type === 'ticker') return { width, height: Math.round(Math.min(height / 2, width / 16)) }
  return type === 'text' || type === 'clock'
    ? { width: Math.round(width / 3), height: Math.round(high / 2) }
    : { width: side, height: side }
}
