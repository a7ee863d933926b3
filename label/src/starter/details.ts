/** A second page for panels with room: what else is known of the product, and a code for the phone. */
import { codeBlock, filled, nameBlock, smallest, words, type ElementInput, type Frame, type Pages } from './frame.ts'

export function details(frame: Frame): Pages {
  const { mx, my, inner, width, height, part, large } = frame
  if (!large) return []
  const name = part(0.22)
  const rule = my + name + part(0.02)
  const size = part(0.06, 16)
  const step = Math.round(size * 1.5)
  const qr = Math.min(part(0.34), Math.round(width * 0.34))
  const code = codeBlock(frame, part(0.12))
  const row = (index: number, text: string, field: string): ElementInput =>
    words(
      text,
      { x: mx, y: rule + part(0.05) + index * step, w: inner - (index < 2 ? 0 : qr + mx), size },
      { weight: index === 0 ? 600 : 400, minSize: smallest.words, when: [filled(field)] },
    )
  const elements: ElementInput[] = [
    nameBlock(frame, my, name),
    { type: 'box', x: mx, y: rule, w: inner, h: height < 400 ? 1 : 2, fill: 'black' },
    row(0, '{NAME2}', 'NAME2'),
    row(1, '{ORIGIN}', 'ORIGIN'),
    row(2, '{CATEGORY}', 'CATEGORY'),
    row(3, '{UNIT_PRICE:unit} / {UNIT}', 'UNIT_PRICE'),
    ...code.elements,
    {
      type: 'barcode',
      symbology: 'qr',
      value: '{URL}',
      x: width - mx - qr,
      y: height - my - qr,
      w: qr,
      h: qr,
      quiet: 2,
      when: [filled('URL')],
    },
  ]
  return [{ elements }]
}
