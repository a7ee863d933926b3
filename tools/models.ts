/**
 * Makes the catalogue of models (`label/models/*.json`) from the tables of facts in `tools/models/`: run it after a table was changed
 * (`node tools/models.ts`). A test shows that the files are what it makes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { keysOf } from '@endcap/contract/typed-object'
import * as z from 'zod'

const root = join(import.meta.dirname, '..')
/** Tables by the prefix that their models' ids have. */
const families = { openepaperlink: 'oepl', trmnl: 'trmnl', opendisplay: 'od' } as const
export type Family = keyof typeof families
export const familyNames = keysOf(families)

const palette = z.enum(['bw', 'bwr', 'bwry', 'bwy', 'gray4', 'gray16', 'spectra6', 'seven'])
const features = ['led', 'nfc', 'freezer', 'buttons', 'speaker'] as const
/** Pixels of a panel, along one side. */
const side = z.int().min(16).max(4096)

/** What a file of the catalogue holds; described in docs/models.md. */
const catalogueModel = z.strictObject({
  tagType: z.string().regex(/^(?=.{1,40}$)(oepl|trmnl|od)(-[a-z0-9]+)+$/),
  maker: z.string(),
  name: z.string().min(1).max(60),
  size: z.string().regex(/^(\d{1,2}\.\d{2}|\d+x\d+)$/),
  width: side,
  height: side,
  palette,
  rotation: z.literal([0, 90, 180, 270]),
  features: z.array(z.enum(features)),
  refresh: z.strictObject({ full: z.int().min(1).max(120), fast: z.int().min(1).max(120).optional() }),
  reported: z.array(z.string().min(1).max(40)).optional(),
})
export const catalogueFile = z.array(catalogueModel).min(1)
type CatalogueModel = z.infer<typeof catalogueModel>

/** Seconds that a panel of this kind usually takes to draw: how long to wait, no promise. Fast drawing is not for coloured pigments. */
const defaultTimes: Record<z.infer<typeof palette>, { full: number; fast?: number }> = {
  bw: { full: 4, fast: 1 },
  bwr: { full: 20 },
  bwy: { full: 20 },
  bwry: { full: 25 },
  gray4: { full: 6, fast: 1 },
  gray16: { full: 3, fast: 1 },
  spectra6: { full: 30 },
  seven: { full: 35 },
}
/** Which panels can draw faster: none, those without colour, all. */
const row = z.strictObject({
  type: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  maker: z.string(),
  name: z.string(),
  inches: z.string().regex(/^(\d{1,2}\.\d{2})?$/),
  width: z.coerce.number().pipe(side),
  height: z.coerce.number().pipe(side),
  palette,
  rotation: z.coerce.number().pipe(z.literal([0, 90, 180, 270])),
  /** 0: never, 1: without colour, 2: always. */
  fast: z.enum(['0', '1', '2']),
  features: z.string(),
  reported: z.string(),
})

function toModel(prefix: string, line: z.infer<typeof row>): CatalogueModel {
  const { type, maker, name, inches, width, height, palette: colours, rotation, fast, reported } = line
  const { full, fast: quick = 8 } = defaultTimes[colours]
  const mayHurry = fast === '2' || (fast === '1' && colours === 'bw')
  return {
    tagType: `${prefix}-${type}`,
    maker,
    name,
    size: inches === '' ? `${width}x${height}` : inches,
    width,
    height,
    palette: colours,
    rotation,
    features: features.filter((feature) => line.features.split(' ').includes(feature)),
    refresh: { full, ...(mayHurry && { fast: quick }) },
    ...(reported !== '' && { reported: reported.split(',') }),
  }
}

/** The models of a family as its table has them; throws with what is wrong with a line. */
export function modelsOf(family: Family): CatalogueModel[] {
  const [head = '', ...lines] = readFileSync(join(root, `tools/models/${family}.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
  const names = head.split('\t')
  return lines.map((line, index) => {
    const cells = line.split('\t')
    const read = row.safeParse(Object.fromEntries(names.map((name, place) => [name, cells[place] ?? ''])))
    if (!read.success) throw new Error(`${family}.tsv, line ${index + 2}: ${z.prettifyError(read.error)}`)
    return toModel(families[family], read.data)
  })
}
/** One line a model, so that a change shows as what it is. */
export const fileOf = (models: readonly CatalogueModel[]): string => `[\n${models.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`
export const pathOf = (family: Family): string => join(root, `label/models/${family}.json`)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const family of familyNames) writeFileSync(pathOf(family), fileOf(catalogueFile.parse(modelsOf(family))))
}
