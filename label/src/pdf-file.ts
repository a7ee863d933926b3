/** The outside of a PDF: numbered objects, where each lies, the table at the end. What was written can be taken away before all of it is there. */
import { deflated } from './bitmap.ts'

export interface PdfFile {
  /** The number of an object that is written later. */
  reserve(): number
  object(number: number, content: string): void
  /** Content of any length, which is compressed. */
  stream(number: number, dictionary: string, content: string | Uint8Array): void
  remark(words: string): void
  end(root: number, information: number): void
  /** What has been written since it was taken last. */
  taken(): Uint8Array
}

export function createPdfFile(): PdfFile {
  let parts: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  let last = 0
  const write = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    length += bytes.byteLength
  }
  const place = (number: number) => {
    offsets[number] = length
    write(`${number} 0 obj\n`)
  }
  write('%PDF-1.7\n%âãÏÓ\n')
  return {
    reserve: () => ++last,
    object(number, content) {
      place(number)
      write(`${content}\nendobj\n`)
    },
    stream(number, dictionary, content) {
      const bytes = deflated(typeof content === 'string' ? Buffer.from(content, 'latin1') : content)
      place(number)
      write(`<< ${dictionary} /Filter /FlateDecode /Length ${bytes.byteLength} >>\nstream\n`)
      write(bytes)
      write('\nendstream\nendobj\n')
    },
    remark: (words) => write(Buffer.from(`% ${words}\n`)),
    end(root, information) {
      const start = length
      const table = Array.from({ length: last }, (_, index) => `${String(offsets[index + 1]).padStart(10, '0')} 00000 n \n`)
      write(`xref\n0 ${last + 1}\n0000000000 65535 f \n${table.join('')}`)
      write(`trailer\n<< /Size ${last + 1} /Root ${root} 0 R /Info ${information} 0 R >>\nstartxref\n${start}\n%%EOF\n`)
    },
    taken() {
      const bytes = Buffer.concat(parts)
      parts = []
      return bytes
    },
  }
}

const hexadecimal = (bytes: Iterable<number>) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
/** UTF-16 in hexadecimal, as PDF takes characters of any language. */
export const utf16 = (value: string): string => hexadecimal(Buffer.from(value, 'utf16le').swap16())
/** A text with its mark. */
export const pdfText = (value: string): string => `<FEFF${utf16(value)}>`
/** Three places are a thousandth of a millimetre and less. */
export const figure = (value: number): string => String(Math.round(value * 1000) / 1000)
