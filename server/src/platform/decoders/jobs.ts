/** What a decoder process is told and what it answers (child.ts): a file by its path, and what was found in it. */
import type { ErrorAnswer } from '@endcap/contract/schemas'
import type { ScreenFound, ScreenTask } from './drawing.ts'
import type { Film } from './film.ts'
import type { FontFound } from './font.ts'
import type { Widget } from './widget.ts'

export interface PictureFound {
  type: string
  extension: string | undefined
  width: number
  height: number
  /** It was made another picture than the one that came. */
  isDrawn: boolean
}
export interface Findings {
  picture: PictureFound
  film: Film
  widget: Widget
  'android-package': { packageName: string }
  screen: ScreenFound
  font: FontFound
}
export type FileKind = keyof Findings
export interface DecodeJob<K extends FileKind = FileKind> {
  kind: K
  /** Of the file, on this machine. */
  path: string
  /** Of a picture of a screen alone: what it is compared with. */
  task?: ScreenTask
}
interface Failed {
  failed: string
  /** The machine's error, such as ENOSPC; without one the file is at fault. */
  code?: string | undefined
}
export type FromDecoder<K extends FileKind = FileKind> = { ready: true } | { found: Findings[K] } | { refused: ErrorAnswer } | Failed

/** What a decoder writes beside a file: a small picture of it, what it was made, the outlines of a font. */
export const pathOf = {
  thumb: (path: string) => `${path}.thumb`,
  drawn: (path: string) => `${path}.drawn`,
  outlines: (path: string) => `${path}.outlines`,
}
