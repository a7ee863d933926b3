/** Why a file cannot be read, in a form that the console says in the person's language; and how it was read, or could be. */
import * as z from 'zod'
import { fileEncodings } from './file-encodings.ts'

export const fileReasonCodes = [
  ...(['bytes', 'nul', 'mixed', 'unsure', 'senseless', 'archive', 'old-workbook', 'png', 'jpeg', 'pdf', 'gzip'] as const),
  ...(['no-data', 'long-line', 'long-record', 'open-quote', 'quote'] as const),
  // What the first line lacks.
  ...([
    'no-key',
    'header-key',
    'header-twice',
    'header-unknown',
    'header-unknown-more',
    'header-missing',
    'header-none',
    'no-such-product',
    'mapped-count',
  ] as const),
  // What is wrong with a line: `line` is among the values.
  ...([
    'row-columns',
    'row-header',
    'row-no-product',
    'row-long-product',
    'row-same-product',
    'row-beside-wrong',
    'row-unknown-product',
  ] as const),
  ...(['row-long-value', 'row-control', 'row-nfc', 'row-long-nfc', 'row-no-layout', 'row-layout'] as const),
  ...(['row-no-number', 'row-long-number', 'row-other-currency', 'row-decimals', 'row-two-readings'] as const),
  ...(['row-no-family', 'row-same-family', 'row-long-code', 'row-no-second-code', 'row-same-second-code'] as const),
  ...(['row-long-field', 'row-date', 'row-flag', 'row-too-many'] as const),
  ...(['row-paper-layout', 'row-copies', 'row-no-printer', 'row-printer', 'row-printer-port', 'row-printer-network'] as const),
  ...(['row-long-printer', 'row-template', 'row-quantity', 'row-long-description'] as const),
] as const

export const fileReason = z.object({
  /** The English sentence: the one among the errors that this tells of. */
  text: z.string(),
  code: z.enum(fileReasonCodes),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export interface FileReason extends z.infer<typeof fileReason> {}

/** A file in one encoding: its first lines with characters beyond ASCII, or, when it has none, its first lines. */
export const fileReading = z.object({ encoding: z.enum(fileEncodings), lines: z.array(z.string()) })
export interface FileReading extends z.infer<typeof fileReading> {}
