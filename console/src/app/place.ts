/** The address behind the `#`, for the parts of the console that live outside the application's router. */

/** What it says: the path of a page, and what stands behind its `?`. */
export const placeOf = (hash: string): URL => new URL(hash.slice(1) || '/', 'http://place')

export const goTo = (place: string): void => location.replace(`#${place}`)

export function subscribePlace(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
