/**
 * The signs of stores and of clusters. A cluster's ring shows its states in proportion, the glyph at its edge the worst of them. The style
 * asks for a sign by its name, which holds all that is drawn; shares are in 24ths, so that some hundred pictures do for any chain.
 */
import { nodeStatuses, type NodeStatus } from '@endcap/contract/vocabulary'
import type { ExpressionSpecification } from 'maplibre-gl'
import type { Palette } from './palette.ts'

export type Shares = readonly [normal: number, alarm: number, offline: number]
export interface Arc {
  status: NodeStatus
  /** Radians, clockwise from the top. */
  from: number
  to: number
}

/** Parts that a ring is divided into. */
export const ringParts = 24
/** Radii in pixels by how many stores a cluster holds. */
const radii = [
  { from: 0, radius: 15 },
  { from: 10, radius: 18 },
  { from: 100, radius: 22 },
  { from: 1000, radius: 27 },
] as const
const ringWidth = 4
const markerRadius = 9
const badgeRadius = 6.5
/** Room around a circle for what reaches over its edge. */
const margin = 5
/** Radians between two arcs. */
const gap = 0.1

/** The arcs of a ring; a single state closes it. */
export function arcsOf(shares: Shares): Arc[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  const present = nodeStatuses.map((status, place) => ({ status, share: shares[place] ?? 0 })).filter(({ share }) => share > 0)
  if (present.length === 1) return present.map(({ status }) => ({ status, from: 0, to: 2 * Math.PI }))
  let at = 0
  return present.map(({ status, share }) => {
    const from = at
    at += (share / total) * 2 * Math.PI
    return { status, from: from + gap / 2, to: at - gap / 2 }
  })
}

export const worstOf = (shares: Shares): NodeStatus => nodeStatuses.findLast((_, place) => (shares[place] ?? 0) > 0) ?? 'NORMAL'

const count: ExpressionSpecification = ['get', 'point_count']
/** At least one part for what is there at all: one shop without a gateway among a thousand is seen. */
const partsOf = (property: string): ExpressionSpecification => [
  'max',
  ['min', ['get', property], 1],
  ['round', ['/', ['*', ringParts, ['get', property]], count]],
]
/** The radius of a cluster, as the style computes it. */
const radius: ExpressionSpecification = ['step', count, radii[0].radius, ...radii.slice(1).flatMap(({ from, radius }) => [from, radius])]

/** Name of a cluster's sign; the palette's name keeps light and dark ones apart. */
export const ringName = (palette: string): ExpressionSpecification => [
  'concat',
  `ring|${palette}|`,
  radius,
  '|',
  partsOf('normal'),
  '|',
  partsOf('alarm'),
  '|',
  partsOf('offline'),
]
export const markerName = (palette: string): ExpressionSpecification => ['concat', `store|${palette}|`, ['get', 'status']]

export type Sign = { palette: string } & ({ kind: 'ring'; radius: number; shares: Shares } | { kind: 'store'; status: NodeStatus })

/** What a name stands for; undefined for names that are not ours. */
export function readName(name: string): Sign | undefined {
  const [kind, palette = '', ...rest] = name.split('|')
  const status = nodeStatuses.find((one) => one === rest[0])
  if (kind === 'store' && status !== undefined) return { kind, palette, status }
  const [size = Number.NaN, normal = Number.NaN, alarm = Number.NaN, offline = Number.NaN] = rest.map(Number)
  if (kind !== 'ring' || [size, normal, alarm, offline].some(Number.isNaN)) return undefined
  return { kind, palette, radius: size, shares: [normal, alarm, offline] }
}

/** Draws a sign at `ratio` device pixels to one of the page. */
export function drawSign(sign: Sign, palette: Palette, ratio: number): ImageData {
  const outer = sign.kind === 'ring' ? sign.radius : markerRadius
  const size = Math.ceil((outer + margin) * 2 * ratio)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('The browser cannot draw the signs of the map')
  pen.scale(ratio, ratio)
  pen.translate(size / ratio / 2, size / ratio / 2)
  const disc = (radius: number, colour: string) => {
    pen.fillStyle = colour
    pen.beginPath()
    pen.arc(0, 0, radius, 0, 2 * Math.PI)
    pen.fill()
  }
  const colourOf = (status: NodeStatus) => palette.states[status]
  // A thin edge of the land's colour sets it off from whatever lies below.
  disc(outer + 1.5, palette.halo)
  disc(outer, palette.surface)
  const arcs: Arc[] = sign.kind === 'ring' ? arcsOf(sign.shares) : [{ status: sign.status, from: 0, to: 2 * Math.PI }]
  pen.lineWidth = sign.kind === 'ring' ? ringWidth : 2
  for (const { status, from, to } of arcs) {
    pen.strokeStyle = colourOf(status)
    pen.beginPath()
    pen.arc(0, 0, outer - pen.lineWidth / 2, from - Math.PI / 2, to - Math.PI / 2)
    pen.stroke()
  }
  if (sign.kind === 'store') drawGlyph(pen, sign.status, colourOf(sign.status), 1)
  else {
    const worst = worstOf(sign.shares)
    pen.translate(outer * Math.SQRT1_2, -outer * Math.SQRT1_2)
    disc(badgeRadius, palette.surface)
    drawGlyph(pen, worst, colourOf(worst), 0.9)
  }
  return pen.getImageData(0, 0, size, size)
}

/** The console's glyphs of state (ui/state.tsx), nine pixels wide, around their middle. */
const glyphs: Record<NodeStatus, string> = {
  NORMAL: 'M-3.8 0a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0 -7.6 0z',
  ALARM: 'M0 -4.6L4.6 3.6H-4.6z',
  OFFLINE: 'M-3 -3L3 3M3 -3L-3 3',
}
function drawGlyph(pen: CanvasRenderingContext2D, status: NodeStatus, colour: string, scale: number): void {
  pen.save()
  pen.scale(scale, scale)
  pen.fillStyle = pen.strokeStyle = colour
  pen.lineWidth = 2.2
  pen.lineCap = 'round'
  const outline = new Path2D(glyphs[status])
  if (status === 'OFFLINE') pen.stroke(outline)
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a pen is no list
  else pen.fill(outline)
  pen.restore()
}
