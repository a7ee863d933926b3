/** Drawings of layouts as the console names them. */
import { CallError } from '@endcap/contract/client'
import type { PanelPalette } from '@endcap/contract/colour-classes'
import type { Drawing } from '@endcap/contract/layout-drawings'
import { inkColours } from '@endcap/label/palettes'
import type { StateKind } from './state.tsx'

/** What tells a drawing from the others: its layout, size, colours and, where it is for one store alone, that. */
export const nameOf = ({
  layoutId,
  size,
  modelClass,
  storeCode,
}: Pick<Drawing, 'layoutId' | 'size' | 'modelClass' | 'storeCode'>): string =>
  [layoutId, size, modelClass, ...(storeCode === null ? [] : [storeCode])].join(' ')

/** `2.90″ · 296 × 128`: panels are called by their inches, paper by its sheet, cards by their pixels alone. */
export function sizeText({ size, kind, width, height }: Pick<Drawing, 'size' | 'kind' | 'width' | 'height'>): string {
  const pixels = `${width} × ${height}`
  return kind === 'card' || size.startsWith('tag-') ? pixels : `${size}${kind === 'tag' ? '″' : ''} · ${pixels}`
}

export const drawingStates = ['new', 'changed', 'published', 'archived'] as const
export type DrawingState = (typeof drawingStates)[number]
export const stateOf = ({ archived, version, changed }: Pick<Drawing, 'archived' | 'version' | 'changed'>): DrawingState =>
  archived ? 'archived' : version === 0 ? 'new' : changed ? 'changed' : 'published'
export const signOf: Record<DrawingState, StateKind> = { new: 'info', changed: 'info', published: 'ok', archived: 'idle' }

/** The inks of a panel, on white. */
export const inksOf = (palette: PanelPalette): string[] =>
  inkColours[palette].slice(1).map((ink) => `#${ink.toString(16).padStart(6, '0')}`)

/** `2026-12-01T06:00` as people read it; of a store's own clock. */
export const minuteText = (minute: string): string => minute.replace('T', ' ')

/** A place on a display as it is named by its pixels, when they can be one; the server has the same limits. */
const card = { min: 24, max: 4000 }
export function cardSize(width: string, height: string): string | undefined {
  const sides = [width, height].map((text) => (/^[1-9]\d{1,3}$/.test(text.trim()) ? Number(text) : 0))
  return sides.every((side) => side >= card.min && side <= card.max) ? sides.join('x') : undefined
}

/** Refusals that have words of their own (`layouts.problem.*`). */
const refusals = [
  'changed-meanwhile',
  'drawing-exists',
  'published',
  'in-use',
  'archived',
  'unchanged',
  'unchecked',
  'errors-found',
  'begun',
  'not-running',
  'other-store',
  'all-stores',
]
type Translate = (key: string) => string
/** What was refused, in the person's language where it is one of these; with the lines that the server names. */
export function refusalOf(error: unknown, t: Translate): { error: unknown; lines: readonly string[] } {
  if (!(error instanceof CallError)) return { error, lines: [] }
  const { code, error: lines = [] } = error.answer
  return { error: refusals.includes(code) ? new Error(t(`layouts.problem.${code}`)) : error, lines }
}
