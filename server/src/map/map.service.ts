/**
 * Looks for places through the geocoder that the server is set up with. The server asks, not the browser: the console's content security
 * policy stays closed, and the geocoder learns nothing of who looks for what.
 */
import type { Place } from '@endcap/contract/map'
import type { Language } from '@endcap/contract/vocabulary'
import { ApiError } from '../http/errors.ts'
import { readPlaces } from './read-places.ts'

/** Milliseconds: whoever types is not kept waiting longer. */
const patienceMs = 3000
/** Bytes; ten places come to a few kilobytes. */
const maxAnswerBytes = 1_000_000

const failed = (message: string) => new ApiError(502, { code: 'geocoder-failed', message: `The search for places failed: ${message}.` })
const slow = () =>
  new ApiError(504, { code: 'geocoder-slow', message: `The search for places did not answer within ${patienceMs / 1000} seconds.` })

/**
 * At most ten places for what was typed.
 * @param template the geocoder's address with `{query}`
 * @throws ApiError 404 without a geocoder, 504 when it is slow, 502 when it cannot be reached, refuses or answers something else
 */
export async function findPlaces(
  template: string | undefined,
  { q, language }: { q: string; language?: Language | undefined },
): Promise<Place[]> {
  if (template === undefined)
    throw new ApiError(404, { code: 'geocoder-missing', message: 'This server is not set up to search for places (ENDCAP_GEOCODER).' })
  const text = await ask(template.replaceAll('{query}', encodeURIComponent(q)), language)
  const places = readPlaces(text)
  if (places === undefined) throw failed('its answer is neither a list of places nor GeoJSON')
  return places
}

async function ask(address: string, language: Language | undefined): Promise<string> {
  try {
    const response = await fetch(address, {
      // A redirect could lead into the server's own network.
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        accept: 'application/json, application/geo+json',
        'user-agent': 'Endcap',
        ...(language !== undefined && { 'accept-language': language.replace('_', '-') }),
      },
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw failed(`the service answers ${response.status}`)
    }
    return await readLimited(response)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw error instanceof Error && error.name === 'TimeoutError' ? slow() : failed('the service cannot be reached')
  }
}

async function readLimited({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  // The body of fetch is a stream of bytes.
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > maxAnswerBytes) throw failed('its answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
