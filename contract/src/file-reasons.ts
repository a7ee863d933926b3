/** Why a file cannot be read, in a form that the console says in the person's language; and how it was read, or could be. */
import * as z from 'zod'
import { fileEncodings } from './file-encodings.ts'

export const fileReasonCodes = [
  ...(['bytes', 'nul', 'mixed', 'unsure', 'senseless', 'archive', 'old-workbook', 'png', 'jpeg', 'pdf', 'gzip'] as const),
  ...(['no-data', 'long-line', 'long-record', 'open-quote', 'quote'] as const),
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
