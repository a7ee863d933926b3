import type { StoreStatus } from '@endcap/contract/stores'
import type { NodeStatus } from '@endcap/contract/vocabulary'
import { expression, latest, validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { describe, expect, test } from 'vitest'
import { countryNames } from './country-names.ts'
import type { Palette } from './palette.ts'
import { boundsOf, countStates, findStores, readStates, switchState, toFeatures } from './points.ts'
import { arcsOf, markerName, readName, ringName, worstOf } from './rings.ts'
import * as rules from './rules.ts'
import { buildStyle, ids, type Look } from './style.ts'
import { readMapState, writeMapState } from './use-map-state.ts'

let last = 0
const store = (latitude: number | null, longitude = 0, more: Partial<StoreStatus> = {}): StoreStatus => ({
  ...({} as StoreStatus),
  storeCode: `S${++last}`,
  storeName: `Store ${last}`,
  address: '',
  status: 'NORMAL',
  position: latitude === null ? null : { latitude, longitude },
  ...more,
})

test('the numbers are the specification’s', () => {
  expect(rules).toMatchObject({ initialZoom: 20, selectedZoom: 14, closedZoom: 6, fitAfterMs: 750, listSizes: [15, 25, 50, 100, -1] })
})

describe('the box around the stores', () => {
  test('takes in all of them, and none without a position', () => {
    expect(boundsOf([store(35, 139), store(null), store(52.5, 13.4), store(-10, 20)])).toEqual([13.4, -10, 139, 52.5])
    expect(boundsOf([store(1, 2)])).toEqual([2, 1, 2, 1])
    expect(boundsOf([store(null)])).toBeUndefined()
  })
  test('goes over the date line where that is shorter', () => {
    expect(boundsOf([store(-17, 178), store(-18, -179), store(21, -157)])).toEqual([178, -18, 203, 21])
    expect(boundsOf([store(0, -100), store(0, 100)])).toEqual([100, 0, 260, 0])
    expect(boundsOf([store(0, -80), store(0, 80)])).toEqual([-80, 0, 80, 0])
  })
  test('of a hundred thousand stores', () => {
    expect(boundsOf(Array.from({ length: 100_000 }, (_, n) => store((n % 100) / 2, (n % 90) / 2)))).toEqual([0, 0, 44.5, 49.5])
  })
})

describe('stores', () => {
  const stores = [store(1, 2, { storeCode: 'T1', storeName: 'Shibuya', address: 'Tokyo' }), store(null, 0, { storeName: 'Tokyo Bay' })]
  test('become points of those with a position', () => {
    expect(toFeatures(stores).features).toEqual([
      { type: 'Feature', properties: { code: 'T1', name: 'Shibuya', status: 'NORMAL' }, geometry: { type: 'Point', coordinates: [2, 1] } },
    ])
  })
  test('are found by name, code and address, every word somewhere', () => {
    expect(findStores(stores, ' tokyo ').map((one) => one.storeName)).toEqual(['Shibuya', 'Tokyo Bay'])
    expect(findStores(stores, 'tokyo t1').map((one) => one.storeName)).toEqual(['Shibuya'])
    expect(findStores(stores, 'osaka')).toEqual([])
  })
  test('are counted by state', () => {
    expect(countStates([store(1), store(1, 1, { status: 'OFFLINE' }), store(null)])).toEqual({ NORMAL: 2, ALARM: 0, OFFLINE: 1 })
  })
})

test('countries carry their names in the console’s language', () => {
  const of = (language: string) =>
    countryNames(
      [
        ['JP', 137, 36, 9],
        ['DE', 10, 51, 7],
        ['QQ', 0, 0, 1],
      ],
      language,
    ).features
  expect(of('ja').map((feature) => feature.properties?.name)).toEqual(['日本', 'ドイツ'])
  expect(of('ko').map((feature) => feature.properties?.name)).toEqual(['일본', '독일'])
  expect(of('en')[0]).toEqual({
    type: 'Feature',
    properties: { name: 'Japan', weight: 9 },
    geometry: { type: 'Point', coordinates: [137, 36] },
  })
})

test('states are switched on and off in the filter of the table', () => {
  expect(switchState('', 'OFFLINE')).toBe('==OFFLINE')
  expect(switchState('==OFFLINE', 'ALARM')).toBe('==ALARM,OFFLINE')
  expect(switchState('==ALARM,OFFLINE', 'NORMAL')).toBe('')
  expect(switchState('==ALARM', 'ALARM')).toBe('')
  expect([...readStates('==ALARM,nonsense')]).toEqual(['ALARM'])
})

describe('rings', () => {
  const degrees = (shares: [number, number, number]) =>
    arcsOf(shares).map(({ status, from, to }) => [status, Math.round((from * 180) / Math.PI), Math.round((to * 180) / Math.PI)])
  test('show the states in proportion, with gaps, clockwise from the top', () => {
    expect(degrees([12, 6, 6])).toEqual([
      ['NORMAL', 3, 177],
      ['ALARM', 183, 267],
      ['OFFLINE', 273, 357],
    ])
    expect(degrees([0, 0, 7])).toEqual([['OFFLINE', 0, 360]])
    expect(degrees([23, 0, 1]).map(([status]) => status)).toEqual(['NORMAL', 'OFFLINE'])
  })
  test('name the worst state', () => {
    expect([worstOf([9, 0, 0]), worstOf([9, 1, 0]), worstOf([9, 1, 1])]).toEqual(['NORMAL', 'ALARM', 'OFFLINE'])
  })
  /** What the map computes for a cluster. */
  const nameOf = (counts: Record<'normal' | 'alarm' | 'offline', number>) => {
    const compiled = expression.createExpression(ringName('dark'), latest.layout_symbol['icon-image'] as never)
    if (compiled.result !== 'success') throw new Error(JSON.stringify(compiled.value))
    const properties = { ...counts, point_count: counts.normal + counts.alarm + counts.offline }
    return String(compiled.value.evaluate({ zoom: 3 }, { type: 1, properties, geometry: [] } as never))
  }
  test('come from the style by name, in 24ths: one store in a thousand is seen', () => {
    expect(readName(nameOf({ normal: 1500, alarm: 0, offline: 1 }))).toEqual({
      kind: 'ring',
      palette: 'dark',
      radius: 27,
      shares: [24, 0, 1],
    })
    expect(readName(nameOf({ normal: 1, alarm: 1, offline: 0 }))).toEqual({
      kind: 'ring',
      palette: 'dark',
      radius: 15,
      shares: [12, 12, 0],
    })
    expect(readName(nameOf({ normal: 60, alarm: 30, offline: 30 }))).toEqual({
      kind: 'ring',
      palette: 'dark',
      radius: 22,
      shares: [12, 6, 6],
    })
  })
  test('clusters of one size need some hundred pictures at most', () => {
    const names = new Set<string>()
    for (let normal = 0; normal <= 60; normal++)
      for (let alarm = 0; alarm <= 60 - normal; alarm++) names.add(nameOf({ normal, alarm, offline: 60 - normal - alarm }))
    expect(names.size).toBeLessThanOrEqual(800)
  })
  test('names that are not ours stand for nothing', () => {
    expect([readName('dot'), readName('ring|light|15|a|0|0'), readName('store|light|BROKEN')]).toEqual([undefined, undefined, undefined])
    expect(readName('store|light|ALARM')).toEqual({ kind: 'store', palette: 'light', status: 'ALARM' })
    expect(markerName('light')).toEqual(['concat', 'store|light|', ['get', 'status']])
  })
})

describe('the style', () => {
  const states: Record<NodeStatus, string> = { NORMAL: '#1b8a4b', ALARM: '#c68700', OFFLINE: '#d5372c' }
  const colours = ['sea', 'land', 'shore', 'border', 'dot', 'placeText', 'countryText', 'halo', 'surface', 'ink', 'accent'] as const
  const palette: Palette = {
    name: 'light',
    ...(Object.fromEntries(colours.map((name) => [name, '#123456'])) as Record<(typeof colours)[number], string>),
    states,
  }
  const nothing = { type: 'FeatureCollection' as const, features: [] }
  const look: Look = {
    palette,
    base: { coarse: '/c.json', fine: '/f.json', places: '/p.json' },
    countries: nothing,
    fine: 'absent',
    borders: true,
    tiles: null,
    stores: toFeatures([store(1, 2)]),
    selected: nothing,
  }
  const layerIds = (one: Look) => buildStyle(one).layers.map((layer) => layer.id)
  const layer = (one: Look, id: string) => buildStyle(one).layers.find((each) => each.id === id)
  test.each<[string, Partial<Look>]>([
    ['by itself', {}],
    ['with detailed coasts', { fine: 'loaded' }],
    ['on tiles', { tiles: 'https://tiles.example/{z}/{x}/{y}.png' }],
    ['without borders', { borders: false }],
  ])('is a valid one %s', (_, more) => {
    expect(validateStyleMin(buildStyle({ ...look, ...more })).map((error) => error.message)).toEqual([])
  })
  test('asks no other server for anything: letters come from the page’s fonts', () => {
    const style = buildStyle(look)
    expect(style).not.toHaveProperty('glyphs')
    expect(style).not.toHaveProperty('sprite')
    expect(JSON.stringify(style)).not.toMatch(/https?:/)
  })
  test('detailed coasts are no part of it until the camera comes close, then take over', () => {
    expect(JSON.stringify(buildStyle(look))).not.toContain('/f.json')
    expect(buildStyle({ ...look, fine: 'loading' }).sources).toHaveProperty(ids.fine)
    // While they load, the coarse ones stay.
    expect(layer({ ...look, fine: 'loading' }, 'coarse-land')).not.toHaveProperty('maxzoom')
    expect(layer({ ...look, fine: 'loaded' }, 'coarse-land')).toMatchObject({ maxzoom: rules.fineZoom })
    expect(layer({ ...look, fine: 'loaded' }, 'fine-land')).toMatchObject({ minzoom: rules.fineZoom })
  })
  test('tiles bring their own names and borders; stores stand on top of everything', () => {
    const tiled = { ...look, tiles: '/t/{z}/{x}/{y}.png' }
    expect(layerIds(tiled)).not.toContain('place-names')
    expect(layer(tiled, 'coarse-borders')).toMatchObject({ layout: { visibility: 'none' } })
    for (const one of [look, tiled]) expect(layerIds(one).slice(-2)).toEqual([ids.markers, ids.clusters])
  })
  test('borders and names of countries can be left out', () => {
    const plain = { ...look, borders: false }
    expect([layer(plain, 'coarse-borders'), layer(plain, 'country-names')]).toMatchObject([
      { layout: { visibility: 'none' } },
      { layout: { visibility: 'none' } },
    ])
  })
})

describe('the address of the map', () => {
  test('carries what differs from the usual, and comes back the same', () => {
    const state = {
      filters: { status: '==OFFLINE' },
      store: '0012',
      page: 2,
      rows: 50,
      at: { latitude: 35.5, longitude: 139.25, zoom: 9.5 },
    }
    const address = writeMapState(state)
    expect(address).toEqual({ viewType: 'map', f: { status: '==OFFLINE' }, store: '0012', page: 2, rows: 50, at: '35.5000,139.2500,9.50' })
    expect(readMapState(address)).toEqual(state)
    expect(writeMapState(readMapState({ viewType: 'map' }))).toEqual({ viewType: 'map' })
  })
  test('nonsense in it falls back to what is usual', () => {
    expect(readMapState({ f: 'x', page: -1, rows: 7, at: '91,0,3', store: 12 })).toEqual({
      filters: {},
      store: '12',
      page: 0,
      rows: 15,
      at: undefined,
    })
    for (const at of ['', '1,2', 'a,b,c', '0,0,99', 5 as never]) expect(readMapState({ at }).at).toBeUndefined()
  })
})
