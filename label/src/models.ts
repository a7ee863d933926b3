/**
 * Device models as data: what a tag type means in pixels, colours and features (docs/models.md). The specification's types are two
 * characters (specification 1 §9); those of other families stand in `label/models/*.json`; a panel that is not described says itself what
 * it is (`px-800x480-bwry`). A type that is none of them stays UNKNOWN and keeps working everywhere but in the renderer.
 */
import openDisplay from '../models/opendisplay.json' with { type: 'json' }
import openEPaperLink from '../models/openepaperlink.json' with { type: 'json' }
import trmnl from '../models/trmnl.json' with { type: 'json' }
import { isPalette, type Palette } from './palettes.ts'

export type { Palette }

export interface Model {
  /** The specification's two hexadecimal characters, or an id such as `oepl-33`. */
  tagType: string
  /** Empty where it is not known. */
  maker: string
  /** With its maker. */
  name: string
  /** Inches as the field writes them: 2.90, 5.65N. Pixels, as `800x480`, where its inches are not known. */
  size: string
  width: number
  height: number
  palette: Palette
  /** The size that its drawings are made for: the specification's with as many pixels, else `tag-384x168`. */
  drawingSize: string
  /** By how many degrees the panel's own rows are turned; matters only to who sends its rows as they are. */
  rotation: 0 | 90 | 180 | 270
  led: boolean
  nfc: boolean
  freezer: boolean
  buttons: boolean
  speaker: boolean
  /** Seconds that drawing usually takes; `fast` where it has a faster way. Unknown of the specification's types. */
  refresh?: { full: number; fast?: number | undefined } | undefined
  /** What devices call themselves. */
  reported: readonly string[]
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

const drawingSizes = new Map(Object.values(sizes).map(({ size, width, height }) => [`${width}x${height}`, size]))
const drawingSizeOf = (pixels: string): string => drawingSizes.get(pixels) ?? `tag-${pixels}`

function specifiedModel(tagType: string): Model | undefined {
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
  return {
    tagType,
    maker: '',
    name: [`${size.size}″`, ...words.filter(Boolean)].join(' '),
    ...size,
    palette,
    led,
    nfc,
    freezer,
    drawingSize: size.size,
    rotation: 0,
    buttons: false,
    speaker: false,
    reported: [],
  }
}

/** As a file of the catalogue has it. */
interface Entry {
  tagType: string
  maker: string
  name: string
  size: string
  width: number
  height: number
  palette: string
  rotation: number
  features: readonly string[]
  refresh: { full: number; fast?: number | undefined }
  reported?: readonly string[] | undefined
}
const rotations = [0, 90, 180, 270] as const

/** What stands in the files has been checked (tools/models.test.ts). */
function catalogueModel({ features: has, maker, name, palette, rotation, reported = [], ...entry }: Entry): Model {
  return {
    ...entry,
    maker,
    name: maker === '' ? name : `${maker} ${name}`,
    reported,
    palette: isPalette(palette) ? palette : 'bw',
    rotation: rotations.find((one) => one === rotation) ?? 0,
    drawingSize: drawingSizeOf(`${entry.width}x${entry.height}`),
    led: has.includes('led'),
    nfc: has.includes('nfc'),
    freezer: has.includes('freezer'),
    buttons: has.includes('buttons'),
    speaker: has.includes('speaker'),
  }
}

const models = new Map<string, Model>()
for (const feature of Object.keys(features)) {
  for (const size of Object.keys(sizes)) {
    const model = specifiedModel(feature + size)
    if (model !== undefined) models.set(model.tagType, model)
  }
}
for (const entry of [...openEPaperLink, ...trmnl, ...openDisplay]) models.set(entry.tagType, catalogueModel(entry))

/** Pixels of one side of a panel that describes itself, and of all of it. */
export const panelSides = { min: 16, max: 4096, all: 8_000_000 }
const selfDescribed = /^px-([1-9]\d{1,3})x([1-9]\d{1,3})-([a-z0-9]{2,8})(-led)?$/
/** Models that were asked for by what they say of themselves. There are many that could be: what is held is forgotten at once when it is full. */
const described = new Map<string, Model>()
const maxDescribed = 500

function describedModel(tagType: string): Model | undefined {
  const held = described.get(tagType)
  if (held !== undefined) return held
  const [, across = '', down = '', palette = '', led] = selfDescribed.exec(tagType) ?? []
  const [width, height] = [Number(across), Number(down)]
  if (!isPalette(palette) || !fitsPanel(width, height)) return undefined
  const size = `${width}x${height}`
  const model: Model = {
    tagType,
    maker: '',
    name: `${width} × ${height} ${palette.toUpperCase()}${led === undefined ? '' : ' LED'}`,
    size,
    width,
    height,
    palette,
    drawingSize: drawingSizeOf(size),
    rotation: 0,
    led: led !== undefined,
    nfc: false,
    freezer: false,
    buttons: false,
    speaker: false,
    reported: [],
  }
  if (described.size >= maxDescribed) described.clear()
  described.set(tagType, model)
  return model
}
const fitsPanel = (width: number, height: number): boolean =>
  Math.min(width, height) >= panelSides.min && Math.max(width, height) <= panelSides.max && width * height <= panelSides.all

/** The id of a panel that says what it is: `px-800x480-bwry`. Undefined where no panel is so small, or so large. */
export const describedType = (width: number, height: number, palette: Palette, { led = false } = {}): string | undefined =>
  Number.isInteger(width) && Number.isInteger(height) && fitsPanel(width, height)
    ? `px-${width}x${height}-${palette}${led ? '-led' : ''}`
    : undefined

/** The model of a tag type; undefined for an unknown one. */
export const modelOf = (tagType: string): Model | undefined =>
  models.get(tagType) ?? (tagType.length === 2 ? models.get(tagType.toUpperCase()) : describedModel(tagType))
/** The specification's models, and those of the catalogue behind them. */
export const allModels = (): Model[] => [...models.values()]
/** The distinct panel sizes of the specification, smallest first. */
export const allSizes = (): Size[] => Object.values(sizes).toSorted((a, b) => a.width * a.height - b.width * b.height)

/** How the ids of tags begin that a family makes of a MAC: nothing is read from the rest. */
export const idPrefixes = { trmnl: '7E01', opendisplay: '0D15' } as const
const isMadeOfMac = (tagId: string) => Object.values(idPrefixes).some((prefix) => tagId.startsWith(prefix))

/** The ninth character of the tag id of one of the specification's tags, which is its size (specification 1 §9). */
export const sizeDigitOf = (tagId: string): string | undefined => (isMadeOfMac(tagId) ? undefined : tagId[8]?.toUpperCase())

/** The type of a tag that was never heard, as far as its id tells: its size, without features. */
export function typeOfTagId(tagId: string): string {
  const digit = sizeDigitOf(tagId)
  return digit === undefined ? 'UNKNOWN' : `0${digit}`
}

/** `2p90` from the ninth character of the tag id of one of the specification's tags, or UNKNOWN (specification 1 §9). */
export function sizeOfTagId(tagId: string): string {
  return sizes[sizeDigitOf(tagId) ?? '']?.size.replace('.', 'p') ?? 'UNKNOWN'
}

/** `2.90` or `800x480` of a tag type: of the specification's its second character is enough. Undefined where it is not known. */
export const sizeOfType = (tagType: string): string | undefined =>
  tagType.length === 2 ? sizes[tagType[1]?.toUpperCase() ?? '']?.size : modelOf(tagType)?.size

/** `R290` for a tag type: how products name the sizes of their tags. Without inches the pixels: `800x480`. */
export function sizeName(tagType: string): string {
  const size = sizeOfType(tagType)
  if (size === undefined) return 'UNKNOWN'
  return size.includes('x') ? size : `R${size.replace('.', '')}`
}
/** `2p90` from `R290`. */
export function sizeOfName(name: string): string {
  for (const { size } of models.values()) if (size.includes('.') && name === `R${size.replace('.', '')}`) return size.replace('.', 'p')
  return 'UNKNOWN'
}
