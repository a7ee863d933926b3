/** The renderer's typefaces from packages: Inter for Latin, Noto Sans for Japanese and Korean, and which characters each can draw. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'
import { readCoverage, type Coverage } from './coverage.ts'

const require = createRequire(import.meta.url)

const weightNames: Record<number, string> = { 400: '400Regular', 500: '500Medium', 600: '600SemiBold', 700: '700Bold', 800: '800ExtraBold' }
const families = [
  { script: 'latin', prefix: 'Inter', pack: 'inter', stem: 'Inter' },
  { script: 'ja', prefix: 'JP', pack: 'noto-sans-jp', stem: 'NotoSansJP' },
  { script: 'ko', prefix: 'KR', pack: 'noto-sans-kr', stem: 'NotoSansKR' },
] as const
export type Script = (typeof families)[number]['script']
export const isScript = (name: string): name is Script => families.some(({ script }) => script === name)

/** Width of upright and level stems in parts of the size, measured on H and 十: what decides which weight suits a size. */
const latinStems: Stems = { 400: [0.0925, 0.0825], 500: [0.1125, 0.095], 600: [0.13, 0.11], 700: [0.15, 0.125], 800: [0.1725, 0.1425] }
/** Fewer weights than of Latin: each is a file of 5 MB in memory. */
const squareStems: Stems = { 400: [0.0825, 0.08], 500: [0.1025, 0.1], 700: [0.1325, 0.1275] }
type Stems = Record<number, readonly [number, number]>
export const stemsOf = (script: Script): Stems => (script === 'latin' ? latinStems : squareStems)

/** Heights of small letters and of capitals and figures in parts of the size. */
export const latinHeights = { small: 0.546, capital: 0.727 }

export interface Fonts {
  /** The name of a typeface for the canvas; it is read from disk now if it was not yet. */
  family(script: Script, weight: number): string
  /** Which typeface draws a character: Latin first, then the store's own script before the other. */
  scriptOf(char: string, locale: string): Script
  /** Characters of the text that no typeface can draw. */
  missing(text: string): string[]
}

export const readFont = (script: Script, weight: number): Buffer => readFileSync(fontFile(script, weight))

/** Where a typeface lies on disk. */
function fontFile(script: Script, weight: number): string {
  const { pack, stem } = families.find((one) => one.script === script) ?? families[0]
  const name = weightNames[weight] ?? weightNames[400] ?? ''
  return require.resolve(`@expo-google-fonts/${pack}/${name}/${stem}_${name}.ttf`)
}

/** Fonts are read from disk when a text needs them first: the East Asian ones are 5 MB each. */
export function createFonts(): Fonts {
  const registered = new Set<string>()
  const coverages = new Map<Script, Coverage>()

  function covers(script: Script, codePoint: number): boolean {
    let coverage = coverages.get(script)
    if (coverage === undefined) {
      coverage = readCoverage(readFont(script, 400))
      coverages.set(script, coverage)
    }
    return coverage.has(codePoint)
  }
  return {
    family(script, weight) {
      const name = `Endcap ${families.find((one) => one.script === script)?.prefix} ${weight}`
      if (!registered.has(name)) {
        GlobalFonts.registerFromPath(fontFile(script, weight), name)
        registered.add(name)
      }
      return name
    },
    scriptOf(char, locale) {
      const point = char.codePointAt(0) ?? 0
      if (point < 0x7f || covers('latin', point)) return 'latin'
      const order: Script[] = locale.startsWith('ko') ? ['ko', 'ja'] : ['ja', 'ko']
      return order.find((script) => covers(script, point)) ?? 'latin'
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
