/** The map of stores: what lies below it, and the search for places (specification 1 §1, §2: "table or map"). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { languages } from './vocabulary.ts'

/** What the map is drawn with; an administrator sets it in the server's environment. */
export const mapConfig = z.object({
  /** Address of raster tiles with {z}, {x} and {y}; null for the base map that comes with the console. */
  tiles: z.string().nullable(),
  /** What the makers of the tiles want to read below the map; empty for none. Plain text. */
  attribution: z.string(),
  /** Borders and names of countries on the base map that comes with the console. */
  borders: z.boolean(),
  /** Whether places can be looked for; stores can always. */
  places: z.boolean(),
})
export interface MapConfig extends z.infer<typeof mapConfig> {}

export const place = z.object({
  name: z.string(),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** West, south, east, north, in degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
})
export interface Place extends z.infer<typeof place> {}

export const map = {
  config: endpoint('GET', '/map/config', {
    access: 'session',
    store: 'none',
    summary: 'What the map of stores is drawn with.',
    response: mapConfig,
  }),
  places: endpoint('GET', '/map/places', {
    access: 'session',
    store: 'none',
    summary: 'Looks for places through the geocoder that the server is set up with; at most ten.',
    perMinute: 60,
    query: z.object({ q: z.string().trim().min(1).max(200), language: z.enum(languages).optional() }),
    response: z.object({ places: z.array(place) }),
  }),
}
