/**
 * Looks for places through the geocoder that the server is set up with. The server asks, not the browser: the console's content security
 * policy stays closed, and the geocoder learns nothing of who looks for what.
 */
import type { Place } from '@endcap/contract/map'
import type { Language } from '@endcap/contract/vocabulary'
import { ApiError } from '../../platform/base/errors.ts'
import { callOut, CallFailed } from '../../platform/outgoing/call.ts'
import { networkKind } from '../../platform/outgoing/networks.ts'
import { readPlaces } from './read-places.ts'

/** Milliseconds: the person who types waits no longer. */
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
    const { status, body } = await callOut({
      url: new URL(address),
      method: 'GET',
      withinMs: patienceMs,
      maxBytes: maxAnswerBytes,
      // The operator of the server has named the host, which may be one of their own network.
      allows: (ip) => networkKind(ip) !== 'other',
      headers: {
        accept: 'application/json, application/geo+json',
        'user-agent': 'Endcap',
        ...(language !== undefined && { 'accept-language': language.replace('_', '-') }),
      },
    })
    if (status < 200 || status > 299) throw failed(`the service answers ${status}`)
    return body.toString('utf8')
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    if (error.reason === 'no-answer') throw slow()
    throw failed(error.reason === 'too-long' ? 'its answer is too long' : 'the service cannot be reached')
  }
}
