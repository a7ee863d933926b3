/** Encodings of text files that are read, in the order in which a person is offered them. */
import * as z from 'zod'

export const fileEncodings = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'shift_jis', 'euc-jp', 'iso-2022-jp', 'euc-kr', 'gb18030', 'big5'] as const),
  ...(['windows-1252', 'iso-8859-15', 'windows-1250', 'iso-8859-2', 'windows-1251'] as const),
] as const
export type FileEncoding = (typeof fileEncodings)[number]

/** What each is called in sentences. A constant, so that the console can carry it. */
export const encodingNames: Record<FileEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  shift_jis: 'Shift_JIS',
  'euc-jp': 'EUC-JP',
  'iso-2022-jp': 'ISO-2022-JP',
  'euc-kr': 'EUC-KR (CP949)',
  gb18030: 'GB18030',
  big5: 'Big5',
  'windows-1252': 'Windows-1252',
  'iso-8859-15': 'ISO-8859-15',
  'windows-1250': 'Windows-1250',
  'iso-8859-2': 'ISO-8859-2',
  'windows-1251': 'Windows-1251',
}

/** How an upload says its encoding; left out or empty, it is found out. */
export const encodingField = z.union([z.enum(fileEncodings), z.literal('').transform(() => undefined)]).optional()

/** Rows of a file shown to tell whether it was read in the right encoding. */
export const sampledRows = 3
