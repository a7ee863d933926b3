/** Drawings as SVG that need no typefaces: shapes, and what lies behind others. */
import type { ShapeLook } from './drawn.ts'

interface Size {
  width: number
  height: number
}
export const svgOf = ({ width, height }: Size, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`
/** A rectangle that fills its picture. */
export const groundSvg = ({ width, height }: Size, colour: string, radius = 0): string =>
  `<rect width="${width}" height="${height}" rx="${Math.min(radius, width / 2, height / 2)}" fill="${colour}"/>`

/** A shape as SVG, whole. */
export function shapeSvg(size: Size, { kind, fill, fillTo, angle = 90, border, borderWidth = 0 }: ShapeLook, radius = 0): string {
  const { width, height } = size
  const line = border === undefined ? 0 : borderWidth
  const isGradient = fill !== undefined && fillTo !== undefined
  if (kind === 'line') {
    const thick = Math.min(Math.max(1, borderWidth), Math.max(width, height))
    const ends = width >= height ? `M0 ${height / 2}H${width}` : `M${width / 2} 0V${height}`
    return svgOf(size, `<path stroke="${border ?? '#ffffff'}" stroke-width="${thick}" d="${ends}"/>`)
  }
  const paint = isGradient ? 'url(#g)' : (fill ?? 'none')
  const outline = line === 0 ? '' : ` stroke="${border}" stroke-width="${line}"`
  const [across, down] = [Math.max(0, width - line), Math.max(0, height - line)]
  const corner = Math.min(Math.max(0, radius - line / 2), across / 2, down / 2)
  const place =
    kind === 'ellipse'
      ? `<ellipse cx="${width / 2}" cy="${height / 2}" rx="${across / 2}" ry="${down / 2}"`
      : `<rect x="${line / 2}" y="${line / 2}" width="${across}" height="${down}" rx="${corner}"`
  return svgOf(size, `${isGradient ? gradient(size, fill, fillTo, angle) : ''}${place} fill="${paint}"${outline}/>`)
}

/** As long as it must be to have both colours in the corners, as gradients of styles have them. */
function gradient({ width, height }: Size, from: string, to: string, angle: number): string {
  const turn = (angle * Math.PI) / 180
  const [across, up] = [Math.sin(turn), Math.cos(turn)]
  const half = (Math.abs(width * across) + Math.abs(height * up)) / 2
  const at = (sign: number) => [width / 2 + sign * half * across, height / 2 - sign * half * up].map((one) => Math.round(one * 100) / 100)
  const [[x1, y1], [x2, y2]] = [at(-1), at(1)]
  return (
    `<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">` +
    `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
  )
}
