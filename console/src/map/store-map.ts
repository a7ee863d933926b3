/**
 * The map itself, outside of React: made once for a place on the page and told what to show. What it shows is written into the attribute
 * `data-map` of its place (`MapState` as JSON), for tests and for reading a page that was saved.
 */
import 'maplibre-gl/dist/maplibre-gl.css'
import type { FeatureCollection, Point } from 'geojson'
import {
  Map as GlMap,
  NavigationControl,
  Popup,
  ScaleControl,
  setWorkerUrl,
  type GeoJSONSource,
  type LngLatBoundsLike,
  type MapGeoJSONFeature,
  type StyleSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { makePins, moveMs } from './map-pin.ts'
import type { Bounds } from './points.ts'
import { drawSign, readName } from './rings.ts'
import { fineZoom, selectedZoom } from './rules.ts'
import { buildStyle, ids, type Look } from './style.ts'

setWorkerUrl(workerUrl)

export interface Spot {
  latitude: number
  longitude: number
}
export interface Camera extends Spot {
  zoom: number
}
export interface MapState {
  zoom: number
  /** Latitude, longitude. */
  center: [number, number]
  /** Stores with a position that pass the filters. */
  stores: number
  /** What is drawn in view at this moment: clusters, and single stores with their state. */
  clusters: number
  markers: Record<string, string>
  /** `tiles` while they come from elsewhere. */
  base: 'packaged' | 'tiles'
  detail: Look['fine']
  look: 'light' | 'dark'
  /** Nothing moves, loads or fades any more. */
  atRest: boolean
}
type Parts = Pick<Look, 'palette' | 'base' | 'countries' | 'borders' | 'tiles'>

export interface StoreMap {
  look(parts: Parts): void
  show(stores: FeatureCollection<Point>): void
  /** Marks a store and opens its info window; without a store, or without content, there is none. */
  select(spot: Spot | undefined, content: HTMLElement | undefined): void
  pin(spot: Spot | undefined): void
  goTo(camera: Camera): void
  goToBounds(bounds: Bounds): void
  fit(bounds: Bounds): void
  camera(): Camera
  remove(): void
}

export interface StoreMapOptions {
  container: HTMLElement
  parts: Parts
  camera: Camera
  /** The first camera is only a guess until the stores are brought into view: nothing is fetched for it. */
  guess: boolean
  words: { title: string; zoomIn: string; zoomOut: string }
  onSelect: (storeCode: string) => void
  /** Moved by a person or for one; not when the stores were brought into view. */
  onMoved: (camera: Camera) => void
  /** A place is pointed at: by a click, or by the pin, which can then be dragged and moved with the arrow keys. `name`: what the pin is. */
  picking?: { name: string; onPick: (spot: Spot) => void }
  /** The tiles from elsewhere cannot be had: from now on the packaged map is shown. */
  onTilesFailed: () => void
}

const empty: FeatureCollection<Point> = { type: 'FeatureCollection', features: [] }
const pointAt = ({ latitude, longitude }: Spot): FeatureCollection<Point> => ({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [longitude, latitude] } }],
})
/** Pixels kept free around stores that are brought into view: rings and names reach beyond their points. */
const padding = 56
/** After a file of the base map could not be had. */
const fetchAgainMs = 5000
/** Zoom levels over which a movement helps the eye; further away it only takes time. */
const nearLevels = 4
/** Says of an event that the map moved for a person. */
const forPerson = { forPerson: true }

type Ground = Pick<StoreMapOptions, 'container' | 'camera' | 'words'>
/** A map that is moved and zoomed but not turned, with nothing on it but its controls. */
function emptyMap({ container, camera, words }: Ground, style: StyleSpecification): GlMap {
  const map = new GlMap({
    container,
    style,
    center: [camera.longitude, camera.latitude],
    zoom: camera.zoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    localIdeographFontFamily: getComputedStyle(container).fontFamily,
    locale: { 'Map.Title': words.title, 'NavigationControl.ZoomIn': words.zoomIn, 'NavigationControl.ZoomOut': words.zoomOut },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new ScaleControl({}), 'bottom-left')
  return map
}

function stateOf(map: GlMap, drawn: readonly MapGeoJSONFeature[], look: Look, atRest: boolean): MapState {
  const { lat, lng } = map.getCenter()
  return {
    zoom: Number(map.getZoom().toFixed(2)),
    center: [Number(lat.toFixed(4)), Number(lng.toFixed(4))],
    stores: look.stores.features.length,
    clusters: drawn.filter(({ layer }) => layer.id === ids.clusters).length,
    markers: Object.fromEntries(
      drawn.filter(({ layer }) => layer.id === ids.markers).map(({ properties }) => [String(properties.code), String(properties.status)]),
    ),
    base: look.tiles === null ? 'packaged' : 'tiles',
    detail: look.fine,
    look: look.palette.name,
    atRest,
  }
}

/** A store that is clicked on is selected; a cluster opens. */
function listenForStores(map: GlMap, onSelect: (storeCode: string) => void): void {
  map.on('click', ids.markers, ({ features }) => {
    const code: unknown = features?.[0]?.properties.code
    if (typeof code === 'string') onSelect(code)
  })
  map.on('click', ids.clusters, ({ features, originalEvent }) => {
    const [cluster] = features ?? []
    if (cluster?.geometry.type !== 'Point') return
    const [longitude = 0, latitude = 0] = cluster.geometry.coordinates
    void map
      .getSource<GeoJSONSource>(ids.stores)
      ?.getClusterExpansionZoom(Number(cluster.properties.cluster_id))
      .then((zoom) => map.easeTo({ center: [longitude, latitude], zoom, duration: moveMs }, { originalEvent }))
  })
  for (const layer of [ids.markers, ids.clusters]) {
    map.on('mouseenter', layer, () => (map.getCanvas().style.cursor = 'pointer'))
    map.on('mouseleave', layer, () => (map.getCanvas().style.cursor = ''))
  }
}

/** @throws when the browser has no WebGL 2 */
export function createStoreMap({
  container,
  parts,
  camera,
  guess,
  words,
  picking,
  onSelect,
  onMoved,
  onTilesFailed,
}: StoreMapOptions): StoreMap {
  let look: Look = { ...parts, fine: 'absent', stores: empty, selected: empty }
  let settled = !guess
  let tilesSeen = false
  let again: ReturnType<typeof setTimeout> | undefined
  const map = emptyMap({ container, camera, words }, buildStyle(look))
  // Twice as fine as the screen: the map smooths only signs that it has to scale.
  const ratio = Math.min(4, 2 * Math.ceil(window.devicePixelRatio))
  map.setMissingStyleImageResolver((name) => {
    const sign = readName(name)
    // A sign of the other theme, asked for before the change, is not drawn in the colours of this one.
    if (sign === undefined || sign.palette !== look.palette.name || map.hasImage(name)) return
    map.addImage(name, drawSign(sign, look.palette, ratio), { pixelRatio: ratio })
  })

  /** Before the first style is there, changes are only noted. */
  let ready = false
  const apply = (next: Partial<Look>) => {
    look = { ...look, ...next }
    if (ready) map.setStyle(buildStyle(look))
  }
  const setData = (source: string, data: FeatureCollection<Point>) => {
    // What goes wrong in it comes as an `error` of the map.
    if (ready) void map.getSource<GeoJSONSource>(source)?.setData(data)
  }
  const refine = () => {
    if (settled && look.fine === 'absent' && map.getZoom() >= fineZoom) apply({ fine: 'loading' })
  }

  const describe = (atRest: boolean) => {
    const drawn = ready ? map.queryRenderedFeatures({ layers: [ids.clusters, ids.markers] }) : []
    const state = stateOf(map, drawn, look, atRest)
    container.dataset.map = JSON.stringify(state)
  }
  map.once('style.load', () => {
    ready = true
    map.setStyle(buildStyle(look))
    refine()
    describe(false)
  })
  map.on('idle', () => {
    if (look.fine === 'loading' && map.isSourceLoaded(ids.fine)) apply({ fine: 'loaded' })
    describe(true)
  })
  map.on('moveend', (event) => {
    refine()
    describe(false)
    if ('forPerson' in event || event.originalEvent !== undefined) onMoved(currentCamera())
  })
  const currentCamera = (): Camera => {
    const { lat, lng } = map.getCenter()
    return { latitude: lat, longitude: lng, zoom: map.getZoom() }
  }

  map.on('sourcedata', ({ sourceId, tile, isSourceLoaded }) => {
    // Told at once, not when the whole map is at rest.
    if (sourceId === ids.stores && isSourceLoaded) void map.once('render', () => describe(false))
    if (sourceId === ids.tiles && tile?.hasData() === true) tilesSeen = true
  })
  map.on('error', (event) => {
    // MapLibre names the source of an error beside it.
    const sourceId = 'sourceId' in event && typeof event.sourceId === 'string' ? event.sourceId : ''
    const file = { coarse: look.base.coarse, fine: look.base.fine, places: look.base.places }[sourceId]
    if (file !== undefined) again = setTimeout(() => void map.getSource<GeoJSONSource>(sourceId)?.setData(file), fetchAgainMs)
    // A single tile may be missing; that none ever came is a failure.
    if (sourceId !== ids.tiles || tilesSeen || look.tiles === null) return
    apply({ tiles: null })
    onTilesFailed()
  })

  listenForStores(map, onSelect)

  const popup = new Popup({ closeButton: false, closeOnClick: false, focusAfterOpen: false, maxWidth: '300px', offset: 16 })
  const pin = makePins(map, picking)
  const toBox = ([west, south, east, north]: Bounds): LngLatBoundsLike => [
    [west, south],
    [east, north],
  ]
  const fitTo = (bounds: Bounds, event: object) => {
    settled = true
    map.fitBounds(toBox(bounds), { padding, maxZoom: selectedZoom, animate: false }, event)
  }
  return {
    look: (next) => apply({ ...next, ...(look.tiles === null && { tiles: null }) }),
    show: (stores) => {
      look = { ...look, stores }
      setData(ids.stores, stores)
    },
    select: (spot, content) => {
      look = { ...look, selected: spot === undefined ? empty : pointAt(spot) }
      setData(ids.selected, look.selected)
      if (spot === undefined || content === undefined) popup.remove()
      else popup.setDOMContent(content).setLngLat([spot.longitude, spot.latitude]).addTo(map)
    },
    pin,
    goTo: ({ latitude, longitude, zoom }) => {
      settled = true
      const center: [number, number] = [longitude, latitude]
      const near = map.getBounds().contains(center) && Math.abs(map.getZoom() - zoom) <= nearLevels
      if (near) map.easeTo({ center, zoom, duration: moveMs }, forPerson)
      else map.jumpTo({ center, zoom }, forPerson)
    },
    goToBounds: (bounds) => fitTo(bounds, forPerson),
    fit: (bounds) => fitTo(bounds, {}),
    camera: currentCamera,
    remove: () => {
      clearTimeout(again)
      map.remove()
    },
  }
}
