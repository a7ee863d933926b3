/** The address behind the `#`, for the parts of the console that live outside the application's router. */

export const goTo = (place: string): void => location.replace(`#${place}`)

export function subscribePlace(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
