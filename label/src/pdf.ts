/**
 * Writes labels as a PDF: one bit or two a pixel, deflated, in the pure colours of their palette; what lies on several pages is kept once.
 * Page by page, so that a long document is on its way while its last labels are not drawn yet.
 */
import { deflatedRows, paletteColours, type Bitmap } from './bitmap.ts'
import type { Palette } from './models.ts'

/** A label as a document holds it. Twice the same object is one picture in the document. */
export interface PdfPicture {
  width: number
  height: number
  palette: Palette
  /** Bits a pixel. */
  bits: number
  /** Its rows, deflated. */
  data: Uint8Array
}
/** Lengths in millimetres from the top left corner. */
export interface PdfPage<Picture = Bitmap> {
  width: number
  height: number
  images: readonly { bitmap: Picture; x: number; y: number; width: number; height: number }[]
}
export interface PdfWriter {
  /** What the page adds to the document. */
  page(page: PdfPage<PdfPicture>): Uint8Array
  /** The end of the document. `remarks`: lines for programs, which viewers pass over. */
  end(remarks?: readonly string[]): Uint8Array
}

export const pdfPicture = (bitmap: Bitmap): PdfPicture => {
  const { width, height, palette } = bitmap
  return { width, height, palette, ...deflatedRows(bitmap) }
}

const pointsPerMm = 72 / 25.4
const points = (mm: number) => (mm * pointsPerMm).toFixed(3)
/** Text as PDF takes it in any language: UTF-16 with its mark, in hexadecimal. */
const text = (value: string) =>
  `<FEFF${[...Buffer.from(value, 'utf16le').swap16()].map((byte) => byte.toString(16).padStart(2, '0')).join('')}>`

/** Numbers of the objects that every document has. */
const [catalogue, pageTree, information] = [1, 2, 3]

export function createPdfWriter({ title }: { title: string }): PdfWriter {
  let parts: Uint8Array[] = []
  const offsets: number[] = []
  const pages: number[] = []
  // Pictures are not held by their document: what has been sent can go.
  const pictures = new WeakMap<PdfPicture, number>()
  let length = 0
  let last = information
  const write = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    length += bytes.byteLength
  }
  const taken = (): Uint8Array => {
    const bytes = Buffer.concat(parts)
    parts = []
    return bytes
  }
  const place = (number: number) => {
    offsets[number] = length
    write(`${number} 0 obj\n`)
  }
  const object = (number: number, content: string) => {
    place(number)
    write(`${content}\nendobj\n`)
  }
  const stream = (number: number, dictionary: string, content: string | Uint8Array) => {
    place(number)
    write(`<< ${dictionary} /Length ${content.length} >>\nstream\n`)
    write(content)
    write('\nendstream\nendobj\n')
  }
  write('%PDF-1.7\n%âãÏÓ\n')
  // Viewers shrink pages to what a printer reaches unless told not to: labels would not fit their places.
  object(catalogue, `<< /Type /Catalog /Pages ${pageTree} 0 R /ViewerPreferences << /PrintScaling /None >> >>`)
  object(information, `<< /Title ${text(title)} /Producer (Endcap) >>`)
  return {
    page({ width, height, images }) {
      const [page, content] = [++last, ++last]
      pages.push(page)
      const used = new Set<number>()
      const drawn = images.map((image) => {
        const number = pictures.get(image.bitmap) ?? ++last
        if (!pictures.has(image.bitmap)) {
          pictures.set(image.bitmap, number)
          stream(number, pictureOf(image.bitmap), image.bitmap.data)
        }
        used.add(number)
        // PDF measures from the bottom.
        const bottom = height - image.y - image.height
        return `q ${points(image.width)} 0 0 ${points(image.height)} ${points(image.x)} ${points(bottom)} cm /I${number} Do Q\n`
      })
      stream(content, '', drawn.join(''))
      const resources = [...used].map((number) => `/I${number} ${number} 0 R`).join(' ')
      object(
        page,
        `<< /Type /Page /Parent ${pageTree} 0 R /MediaBox [0 0 ${points(width)} ${points(height)}] /Resources << /XObject << ${resources} >> >> /Contents ${content} 0 R >>`,
      )
      return taken()
    },
    end(remarks = []) {
      object(pageTree, `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] >>`)
      for (const remark of remarks) write(Buffer.from(`% ${remark}\n`))
      const start = length
      const table = Array.from({ length: last }, (_, index) => `${String(offsets[index + 1]).padStart(10, '0')} 00000 n \n`)
      write(`xref\n0 ${last + 1}\n0000000000 65535 f \n${table.join('')}`)
      write(`trailer\n<< /Size ${last + 1} /Root ${catalogue} 0 R /Info ${information} 0 R >>\nstartxref\n${start}\n%%EOF\n`)
      return taken()
    },
  }
}

/** The whole document at once. */
export function encodePdf(pages: readonly PdfPage[], { title }: { title: string }): Uint8Array {
  const writer = createPdfWriter({ title })
  const packed = new Map<Bitmap, PdfPicture>()
  const pack = (bitmap: Bitmap): PdfPicture => {
    const picture = packed.get(bitmap) ?? pdfPicture(bitmap)
    packed.set(bitmap, picture)
    return picture
  }
  const written = pages.map((page) =>
    writer.page({ ...page, images: page.images.map((image) => ({ ...image, bitmap: pack(image.bitmap) })) }),
  )
  return Buffer.concat([...written, writer.end()])
}

function pictureOf({ width, height, palette, bits }: PdfPicture): string {
  const colours = paletteColours[palette]
  const table = colours.map((colour) => colour.toString(16).padStart(6, '0')).join('')
  return `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${bits} /ColorSpace [/Indexed /DeviceRGB ${colours.length - 1} <${table}>] /Filter /FlateDecode`
}
