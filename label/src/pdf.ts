/**
 * Writes labels as a PDF: text in its typefaces, bars and areas as such, in the pure colours of their palette, so that they are as sharp as the
 * printer; what lies on several pages is kept once. Page by page, so that a long document is on its way while its last labels are not drawn yet.
 */
import { paletteColours } from './palettes.ts'
import { createPdfFile, figure, pdfText, type PdfFile } from './pdf-file.ts'
import { createPdfTypefaces, type NeededGlyphs, type PdfTypefaces, type TypefaceFile } from './pdf-typefaces.ts'
import { subsetOf, type SetLabel } from './typeset.ts'
import { clear } from './surface.ts'
import type { Palette } from './models.ts'
import type { Sheet } from './paper.ts'

export interface PdfWriter {
  /** What a page adds to the document. Twice the same object is one label in the document. */
  page(sheet: Sheet<SetLabel>): Uint8Array
  /** What `end` wants the typefaces for. */
  needed(): NeededGlyphs[]
  /** The end of the document. `typefaces`: one for each that is needed; `remarks`: lines for programs, which viewers pass over. */
  end(typefaces: readonly TypefaceFile[], remarks?: readonly string[]): Uint8Array
}

const pointsPerMm = 72 / 25.4
const points = (mm: number) => figure(mm * pointsPerMm)

export function createPdfWriter({ title }: { title: string }): PdfWriter {
  const file = createPdfFile()
  const typefaces = createPdfTypefaces(file)
  const [catalogue, pageTree, information] = [file.reserve(), file.reserve(), file.reserve()]
  const pages: number[] = []
  // Labels are not held by their document: what has been sent can go.
  const written = new WeakMap<SetLabel, number>()
  // Viewers shrink pages to what a printer reaches unless told not to: labels would not fit their places.
  file.object(catalogue, `<< /Type /Catalog /Pages ${pageTree} 0 R /ViewerPreferences << /PrintScaling /None >> >>`)
  file.object(information, `<< /Title ${pdfText(title)} /Producer (Endcap) >>`)
  return {
    page({ width, height, labels, marks }) {
      const [page, content] = [file.reserve(), file.reserve()]
      pages.push(page)
      const used = new Set<number>()
      const drawn = labels.map(({ label, ...place }) => {
        const number = written.get(label) ?? file.reserve()
        if (!written.has(label)) {
          written.set(label, number)
          writeLabel(file, typefaces, number, label)
        }
        used.add(number)
        // PDF measures from the bottom.
        const at = `${points(place.x)} ${points(height - place.y - place.height)}`
        const scale = `${((place.width * pointsPerMm) / label.width).toFixed(6)} 0 0 ${((place.height * pointsPerMm) / label.height).toFixed(6)}`
        return `q ${scale} ${at} cm /L${number} Do Q\n`
      })
      // Hairlines, in a gray that prints on anything.
      const lines = marks.map(
        (mark) =>
          `${points(mark.x)} ${points(height - mark.y)} m ${points(mark.x + mark.width)} ${points(height - mark.y - mark.height)} l S\n`,
      )
      const cuts = lines.length === 0 ? '' : `q 0.4 w 0.4 G\n${lines.join('')}Q\n`
      file.stream(content, '', drawn.join('') + cuts)
      const resources = [...used].map((number) => `/L${number} ${number} 0 R`).join(' ')
      file.object(
        page,
        `<< /Type /Page /Parent ${pageTree} 0 R /MediaBox [0 0 ${points(width)} ${points(height)}] /Resources << /XObject << ${resources} >> >> /Contents ${content} 0 R >>`,
      )
      return file.taken()
    },
    needed: typefaces.needed,
    end(files, remarks = []) {
      typefaces.write(files)
      file.object(pageTree, `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] >>`)
      for (const remark of remarks) file.remark(remark)
      file.end(catalogue, information)
      return file.taken()
    },
  }
}

/** The whole document at once. */
export function encodePdf(pages: readonly Sheet<SetLabel>[], { title }: { title: string }): Uint8Array {
  const writer = createPdfWriter({ title })
  const written = pages.map((page) => writer.page(page))
  const typefaces = writer.needed().map(({ typeface, glyphs }) => subsetOf(typeface, glyphs))
  return Buffer.concat([...written, writer.end(typefaces)])
}

const colourOf = (palette: Palette, ink: number) => {
  const colour = paletteColours[palette][ink] ?? 0
  return [colour >> 16, (colour >> 8) & 255, colour & 255].map((part) => figure(part / 255)).join(' ')
}

/** A label as a form of its own, a unit a pixel. */
function writeLabel(file: PdfFile, typefaces: PdfTypefaces, number: number, { width, height, palette, background, marks }: SetLabel): void {
  const fonts = new Set<number>()
  const pictures = new Set<number>()
  const drawn = marks.map((mark) => {
    if (mark.kind === 'picture') {
      const picture = file.reserve()
      pictures.add(picture)
      writePicture(file, picture, palette, mark)
      return `q ${mark.width} 0 0 ${mark.height} ${mark.x} ${height - mark.y - mark.height} cm /P${picture} Do Q\n`
    }
    const colour = `${colourOf(palette, mark.ink)} rg`
    if (mark.kind === 'area') return `${colour} ${mark.x} ${height - mark.y - mark.height} ${mark.width} ${mark.height} re f\n`
    const { run, set } = mark
    if (set.width === 0) return ''
    const font = typefaces.use(set)
    fonts.add(font.number)
    // As wide as where it was laid out by whole pixels.
    const stretch = figure((100_000 * run.width) / (set.width * run.size))
    return `BT ${colour} /F${font.number} ${run.size} Tf ${stretch} Tz ${run.x} ${height - run.y} Td ${font.operand} TJ ET\n`
  })
  const ground = background === 0 ? '' : `${colourOf(palette, background)} rg 0 0 ${width} ${height} re f\n`
  const named = (letter: string, numbers: Iterable<number>) => [...numbers].map((one) => `/${letter}${one} ${one} 0 R`).join(' ')
  const resources = `<< /Font << ${named('F', fonts)} >> /XObject << ${named('P', pictures)} >> >>`
  file.stream(number, `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources ${resources}`, ground + drawn.join(''))
}

/** A picture in the inks of the label; what has no ink lets through what is below. */
function writePicture(
  file: PdfFile,
  number: number,
  palette: Palette,
  { width, height, inks }: { width: number; height: number; inks: Uint8Array },
): void {
  const colours = paletteColours[palette]
  const none = colours.length
  const table = [...colours, 0].map((colour) => colour.toString(16).padStart(6, '0')).join('')
  const pixels = inks.map((ink) => (ink === clear ? none : ink))
  file.stream(
    number,
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB ${none} <${table}>] /Mask [${none} ${none}]`,
    pixels,
  )
}
