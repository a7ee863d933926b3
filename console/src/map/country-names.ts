/** Names of countries in the person's language, from the browser: the base map has only their codes. */
import type { FeatureCollection, Point } from 'geojson'

type Country = [code: string, longitude: number, latitude: number, weight: number]

/** Points with `name` and `weight`; countries that the browser has no name for are left out. */
export function countryNames(countries: readonly Country[], language: string): FeatureCollection<Point> {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  return {
    type: 'FeatureCollection',
    features: countries.flatMap(([code, longitude, latitude, weight]) => {
      const name = names.of(code)
      if (name === undefined) return []
      return [{ type: 'Feature', properties: { name, weight }, geometry: { type: 'Point', coordinates: [longitude, latitude] } }]
    }),
  }
}
