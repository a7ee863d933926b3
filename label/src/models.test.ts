/** Models: the specification's types, those of the catalogue, and panels that say themselves what they are. */
import { describe, expect, test } from 'vitest'
import { allModels, allSizes, describedType, modelOf, panelSides, sizeName, sizeOfName } from './models.ts'
import { paletteNames } from './palettes.ts'

describe('the specification’s types', () => {
  test('are asked for in capitals or not, and are what they were', () => {
    expect(modelOf('b5')).toBe(modelOf('B5'))
    expect(modelOf('B5')).toMatchObject({ name: '2.90″ COLOR LED NFC', size: '2.90', drawingSize: '2.90', palette: 'bwr', rotation: 0 })
    expect(allModels().filter(({ tagType }) => /^[0-9A-F]{2}$/.test(tagType)).length).toBe(11 * allSizes().length)
    expect(allModels()[0]?.tagType).toMatch(/^[0-9A-F]{2}$/)
  })
})

describe('the catalogue', () => {
  test('names labels by their families’ numbers', () => {
    expect(modelOf('oepl-33')).toMatchObject({
      maker: 'SoluM',
      name: 'SoluM M3 2.9″',
      size: '2.90',
      width: 384,
      height: 168,
      palette: 'bwr',
      drawingSize: 'tag-384x168',
      led: true,
      nfc: false,
      buttons: true,
      freezer: false,
      rotation: 270,
    })
    expect(modelOf('oepl-01')).toMatchObject({ drawingSize: '2.90', led: false })
    expect(modelOf('oepl-3c')?.palette).toBe('bwy')
    expect([modelOf('OEPL-33'), modelOf('oepl-3C'), modelOf('oepl-ff'), modelOf('oepl-'), modelOf('')]).toEqual(
      Array.from({ length: 5 }, () => undefined),
    )
  })
  test('names signs by what they call themselves, each name once in a family', () => {
    const named = allModels().flatMap(({ tagType, reported }) =>
      reported.map((name) => [`${tagType.split('-')[0]} ${name}`, tagType] as const),
    )
    expect(new Map(named).size).toBe(named.length)
    expect(Object.fromEntries(named)).toMatchObject({
      'trmnl og': 'trmnl-og',
      'trmnl og_4clr': 'trmnl-og-bwry',
      'trmnl reterminal_e1002': 'trmnl-e1002',
      'trmnl xiao_epaper_display': 'trmnl-xiao-75',
      'trmnl reTerminal Sticky': 'trmnl-sticky',
    })
    expect(modelOf('trmnl-e1002')).toMatchObject({ width: 800, height: 480, palette: 'spectra6', drawingSize: '7.50' })
    expect(modelOf('od-e1001')).toMatchObject({ palette: 'bw', led: true, speaker: true, refresh: { full: 4, fast: 1 } })
  })
  test('has no type that could be one of the specification’s', () => {
    for (const { tagType } of allModels()) expect(tagType).toMatch(/^(?:[0-9A-F]{2}|[a-z][a-z0-9]*(?:-[a-z0-9]+)+)$/)
  })
})

describe('panels that say what they are', () => {
  test('are models at once', () => {
    expect(modelOf('px-800x480-bwry')).toMatchObject({
      width: 800,
      height: 480,
      palette: 'bwry',
      led: false,
      size: '800x480',
      drawingSize: '7.50',
      name: '800 × 480 BWRY',
    })
    expect(modelOf('px-168x384-bw-led')).toMatchObject({ led: true, drawingSize: 'tag-168x384' })
    expect(modelOf('px-800x480-bwry')).toBe(modelOf('px-800x480-bwry'))
    for (const palette of paletteNames) expect(modelOf(describedType(296, 128, palette)!)?.palette).toBe(palette)
    expect(describedType(400, 300, 'bw', { led: true })).toBe('px-400x300-bw-led')
  })
  test.each([
    'px-15x480-bw',
    'px-4097x16-bw',
    'px-4096x4096-bw',
    'px-800x480',
    'px-800x480-cmyk',
    'px-0800x480-bw',
    'px-800x480-bw-nfc',
    'px-8e2x480-bw',
    'PX-800x480-BW',
    'px-800x480-bwry ',
    'px-800x480-__proto__',
  ])('%s is no model', (tagType) => {
    expect(modelOf(tagType)).toBeUndefined()
  })
  test('the smallest and the largest', () => {
    expect([modelOf('px-16x16-bw')?.width, modelOf('px-4096x1953-bw')?.height]).toEqual([16, 1953])
    expect([describedType(15, 16, 'bw'), describedType(4096, 4096, 'bw'), describedType(1.5, 16, 'bw')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(panelSides.all).toBe(8_000_000)
  })
  test('many of them are not all held', () => {
    const first = modelOf('px-16x16-bw')
    for (let width = 100; width < 700; width++) expect(modelOf(`px-${width}x100-bw`)?.width).toBe(width)
    expect(modelOf('px-16x16-bw')).not.toBe(first)
    expect(modelOf('px-16x16-bw')).toEqual(first)
  })
})

test('products name sizes by inches, or by pixels where the inches are not known', () => {
  expect(['b5', 'oepl-33', 'oepl-e3', 'px-800x480-bw', 'oepl-zz'].map(sizeName)).toEqual(['R290', 'R290', 'R1085', '800x480', 'UNKNOWN'])
  expect(['R290', 'R1085', 'R000', 'R800x480'].map(sizeOfName)).toEqual(['2p90', '10p85', 'UNKNOWN', 'UNKNOWN'])
})
