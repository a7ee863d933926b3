/** Encodings of text files, and where each of them is usual. */
import { fileEncodings, type FileEncoding } from '@endcap/contract/file-encodings'

export type Encoding = FileEncoding
export const isEncoding = (name: string): name is Encoding => fileEncodings.some((encoding) => encoding === name)

/** Languages that share their encodings and the look of their words. */
export type Region = 'japanese' | 'korean' | 'simplified' | 'traditional' | 'western' | 'central' | 'cyrillic'

/** With what speaks against each of them, as a cost (plausible.ts): the usual one needs no evidence. UTF-8 and UTF-16 are usual everywhere. */
export const encodingsOf: Record<Region, readonly [Encoding, number][]> = {
  japanese: [
    ['shift_jis', 0],
    ['euc-jp', 4],
  ],
  korean: [['euc-kr', 0]],
  simplified: [['gb18030', 0]],
  traditional: [['big5', 0]],
  western: [
    ['windows-1252', 0],
    ['iso-8859-15', 2.5],
  ],
  central: [
    ['windows-1250', 0],
    ['iso-8859-2', 2.5],
  ],
  cyrillic: [['windows-1251', 0]],
}

/** What Python calls them: parser scripts open files by these names. */
export const pythonNames: Record<Encoding, string> = {
  'utf-8': 'utf-8-sig',
  'utf-16le': 'utf-16-le',
  'utf-16be': 'utf-16-be',
  shift_jis: 'cp932',
  'euc-jp': 'euc_jp',
  'iso-2022-jp': 'iso2022_jp',
  'euc-kr': 'cp949',
  gb18030: 'gb18030',
  big5: 'cp950',
  'windows-1252': 'cp1252',
  'iso-8859-15': 'iso8859_15',
  'windows-1250': 'cp1250',
  'iso-8859-2': 'iso8859_2',
  'windows-1251': 'cp1251',
}
