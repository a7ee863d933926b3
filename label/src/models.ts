/**
 * Device models as data: what a tag type means in pixels, colours and features (specification 1 §9). A type the registry does not
 * know stays UNKNOWN and keeps working everywhere but in the renderer.
 */

/** bw: black, white; bwr: and red; bwry: and yellow. */
export type Palette = 'bw' | 'bwr' | 'bwry'

export interface Model {
  /** Two hexadecimal characters: features and size. */
  tagType: string
  name: string
  /** Inches as the field writes them: 2.90, 5.65N. */
  size: string
  width: number
  height: number
  palette: Palette
  led: boolean
  nfc: boolean
  freezer: boolean
}

interface Size {
  size: string
  width: number
  height: number
}

/** By the second character of the tag type, which is also the ninth of the tag id. Pixels are those of the usual panels of that size. */
const sizes: Record<string, Size> = {
  '6': { size: '1.54', width: 152, height: 152 },
  A: { size: '2.13', width: 250, height: 122 },
  C: { size: '2.66', width: 296, height: 152 },
  '5': { size: '2.90', width: 296, height: 128 },
  E: { size: '3.10', width: 360, height: 184 },
  '9': { size: '4.20', width: 400, height: 300 },
  D: { size: '5.65', width: 600, height: 448 },
  '0': { size: '5.65N', width: 640, height: 384 },
  B: { size: '5.83', width: 648, height: 480 },
  '8': { size: '7.50', width: 800, height: 480 },
  F: { size: '13.30', width: 960, height: 680 },
}

interface Features {
  palette: Palette
  led?: true
  nfc?: true
  freezer?: true
}

/** By the first character. 0, 1 and 9 are ours: the specification leaves plain and four-colour models without a character. */
const features: Record<string, Features> = {
  '0': { palette: 'bw' },
  '1': { palette: 'bwry' },
  '2': { palette: 'bwr' },
  '3': { palette: 'bwr', nfc: true },
  '4': { palette: 'bw', freezer: true },
  '5': { palette: 'bw', nfc: true, freezer: true },
  '9': { palette: 'bwry', led: true, nfc: true },
  A: { palette: 'bwr', led: true },
  B: { palette: 'bwr', led: true, nfc: true },
  C: { palette: 'bw', led: true, freezer: true },
  D: { palette: 'bw', led: true, nfc: true, freezer: true },
}

function buildModel(tagType: string): Model | undefined {
  const feature = features[tagType[0] ?? '']
  const size = sizes[tagType[1] ?? '']
  if (feature === undefined || size === undefined || tagType.length !== 2) return undefined
  const { palette, led = false, nfc = false, freezer = false } = feature
  const words = [
    palette === 'bw' ? '' : palette === 'bwr' ? 'COLOR' : 'COLOR4',
    led ? 'LED' : '',
    nfc ? 'NFC' : '',
    freezer ? 'FREEZER' : '',
  ]
  return { tagType, name: [`${size.size}″`, ...words.filter(Boolean)].join(' '), ...size, palette, led, nfc, freezer }
}

const models = new Map<string, Model>()
for (const feature of Object.keys(features)) {
  for (const size of Object.keys(sizes)) {
    const model = buildModel(feature + size)
    if (model !== undefined) models.set(model.tagType, model)
  }
}

/** The model of a tag type; undefined for one that the registry does not know. */
export const modelOf = (tagType: string): Model | undefined => models.get(tagType.toUpperCase())
export const allModels = (): Model[] => [...models.values()]
/** The distinct panel sizes, smallest first. */
export const allSizes = (): Size[] => Object.values(sizes).toSorted((a, b) => a.width * a.height - b.width * b.height)

/** `2p90` from the ninth character of a tag id, or UNKNOWN (specification 1 §9). */
export function sizeOfTagId(tagId: string): string {
  return sizes[tagId[8]?.toUpperCase() ?? '']?.size.replace('.', 'p') ?? 'UNKNOWN'
}

/** `R290` for a tag type: how products name the sizes of their tags. */
export function sizeName(tagType: string): string {
  const size = sizes[tagType[1]?.toUpperCase() ?? '']?.size
  return size === undefined ? 'UNKNOWN' : `R${size.replace('.', '')}`
}
/** `2p90` from `R290`. */
export function sizeOfName(name: string): string {
  return (
    Object.values(sizes)
      .find(({ size }) => name === `R${size.replace('.', '')}`)
      ?.size.replace('.', 'p') ?? 'UNKNOWN'
  )
}
