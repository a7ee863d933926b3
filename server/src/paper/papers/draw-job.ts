/** What goes to the drawing thread and what comes back. */
import type { NeededGlyphs, TypefaceFile } from '@endcap/label/pdf-typefaces'
import type { SetLabel } from '@endcap/label/typeset'

export interface LabelRow {
  line: number
  prCode: string
  prInfo: string[]
  copies: number
  /** Key of the drawing that a person made for it; a price card where there is none. */
  drawing?: string | undefined
}
/** What a document is written as. */
export type DocumentForm = { type: 'application/pdf' } | { type: 'image/pwg-raster'; dpi: number; colour: boolean }
export interface DrawJob {
  /**
   * All rows as one document, or the first row as PNG. Or each row by itself, for a document that is put together elsewhere (`labels`), or as BMP
   * (`bitmaps`). Or as many as go on one sheet as PNG (`sheet`). On a sheet and among `labels`, a note stands for what cannot be drawn right.
   */
  make: DocumentForm | 'picture' | 'labels' | 'bitmaps' | 'sheet'
  title: string
  /** Of a `sheet`: with marks where its labels are cut apart. */
  cutMarks?: boolean
  storeCode: string
  /** Name of a paper layout. */
  layout: string
  /** Definitions that rows name; filled in by the drawer. */
  drawings?: Record<string, object>
  rows: LabelRow[]
  aliases: { index: number; name: string; key: boolean; type: string }[]
  locale: string
  currency: string
  /** Of the store, by whose clocks layouts begin. */
  timeZone?: string
}
export interface Drawn {
  /** Undefined when no row could be drawn. */
  content: Uint8Array | undefined
  pages: number
  /** Rows that cannot be drawn right, and why; the document goes without them. */
  failures: { line: number; detail: string; lacks?: 'no-price' | 'no-name' }[]
  /** Of `labels`, in the order of the rows. */
  labels?: SetLabel[]
  /** Of `bitmaps`: null for what cannot be drawn. */
  bitmaps?: (Uint8Array | null)[]
}
/** What the thread is asked: labels, or the typefaces that a document ends with. */
export type DrawRequest = { draw: DrawJob } | { typefaces: readonly NeededGlyphs[] }
export type DrawAnswer = Drawn | TypefaceFile[]
