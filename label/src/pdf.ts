/** Writes labels as a PDF: one bit or two a pixel, deflated, in the pure colours of their palette; what lies on several pages is kept once. */
import { deflatedRows, paletteColours, type Bitmap } from './bitmap.ts'

/** Lengths in millimetres from the top left corner. */
export interface PdfPage {
  width: number
  height: number
  images: readonly { bitmap: Bitmap; x: number; y: number; width: number; height: number }[]
}

const pointsPerMm = 72 / 25.4
const points = (mm: number) => (mm * pointsPerMm).toFixed(3)
/** Text as PDF takes it in any language: UTF-16 with its mark, in hexadecimal. */
const text = (value: string) =>
  `<FEFF${[...Buffer.from(value, 'utf16le').swap16()].map((byte) => byte.toString(16).padStart(2, '0')).join('')}>`

export function encodePdf(pages: readonly PdfPage[], { title }: { title: string }): Uint8Array {
  const parts: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const write = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    length += bytes.byteLength
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
  // 1 catalogue, 2 pages, 3 information; then two for each page and one for each picture.
  let last = 3
  const next = () => ++last
  const numbers = pages.map(() => ({ page: next(), content: next() }))
  const pictures = new Map<Bitmap, number>()
  write('%PDF-1.7\n%âãÏÓ\n')
  // Viewers shrink pages to what a printer reaches unless told not to: labels would not fit their places.
  object(1, '<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>')
  object(2, `<< /Type /Pages /Count ${pages.length} /Kids [${numbers.map(({ page }) => `${page} 0 R`).join(' ')}] >>`)
  object(3, `<< /Title ${text(title)} /Producer (Endcap) >>`)
  for (const [index, { width, height, images }] of pages.entries()) {
    const { page, content } = numbers[index]!
    const used = new Set<number>()
    const drawn = images.map((image) => {
      const number = pictures.get(image.bitmap) ?? next()
      if (!pictures.has(image.bitmap)) {
        pictures.set(image.bitmap, number)
        const { bits, data } = deflatedRows(image.bitmap)
        stream(number, pictureOf(image.bitmap, bits), data)
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
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(width)} ${points(height)}] /Resources << /XObject << ${resources} >> >> /Contents ${content} 0 R >>`,
    )
  }
  const start = length
  const table = Array.from({ length: last }, (_, index) => `${String(offsets[index + 1]).padStart(10, '0')} 00000 n \n`)
  write(`xref\n0 ${last + 1}\n0000000000 65535 f \n${table.join('')}`)
  write(`trailer\n<< /Size ${last + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

function pictureOf({ width, height, palette }: Bitmap, bits: number): string {
  const colours = paletteColours[palette]
  const table = colours.map((colour) => colour.toString(16).padStart(6, '0')).join('')
  return `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${bits} /ColorSpace [/Indexed /DeviceRGB ${colours.length - 1} <${table}>] /Filter /FlateDecode`
}
