/** The typefaces of a PDF: each glyph gets its number when it is used first, and the file with the glyphs that were used is written at the end. */
import { figure, utf16, type PdfFile } from './pdf-file.ts'
import type { subsetOf, Typeface, Typeset, TypesetGlyph } from './typeset.ts'

/** Typefaces with the glyphs that a document needs of them, in the order of their numbers. */
export interface NeededGlyphs {
  typeface: Typeface
  glyphs: number[]
}
export type TypefaceFile = ReturnType<typeof subsetOf>

interface Used {
  /** Of the object that pages name. */
  number: number
  glyphs: Map<number, TypesetGlyph & { code: number }>
}
export interface PdfTypefaces {
  /** The name of the typeface in resources, its object, and the text as an operand. */
  use(set: Typeset): { number: number; operand: string }
  needed(): NeededGlyphs[]
  write(files: readonly TypefaceFile[]): void
}

export function createPdfTypefaces(file: PdfFile): PdfTypefaces {
  const all = new Map<Typeface, Used>()
  function codeOf(used: Used, glyph: TypesetGlyph): number {
    const known = used.glyphs.get(glyph.id)
    if (known !== undefined) return known.code
    const code = used.glyphs.size + 1
    used.glyphs.set(glyph.id, { ...glyph, code })
    return code
  }
  return {
    use({ typeface, glyphs }) {
      let used = all.get(typeface)
      if (used === undefined) all.set(typeface, (used = { number: file.reserve(), glyphs: new Map() }))
      let operand = ''
      for (const [index, glyph] of glyphs.entries()) {
        operand += codeOf(used, glyph).toString(16).padStart(4, '0')
        if (Math.abs(glyph.nearer) >= 0.5 && index < glyphs.length - 1) operand += `> ${figure(glyph.nearer)} <`
      }
      return { number: used.number, operand: `[<${operand}>]` }
    },
    needed: () => [...all].map(([typeface, { glyphs }]) => ({ typeface, glyphs: [...glyphs.keys()] })),
    write(files) {
      for (const [index, { number, glyphs }] of [...all.values()].entries()) {
        const typeface = files[index]
        if (typeface === undefined) throw new Error('A document cannot end without its typefaces')
        writeTypeface(file, number, [...glyphs.values()], typeface)
      }
    },
  }
}

/** A font of all characters, numbered as they come (ISO 32000 9.7), with what they stand for, so that text can be searched and copied. */
function writeTypeface(file: PdfFile, number: number, glyphs: readonly (TypesetGlyph & { code: number })[], made: TypefaceFile): void {
  const { name, box, ascent, descent, capHeight } = made.facts
  const [outlines, descriptor, characters, meanings] = [file.reserve(), file.reserve(), file.reserve(), file.reserve()]
  // Six letters say that it is a part of the typeface.
  const base = `/${String.fromCodePoint(...[0, 1, 2, 3, 4, 5].map((place) => 65 + (Math.floor(number / 26 ** place) % 26)))}+${name}`
  file.stream(outlines, `/Length1 ${made.file.byteLength}`, made.file)
  const lengths = `/Ascent ${figure(ascent)} /Descent ${figure(descent)} /CapHeight ${figure(capHeight)} /FontBBox [${box.map(figure).join(' ')}]`
  file.object(
    descriptor,
    `<< /Type /FontDescriptor /FontName ${base} /Flags 4 /ItalicAngle 0 /StemV 80 ${lengths} /FontFile2 ${outlines} 0 R >>`,
  )
  file.object(
    characters,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${base} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap /Identity /FontDescriptor ${descriptor} 0 R /W [1 [${glyphs.map(({ advance }) => figure(advance)).join(' ')}]] >>`,
  )
  file.stream(meanings, '', meaningsOf(glyphs))
  file.object(
    number,
    `<< /Type /Font /Subtype /Type0 /BaseFont ${base} /Encoding /Identity-H /DescendantFonts [${characters} 0 R] /ToUnicode ${meanings} 0 R >>`,
  )
}

/** So many at most stand in one block. */
const blockSize = 100
function meaningsOf(glyphs: readonly (TypesetGlyph & { code: number })[]): string {
  const lines = glyphs.filter(({ text }) => text !== '').map(({ code, text }) => `<${code.toString(16).padStart(4, '0')}> <${utf16(text)}>`)
  const blocks = Array.from({ length: Math.ceil(lines.length / blockSize) }, (_, index) =>
    lines.slice(index * blockSize, (index + 1) * blockSize),
  )
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${blocks.map((block) => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`).join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end
`
}
