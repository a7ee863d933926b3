/** A font that was sent: read into outlines once, so that nothing else opens the file. */
import { BadFont, brandSample, readBrandFont, type BadFontReason } from '@endcap/label/brand-font'
import { refusedFile } from './refused.ts'

export interface FontFound {
  name: string
  characters: number
  sample: string
}
const words: Record<BadFontReason, string> = {
  'no-font': 'This is no TrueType, OpenType, WOFF or WOFF2 font that can be read.',
  'several-fonts': 'The file holds several fonts. Send one of them.',
  'no-figures': 'The font has no figures of its own, or two that look alike. Prices could not be told apart.',
  'large-font': 'The font is too large: it has more outlines than are taken.',
}

/** Answers what it is, and its outlines as JSON. Throws what is wrong with it. */
export function readFont(file: Uint8Array): FontFound & { outlines: string } {
  try {
    const font = readBrandFont(file)
    const { name, characters } = font
    return { name, characters: Object.keys(characters).length, sample: brandSample(font), outlines: JSON.stringify(font) }
  } catch (error) {
    throw error instanceof BadFont ? refusedFile(error.reason, words[error.reason]) : error
  }
}
