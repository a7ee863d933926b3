/** Which page of a display's products is on the screen at an instant, and until when. Milliseconds since 1970. */
import { instantOf, localTime } from './local-time.ts'
import type { Scene } from './plan.ts'

/** In step with other displays: pages turn from midnight on. */
function pageAt(
  now: number,
  { pages, seconds, timeZone }: { pages: number; seconds: number; timeZone: string },
): { page: number; until: number } {
  const midnight = instantOf(localTime(now, timeZone).day, 0, timeZone)
  const turn = Math.floor((now - midnight) / (seconds * 1000))
  return { page: turn % pages, until: midnight + (turn + 1) * seconds * 1000 }
}

/** Pages that share a span of time evenly. */
export function spreadPage(now: number, { pages, from, to }: { pages: number; from: number; to: number }): { page: number; until: number } {
  const length = (to - from) / pages
  const page = Math.max(0, Math.min(pages - 1, Math.floor((now - from) / length)))
  return { page, until: page === pages - 1 ? to : from + (page + 1) * length }
}

/** Which page of its products a display shows in a scene: those of a price entry are spread over its time. `seconds`: how long a page stays otherwise. */
export const productPageAt = (
  scene: Scene,
  now: number,
  { pages, seconds, timeZone }: { pages: number; seconds: number; timeZone: string },
): { page: number; until: number } =>
  scene.kind === 'price' ? spreadPage(now, { pages, from: scene.since, to: scene.end }) : pageAt(now, { pages, seconds, timeZone })
