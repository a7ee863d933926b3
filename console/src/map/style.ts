/** The map's style: our own base map or tiles from elsewhere, and the stores on top. One function of what is to be seen. */
import type { FeatureCollection, Point } from 'geojson'
import type { ExpressionSpecification, LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { Palette } from './palette.ts'
import { markerName, ringName } from './rings.ts'
import { fineZoom, lastClusterZoom } from './rules.ts'

export interface Look {
  palette: Palette
  /** Addresses of the base map's files. */
  base: { coarse: string; fine: string; places: string }
  /** Points with the country's name in the person's language, and its weight. */
  countries: FeatureCollection<Point>
  /** Detailed coasts are large: they are fetched when the camera comes close, and replace the coarse ones once they are there. */
  fine: 'absent' | 'loading' | 'loaded'
  borders: boolean
  /** Address of raster tiles with {z}, {x}, {y}, absolute; null for the base map alone. */
  tiles: string | null
  stores: FeatureCollection<Point>
  selected: FeatureCollection<Point>
}

/** Sources and layers that the rest of the map asks for by name. */
export const ids = { stores: 'stores', selected: 'selected', clusters: 'clusters', markers: 'markers', fine: 'fine', tiles: 'tiles' }
export const attribution = 'Natural Earth · GeoNames'
/** Zoom levels of usual raster tiles end here; beyond they are enlarged. */
const lastTileZoom = 19
/** No glyph server: without `glyphs` the browser draws the letters with the fonts of the page. */
const font = ['Inter Variable', 'sans-serif']

export function buildStyle(look: Look): StyleSpecification {
  const { base, countries, fine, tiles, stores, selected } = look
  const isState = (status: string): ExpressionSpecification => ['+', ['case', ['==', ['get', 'status'], status], 1, 0]]
  const sources: Record<string, SourceSpecification> = {
    coarse: { type: 'geojson', data: base.coarse, maxzoom: fineZoom + 2, attribution },
    ...(fine !== 'absent' && { [ids.fine]: { type: 'geojson', data: base.fine, maxzoom: 10 } }),
    places: { type: 'geojson', data: base.places, maxzoom: 9 },
    countries: { type: 'geojson', data: countries },
    ...(tiles !== null && { [ids.tiles]: { type: 'raster', tiles: [tiles], tileSize: 256, maxzoom: lastTileZoom } }),
    [ids.stores]: {
      type: 'geojson',
      data: stores,
      cluster: true,
      clusterRadius: 44,
      clusterMaxZoom: lastClusterZoom,
      clusterProperties: { normal: isState('NORMAL'), alarm: isState('ALARM'), offline: isState('OFFLINE') },
    },
    [ids.selected]: { type: 'geojson', data: selected },
  }
  return { version: 8, sources, layers: [...groundLayers(look), ...(tiles === null ? nameLayers(look) : []), ...storeLayers(look.palette)] }
}

function groundLayers({ palette, fine, borders, tiles }: Look): LayerSpecification[] {
  const ground = (source: 'coarse' | 'fine', zooms: { minzoom?: number; maxzoom?: number }): LayerSpecification[] => [
    {
      id: `${source}-land`,
      type: 'fill',
      source,
      ...zooms,
      filter: ['==', ['get', 'kind'], 'land'],
      paint: { 'fill-color': palette.land, 'fill-outline-color': palette.shore },
    },
    {
      id: `${source}-borders`,
      type: 'line',
      source,
      ...zooms,
      filter: ['==', ['get', 'kind'], 'border'],
      layout: { visibility: borders && tiles === null ? 'visible' : 'none' },
      paint: { 'line-color': palette.border, 'line-width': 0.8 },
    },
  ]
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': palette.sea } },
    ...ground('coarse', fine === 'loaded' ? { maxzoom: fineZoom } : {}),
    ...(fine === 'absent' ? [] : ground('fine', { minzoom: fineZoom })),
    ...(tiles === null ? [] : [{ id: 'tiles', type: 'raster', source: ids.tiles } as const]),
  ]
}

/** Thousands of people that a place needs to be seen, by zoom. */
const enoughPeople: ExpressionSpecification = ['step', ['zoom'], 1500, 5, 700, 6, 250, 7, 100, 8, 40]

function nameLayers({ palette, borders }: Look): LayerSpecification[] {
  const halo = { 'text-halo-color': palette.halo, 'text-halo-width': 1.3 }
  return [
    {
      id: 'place-dots',
      type: 'circle',
      source: 'places',
      minzoom: 4,
      filter: ['>=', ['get', 'people'], enoughPeople],
      paint: { 'circle-radius': 1.8, 'circle-color': palette.dot },
    },
    {
      id: 'place-names',
      type: 'symbol',
      source: 'places',
      minzoom: 4,
      filter: ['>=', ['get', 'people'], enoughPeople],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': 11,
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': 0.4,
        'symbol-sort-key': ['-', ['get', 'people']],
      },
      paint: { 'text-color': palette.placeText, ...halo },
    },
    {
      id: 'country-names',
      type: 'symbol',
      source: 'countries',
      maxzoom: fineZoom,
      layout: {
        visibility: borders ? 'visible' : 'none',
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': ['interpolate', ['linear'], ['zoom'], 2, 10, 5, 14],
        'symbol-sort-key': ['-', ['get', 'weight']],
        'text-max-width': 7,
      },
      paint: { 'text-color': palette.countryText, ...halo },
    },
  ]
}

function storeLayers(palette: Palette): LayerSpecification[] {
  const worst: ExpressionSpecification = ['case', ['>', ['get', 'offline'], 0], 2, ['>', ['get', 'alarm'], 0], 1, 0]
  const place: ExpressionSpecification = ['match', ['get', 'status'], 'OFFLINE', 2, 'ALARM', 1, 0]
  return [
    {
      id: 'selected-store',
      type: 'circle',
      source: ids.selected,
      paint: {
        'circle-radius': 14,
        'circle-color': palette.accent,
        'circle-opacity': 0.18,
        'circle-stroke-width': 2,
        'circle-stroke-color': palette.accent,
      },
    },
    {
      id: ids.markers,
      type: 'symbol',
      source: ids.stores,
      filter: ['!', ['has', 'point_count']],
      layout: {
        'icon-image': markerName(palette.name),
        'icon-overlap': 'always',
        'text-field': ['step', ['zoom'], '', 9, ['get', 'name']],
        'text-font': font,
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 1],
        'text-max-width': 12,
        'text-optional': true,
        'symbol-sort-key': place,
      },
      paint: { 'text-color': palette.ink, 'text-halo-color': palette.halo, 'text-halo-width': 1.5 },
    },
    {
      id: ids.clusters,
      type: 'symbol',
      source: ids.stores,
      filter: ['has', 'point_count'],
      layout: {
        'icon-image': ringName(palette.name),
        'icon-overlap': 'always',
        'text-field': ['number-format', ['get', 'point_count'], { locale: 'en-US' }],
        'text-font': font,
        'text-size': 12,
        'text-overlap': 'always',
        'symbol-sort-key': worst,
      },
      paint: { 'text-color': palette.ink },
    },
  ]
}
