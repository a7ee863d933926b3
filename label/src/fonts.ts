/** The renderer's typefaces from packages: Inter for Latin, Noto Sans for Japanese and Korean, and which characters each can draw. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'
import { readCoverage, type Coverage } from './coverage.ts'

const require = createRequire(import.meta.url)

interface Face {
  family: string
  file: string
}
const weightNames: Record<number, string> = { 400: '400Regular', 500: '500Medium', 600: '600SemiBold', 700: '700Bold', 800: '800ExtraBold' }
const families = [
  { script: 'latin', prefix: 'Inter', pack: 'inter', stem: 'Inter' },
  { script: 'ja', prefix: 'JP', pack: 'noto-sans-jp', stem: 'NotoSansJP' },
  { script: 'ko', prefix: 'KR', pack: 'noto-sans-kr', stem: 'NotoSansKR' },
] as const
type Script = (typeof families)[number]['script']

function face(script: Script, weight: number): Face {
  const { prefix, pack, stem } = families.find((one) => one.script === script) ?? families[0]
  const name = weightNames[weight] ?? weightNames[400] ?? ''
  return { family: `Endcap ${prefix} ${weight}`, file: require.resolve(`@expo-google-fonts/${pack}/${name}/${stem}_${name}.ttf`) }
}

export interface Fonts {
  /** The CSS font of a text: Latin first, then the store's own script before the other. */
  css(size: number, weight: number, locale: string, text: string): string
  /** Characters of the text that no typeface can draw. */
  missing(text: string): string[]
}

/** Fonts are read from disk when a text needs them first: the East Asian ones are 5 MB each. */
export function createFonts(): Fonts {
  const registered = new Set<string>()
  const coverages = new Map<Script, Coverage>()

  function use(script: Script, weight: number): string {
    const { family, file } = face(script, weight)
    if (!registered.has(family)) {
      GlobalFonts.registerFromPath(file, family)
      registered.add(family)
    }
    return `"${family}"`
  }
  function covers(script: Script, codePoint: number): boolean {
    let coverage = coverages.get(script)
    if (coverage === undefined) {
      coverage = readCoverage(readFileSync(face(script, 400).file))
      coverages.set(script, coverage)
    }
    return coverage.has(codePoint)
  }
  return {
    css(size, weight, locale, text) {
      if (!/[^\u0020-\u024f\u2010-\u2026\u20a9\u20ac]/.test(text)) return `${size}px ${use('latin', weight)}`
      const order: Script[] = locale.startsWith('ko') ? ['latin', 'ko', 'ja'] : ['latin', 'ja', 'ko']
      return `${size}px ${order.map((script) => use(script, weight)).join(', ')}`
    },
    missing(text) {
      const absent = new Set<string>()
      for (const char of text) {
        const point = char.codePointAt(0) ?? 0
        if (point < 0x7f || char === '\n') continue
        if (!families.some(({ script }) => covers(script, point))) absent.add(char)
      }
      return [...absent]
    },
  }
}
