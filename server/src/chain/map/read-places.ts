/** Reads what geocoders answer: a list as Nominatim gives it, or a GeoJSON collection (Photon, Pelias, Nominatim's geojson). */
import { place, type Place } from '@endcap/contract/map'
import * as z from 'zod'
import { parseJson } from '../../platform/base/parse-json.ts'

const maxPlaces = 10
const maxNameLength = 200

const degrees = z.coerce.number()
const nominatim = z.object({
  lat: degrees,
  lon: degrees,
  display_name: z.string(),
  /** South, north, west, east. */
  boundingbox: z.tuple([degrees, degrees, degrees, degrees]).optional(),
})
const box = z.array(z.number()).min(4)
const feature = z.object({
  geometry: z.object({ type: z.literal('Point'), coordinates: z.array(z.number()).min(2) }),
  bbox: box.optional(),
  properties: z.object({
    display_name: z.string().optional(),
    label: z.string().optional(),
    name: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
    country: z.string().optional(),
    /** Photon: west, north, east, south. */
    extent: box.optional(),
  }),
})

function fromNominatim(entry: unknown): unknown {
  const { success, data } = nominatim.safeParse(entry)
  if (!success) return undefined
  const [south, north, west, east] = data.boundingbox ?? []
  return {
    name: data.display_name,
    latitude: data.lat,
    longitude: data.lon,
    bounds: west === undefined ? null : [west, south, east, north],
  }
}

function fromFeature(entry: unknown): unknown {
  const { success, data } = feature.safeParse(entry)
  if (!success) return undefined
  const { geometry, bbox, properties } = data
  const { display_name, label, name, city, state, country, extent } = properties
  const [longitude, latitude] = geometry.coordinates
  const parts = [name, city, state, country].filter((part, place, all) => part !== undefined && all.indexOf(part) === place)
  const [a = 0, b = 0, c = 0, d = 0] = extent ?? bbox ?? []
  const bounds = extent === undefined && bbox === undefined ? null : [a, Math.min(b, d), c, Math.max(b, d)]
  return { name: display_name ?? label ?? parts.join(', '), latitude, longitude, bounds }
}

/** The places of an answer; undefined when it is no answer of a geocoder. Entries that are no places are left out. */
export function readPlaces(text: string): Place[] | undefined {
  const answer = parseJson(text)
  const list = Array.isArray(answer) ? answer.map(fromNominatim) : isCollection(answer) ? answer.features.map(fromFeature) : undefined
  return list
    ?.flatMap((entry) => {
      const { success, data } = place.safeParse(entry)
      return success && data.name !== '' ? [{ ...data, name: data.name.slice(0, maxNameLength) }] : []
    })
    .slice(0, maxPlaces)
}

const isCollection = (answer: unknown): answer is { features: unknown[] } =>
  typeof answer === 'object' && answer !== null && 'features' in answer && Array.isArray(answer.features)
