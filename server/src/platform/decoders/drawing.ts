/** What should be on a screen, as a drawing that a decoder makes of files (screen.ts). */
import type { AreaItem, Box } from '@endcap/signage/shows'

/**
 * `path`: a picture on this machine; `content`: one that was just made. `film` moves, and what is `unforeseen` may look like anything: neither is
 * drawn.
 */
export type Filling = { path: string } | { content: Uint8Array } | 'film' | 'unforeseen'
export interface Part extends Box {
  fit: AreaItem['fit']
  filling: Filling
  /** Of 0 to 1; absent, nothing is seen through it. */
  opacity?: number | undefined
}
/** Parts from back to front, in pixels of the drawing. */
export interface Drawing {
  width: number
  height: number
  /** `#rrggbb` */
  background: string
  parts: Part[]
}

/** What a picture of a screen is compared with. */
export interface ScreenTask {
  /** Any of these may be there: what should be first, then what comes or was just before or after it. */
  drawings: Drawing[]
  /** What it may be instead, each with its number. */
  others: { index: number; drawing: Drawing }[]
  /** Clockwise, degrees, until the picture is upright. */
  turn: number
  /** How bright a layer over the screen leaves it, of 0 to 1. */
  light: number
  /** The picture before, as `cells` of its findings. */
  before: Uint8Array | undefined
}
export interface ScreenFound {
  verdict: 'matches' | 'black' | 'wrong' | 'unknown'
  /** The number of what it looks like instead. */
  looksLike: number | null
  /** It looks as the picture before did, where that can be said. */
  isSame: boolean
  /** There is a film, and all of the screen is dark; `wasDark`: so was the picture before. */
  isDark: boolean
  wasDark: boolean
  /** For the comparison with the next picture. */
  cells: Uint8Array
  /** What should be there, as JPEG of the size of the picture; null where too little of it can be foreseen. */
  expected: Uint8Array | null
}
