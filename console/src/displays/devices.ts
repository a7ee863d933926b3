/** What displays are called, and why something cannot be done with some of them. */
import type { Display } from '@endcap/contract/displays'
import { sizeOf } from '@endcap/signage/models'
import type { TFunction } from 'i18next'

/** A display by its name; by its address while it has none. */
export const nameOf = ({ name, mac }: Pick<Display, 'name' | 'mac'>): string => (name === '' ? mac : name)
export const inchesOf = ({ model, screen }: Pick<Display, 'model' | 'screen'>): string => sizeOf(model, screen)

/** Its template, or what it plays in place of slides. */
export function playsText({ template, timeline, playlists }: Pick<Display, 'template' | 'timeline' | 'playlists'>, t: TFunction): string {
  if (timeline === null) return template
  if (playlists.length > 0) return t('displays.timeline.ofPlaylists', { names: playlists.map(({ name }) => name).join(', ') })
  return timeline === '' ? t('displays.timeline.none') : t('displays.timeline.of', { name: timeline })
}

type Refusal = (devices: readonly Display[]) => string | undefined
/** Displays that wait are in no store yet: nothing can be asked of them. */
export const noneWaiting: Refusal = (devices) =>
  devices.some((device) => device.status === 'PENDING') ? 'displays.cannot.waiting' : undefined
/** How many names a question names. */
const named = 6
export const namesOf = (devices: readonly Pick<Display, 'name' | 'mac'>[]): string =>
  devices.slice(0, named).map(nameOf).join(', ') + (devices.length > named ? ' …' : '')
